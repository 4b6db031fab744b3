-- when the host of a grant whose VM is known to leave was told to drain it
alter table memory_grant add column drain_told_at timestamptz;
alter table memory_grant add constraint memory_grant_drained_when_leaving
  check (drain_told_at is null or leaving_at is not null);

alter table command drop constraint command_kind_known;
alter table command add constraint command_kind_known
  check (kind in ('ONLINE', 'OFFLINE', 'DRAIN', 'OPERATE', 'CANCEL'));

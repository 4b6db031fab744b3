-- Each host's command feed, numbered from 1 without gaps under the lock of the host's row.
create table command (
  host_id text not null constraint command_for_host references host (host_id),
  sequence bigint not null,
  kind text not null,
  grant_id text not null constraint command_of_grant references memory_grant (grant_id),
  pool_id text not null,
  slices jsonb not null,
  issued_at timestamptz not null default clock_timestamp(),
  constraint command_pk primary key (host_id, sequence),
  constraint command_kind_known check (kind in ('ONLINE', 'OFFLINE')),
  constraint command_through_port foreign key (pool_id, host_id) references port (pool_id, host_id)
);

grant select, insert on command to ${role};

-- A fenced host gets no grants, and what it has is cleared without it.
alter table host add column fence text;
alter table host add column fenced_at timestamptz;
alter table host add column fence_no integer not null default 0;
alter table host add constraint host_fence_is_whole check ((fence is null) = (fenced_at is null));

-- Whether the owner of the slice is to be cleared without its host.
alter table slice add column fenced boolean not null default false;
alter table slice add constraint slice_fenced_waits
  check (not fenced or state in ('QUARANTINED', 'LOST'));

-- The slices that each fence took from its host, as they were then.
create table fenced_slice (
  host_id text not null constraint fenced_slice_of_host references host (host_id),
  fence_no integer not null,
  pool_id text not null,
  slice_no integer not null,
  generation bigint not null,
  constraint fenced_slice_pk primary key (host_id, fence_no, pool_id, slice_no),
  constraint fenced_slice_known foreign key (pool_id, slice_no)
    references slice (pool_id, slice_no)
);

drop index slice_waits_for_device;
create index slice_waits_for_device on slice (pool_id, slice_no)
  where not device_settled or fenced or state = 'SCRUBBING'
    or (state in ('OFFLINING', 'LOST') and total_blocks > 0 and offline_blocks = total_blocks)
    or (state = 'LOST' and host_id is null);

-- As before, and: a fenced slice waits QUARANTINED, however far it was, until its entry was read back
-- without its owner, which shows as a higher generation.
create or replace function slice_moves_legally() returns trigger language plpgsql as $$
begin
  if new.generation < old.generation or new.epoch < old.epoch then
    raise exception 'slice %/%: generation % epoch % do not follow % and %', old.pool_id,
      old.slice_no, new.generation, new.epoch, old.generation, old.epoch
      using errcode = 'check_violation', constraint = 'slice_generation_and_epoch_rise';
  end if;
  if new.state <> old.state then
    if (old.state, new.state) not in (
        ('FREE', 'ASSIGNED'), ('ASSIGNED', 'ONLINE'), ('ONLINE', 'ASSIGNED'),
        ('ASSIGNED', 'RELEASING'), ('ONLINE', 'RELEASING'), ('RELEASING', 'OFFLINING'),
        ('OFFLINING', 'SCRUBBING'), ('SCRUBBING', 'FREE'),
        ('RELEASING', 'QUARANTINED'), ('OFFLINING', 'QUARANTINED'), ('QUARANTINED', 'RELEASING'),
        ('ASSIGNED', 'QUARANTINED'), ('ONLINE', 'QUARANTINED'), ('QUARANTINED', 'SCRUBBING'),
        ('LOST', 'SCRUBBING')) and new.state <> 'LOST' then
      raise exception 'slice %/%: no way from % to %', old.pool_id, old.slice_no, old.state, new.state
        using errcode = 'check_violation', constraint = 'slice_moves_legally';
    end if;
    if (old.state, new.state) = ('FREE', 'ASSIGNED') and new.device_settled then
      raise exception 'slice %/%: no device has set the new owner yet', old.pool_id, old.slice_no
        using errcode = 'check_violation', constraint = 'slice_assigned_before_device';
    end if;
    if new.state = 'ONLINE' and not new.device_settled then
      raise exception 'slice %/%: online before its EMC entry was read back', old.pool_id, old.slice_no
        using errcode = 'check_violation', constraint = 'slice_online_after_device';
    end if;
    if (old.state, new.state) = ('OFFLINING', 'SCRUBBING')
        and (old.offline_blocks < old.total_blocks or old.total_blocks = 0
          or new.generation <= old.generation) then
      raise exception 'slice %/%: owner dropped before host and EMC gave it up', old.pool_id, old.slice_no
        using errcode = 'check_violation', constraint = 'slice_given_up_before_scrub';
    end if;
    if new.state = 'QUARANTINED' and old.state in ('ASSIGNED', 'ONLINE') and not new.fenced then
      raise exception 'slice %/%: its host was not asked for it', old.pool_id, old.slice_no
        using errcode = 'check_violation', constraint = 'slice_quarantined_by_fence';
    end if;
    if (old.state, new.state) = ('QUARANTINED', 'SCRUBBING')
        and (not old.fenced or new.generation <= old.generation) then
      raise exception 'slice %/%: owner dropped without a fence or before the EMC', old.pool_id,
        old.slice_no using errcode = 'check_violation', constraint = 'slice_fenced_before_scrub';
    end if;
  end if;
  if new.state = 'QUARANTINED' and not new.device_settled and not new.fenced then
    raise exception 'slice %/%: the EMC was not read back with its owner', old.pool_id, old.slice_no
      using errcode = 'check_violation', constraint = 'slice_quarantined_after_device';
  end if;
  -- from FREE an owner comes, to SCRUBBING the host goes, to FREE the grant goes; else both stay
  if (new.host_id, new.grant_id) is distinct from (old.host_id, old.grant_id)
      and (old.state, new.state) <> ('FREE', 'ASSIGNED')
      and (old.state, new.state) <> ('SCRUBBING', 'FREE')
      and (old.state = new.state or new.state <> 'SCRUBBING'
        or new.grant_id <> old.grant_id) then
    raise exception 'slice %/%: owner changed without being free', old.pool_id, old.slice_no
      using errcode = 'check_violation', constraint = 'slice_changes_owner_only_when_free';
  end if;
  if new.state in ('ASSIGNED', 'RELEASING', 'QUARANTINED') and new.device_settled
      and not old.device_settled and new.generation <= old.generation then
    raise exception 'slice %/%: the EMC was not read back with its owner', old.pool_id, old.slice_no
      using errcode = 'check_violation', constraint = 'slice_settled_by_device';
  end if;
  return new;
end $$;

-- While a VM lives on a grant, none of its slices goes, not by a fence either.
drop trigger slice_leaves_with_its_grant on slice;
create constraint trigger slice_leaves_with_its_grant after update on slice
  deferrable initially deferred for each row
  when ((old.state <> 'RELEASING' and new.state = 'RELEASING')
    or (old.state in ('ASSIGNED', 'ONLINE') and new.state = 'QUARANTINED'))
  execute function slice_leaves_with_its_grant();

-- A slice is fenced with its host.
create function slice_fenced_with_its_host() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
begin
  if not exists (select from host where host_id = new.host_id and fence is not null) then
    raise exception 'slice %/%: its host is not fenced', new.pool_id, new.slice_no
      using errcode = 'check_violation', constraint = 'slice_fenced_with_its_host';
  end if;
  return null;
end $$;

create constraint trigger slice_fenced_with_its_host after update on slice
  deferrable initially deferred for each row
  when (not old.fenced and new.fenced)
  execute function slice_fenced_with_its_host();

create function host_fenced_has_no_live_grant() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
begin
  if exists (select from memory_grant
      where host_id = new.host_id and state in ('GRANTED', 'ONLINE')) then
    raise exception 'host %: it is fenced, a grant on it is live', new.host_id
      using errcode = 'check_violation', constraint = 'host_fenced_has_no_live_grant';
  end if;
  return null;
end $$;

create constraint trigger host_fenced_has_no_live_grant after update on host
  deferrable initially deferred for each row
  when (old.fence is null and new.fence is not null)
  execute function host_fenced_has_no_live_grant();

-- A fence stands for the host's having let go of what was lost.
create or replace function slice_renewed_legally() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
begin
  if exists (select from pool where pool_id = new.pool_id and failed_at is not null) then
    raise exception 'slice %/%: its EMC has not been replaced', new.pool_id, new.slice_no
      using errcode = 'check_violation', constraint = 'slice_renewed_after_replacement';
  end if;
  if old.host_id is not null and old.device_settled and not old.fenced
      and (old.offline_blocks < old.total_blocks or old.total_blocks = 0) then
    raise exception 'slice %/%: host % has not let go of it', new.pool_id, new.slice_no, old.host_id
      using errcode = 'check_violation', constraint = 'slice_let_go_before_renewal';
  end if;
  if new.generation < old.generation + 2 then
    raise exception 'slice %/%: generation % may have been seen before', new.pool_id, new.slice_no,
      new.generation using errcode = 'check_violation', constraint = 'slice_renewed_above';
  end if;
  return new;
end $$;

grant update (fenced) on slice to ${role};
grant select, insert on fenced_slice to ${role};

-- One row per slice, made with the pool and never deleted: whatever the states say, they add up to
-- the capacity. One owner column per row: a slice cannot have two.
create table slice (
  pool_id text not null constraint slice_of_pool references pool (pool_id),
  slice_no integer not null,
  state text not null default 'FREE',
  host_id text,
  grant_id text,
  -- the generation of the EMC's entry that the manager last read back
  generation bigint not null default 0,
  -- whether the EMC's entry was read back as the state wants it
  device_settled boolean not null default true,
  -- highest epoch of a leader that changed the row
  epoch bigint not null default 0,
  offline_blocks integer not null default 0,
  total_blocks integer not null default 0,
  cause text,
  tries integer not null default 0,
  updated_at timestamptz not null default clock_timestamp(),
  constraint slice_pk primary key (pool_id, slice_no),
  constraint slice_state_known check (state in (
    'FREE', 'ASSIGNED', 'ONLINE', 'RELEASING', 'OFFLINING', 'SCRUBBING', 'QUARANTINED', 'LOST')),
  constraint slice_free_has_no_owner
    check (state <> 'FREE' or (host_id is null and grant_id is null and device_settled)),
  constraint slice_held_has_owner check (
    state not in ('ASSIGNED', 'ONLINE', 'RELEASING', 'OFFLINING', 'QUARANTINED')
    or (host_id is not null and grant_id is not null)),
  constraint slice_scrubbing_has_no_owner check (state <> 'SCRUBBING' or host_id is null),
  -- the blocks of one host say nothing of the next
  constraint slice_free_has_no_blocks check (state <> 'FREE' or total_blocks = 0),
  constraint slice_blocks_in_range check (offline_blocks between 0 and total_blocks),
  constraint slice_owner_is_wired foreign key (pool_id, host_id) references port (pool_id, host_id),
  constraint slice_serves_its_grant foreign key (grant_id, pool_id, host_id)
    references memory_grant (grant_id, pool_id, host_id)
);

create index slice_free on slice (pool_id, slice_no) where state = 'FREE';
create index slice_by_grant on slice (grant_id) where grant_id is not null;
-- what the driver of a pool has to do next
create index slice_waits_for_device on slice (pool_id, slice_no)
  where not device_settled or state = 'SCRUBBING'
    or (state = 'OFFLINING' and total_blocks > 0 and offline_blocks = total_blocks);

create function pool_makes_slices() returns trigger language plpgsql security definer
    set search_path = ${schema}, pg_temp as $$
begin
  insert into slice (pool_id, slice_no)
    select new.pool_id, n from generate_series(0, new.capacity_gib - 1) as n;
  return null;
end $$;

create trigger pool_makes_slices after insert on pool
  for each row execute function pool_makes_slices();

-- The one path of a slice. An owner comes only to a FREE slice and counts as set only when the EMC's
-- entry was read back with it, which shows as a higher generation. It goes only after every block is
-- offline and the entry was read back without it, which shows the same way.
create function slice_moves_legally() returns trigger language plpgsql as $$
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
  if new.state in ('ASSIGNED', 'RELEASING') and new.device_settled and not old.device_settled
      and new.generation <= old.generation then
    raise exception 'slice %/%: the EMC was not read back with its owner', old.pool_id, old.slice_no
      using errcode = 'check_violation', constraint = 'slice_settled_by_device';
  end if;
  return new;
end $$;

create trigger slice_moves_legally before update on slice
  for each row execute function slice_moves_legally();

-- A grant is all or nothing: when it is committed it has exactly its slices.
create function memory_grant_is_whole() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
declare
  held integer;
begin
  if new.state = 'WITHDRAWN' then
    return null;
  end if;
  select count(*) into held from slice
    where grant_id = new.grant_id and state in ('ASSIGNED', 'ONLINE', 'LOST');
  if held <> new.size_gib then
    raise exception 'grant %: % slices instead of %', new.grant_id, held, new.size_gib
      using errcode = 'check_violation', constraint = 'memory_grant_is_whole';
  end if;
  return null;
end $$;

create constraint trigger memory_grant_is_whole after insert on memory_grant
  deferrable initially deferred for each row execute function memory_grant_is_whole();

-- While a VM lives on a grant, none of its slices goes.
create function slice_leaves_with_its_grant() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
begin
  if exists (select from memory_grant
      where grant_id = new.grant_id and state in ('GRANTED', 'ONLINE')) then
    raise exception 'slice %/%: grant % is live', new.pool_id, new.slice_no, new.grant_id
      using errcode = 'check_violation', constraint = 'slice_leaves_with_its_grant';
  end if;
  return null;
end $$;

create constraint trigger slice_leaves_with_its_grant after update on slice
  deferrable initially deferred for each row
  when (old.state <> 'RELEASING' and new.state = 'RELEASING')
  execute function slice_leaves_with_its_grant();

-- A grant has been released when it holds nothing any more.
create function memory_grant_released_is_empty() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
begin
  if exists (select from slice where grant_id = new.grant_id) then
    raise exception 'grant %: it still holds slices', new.grant_id
      using errcode = 'check_violation', constraint = 'memory_grant_released_is_empty';
  end if;
  return null;
end $$;

create constraint trigger memory_grant_released_is_empty after update on memory_grant
  deferrable initially deferred for each row
  when (old.state <> 'RELEASED' and new.state = 'RELEASED')
  execute function memory_grant_released_is_empty();

grant select on slice to ${role};
grant update (state, host_id, grant_id, generation, device_settled, epoch, offline_blocks,
  total_blocks, cause, tries, updated_at) on slice to ${role};

-- An EMC that failed gives nothing out and has only LOST slices until another takes its place.
alter table pool add column failed_at timestamptz;

-- Whether grants may be given through a port; who closes it holds it against grants under way.
alter table port add column open boolean not null default true;

-- One row per EMC that failed.
create table pool_failure (
  pool_id text not null constraint pool_failure_of_pool references pool (pool_id),
  incarnation integer not null,
  reason text not null,
  failed_at timestamptz not null,
  replaced_at timestamptz,
  constraint pool_failure_pk primary key (pool_id, incarnation)
);

-- The grants that had memory on it.
create table affected_grant (
  pool_id text not null,
  incarnation integer not null,
  grant_id text not null constraint affected_grant_known references memory_grant (grant_id),
  host_id text not null,
  lost_gib integer not null,
  live boolean not null,
  constraint affected_grant_pk primary key (pool_id, incarnation, grant_id),
  constraint affected_grant_of_failure foreign key (pool_id, incarnation)
    references pool_failure (pool_id, incarnation),
  constraint affected_grant_lost_something check (lost_gib >= 1)
);

create function pool_moves_legally() returns trigger language plpgsql as $$
begin
  if new.incarnation <> old.incarnation
      and (new.incarnation <> old.incarnation + 1 or old.failed_at is null
        or new.failed_at is not null) then
    raise exception 'pool %: incarnation % does not follow %', old.pool_id, new.incarnation,
      old.incarnation using errcode = 'check_violation', constraint = 'pool_incarnation_follows';
  end if;
  if new.incarnation = old.incarnation and old.failed_at is not null
      and (new.failed_at, new.emc) is distinct from (old.failed_at, old.emc) then
    raise exception 'pool %: its EMC has failed and must be replaced', old.pool_id
      using errcode = 'check_violation', constraint = 'pool_failed_stays_failed';
  end if;
  return new;
end $$;

create trigger pool_moves_legally before update on pool
  for each row execute function pool_moves_legally();

create function pool_failed_has_lost_all() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
begin
  if exists (select from slice where pool_id = new.pool_id and state <> 'LOST') then
    raise exception 'pool %: it has failed, not every slice is LOST', new.pool_id
      using errcode = 'check_violation', constraint = 'pool_failed_has_lost_all';
  end if;
  if exists (select from memory_grant where pool_id = new.pool_id and state in ('GRANTED', 'ONLINE'))
  then
    raise exception 'pool %: it has failed, a grant of it is live', new.pool_id
      using errcode = 'check_violation', constraint = 'pool_failed_has_no_live_grant';
  end if;
  return null;
end $$;

create constraint trigger pool_failed_has_lost_all after update on pool
  deferrable initially deferred for each row
  when (old.failed_at is null and new.failed_at is not null)
  execute function pool_failed_has_lost_all();

-- A slice is lost with its pool, and with its grant.
create function slice_lost_with_its_pool() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
begin
  if not exists (select from pool where pool_id = new.pool_id and failed_at is not null) then
    raise exception 'slice %/%: its pool has not failed', new.pool_id, new.slice_no
      using errcode = 'check_violation', constraint = 'slice_lost_with_its_pool';
  end if;
  if exists (select from memory_grant
      where grant_id = new.grant_id and state in ('GRANTED', 'ONLINE')) then
    raise exception 'slice %/%: grant % is live', new.pool_id, new.slice_no, new.grant_id
      using errcode = 'check_violation', constraint = 'slice_lost_with_its_grant';
  end if;
  return null;
end $$;

create constraint trigger slice_lost_with_its_pool after update on slice
  deferrable initially deferred for each row
  when (old.state <> 'LOST' and new.state = 'LOST')
  execute function slice_lost_with_its_pool();

-- Of a replacement a slice is used only when nobody can have the old one online any more, and at a
-- generation that the old table cannot have had.
create function slice_renewed_legally() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
begin
  if exists (select from pool where pool_id = new.pool_id and failed_at is not null) then
    raise exception 'slice %/%: its EMC has not been replaced', new.pool_id, new.slice_no
      using errcode = 'check_violation', constraint = 'slice_renewed_after_replacement';
  end if;
  if old.host_id is not null and old.device_settled
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

create trigger slice_renewed_legally before update on slice for each row
  when (old.state = 'LOST' and new.state = 'SCRUBBING')
  execute function slice_renewed_legally();

-- A grant is lost when it was live; it is over when it holds nothing any more.
alter table memory_grant drop constraint memory_grant_state_known;
alter table memory_grant add constraint memory_grant_state_known
  check (state in ('GRANTED', 'ONLINE', 'RELEASING', 'RELEASED', 'LOST', 'WITHDRAWN'));

create or replace function memory_grant_moves_legally() returns trigger language plpgsql as $$
begin
  if (new.grant_id, new.vm_id, new.attempt, new.pool_id, new.host_id, new.size_gib)
      is distinct from (old.grant_id, old.vm_id, old.attempt, old.pool_id, old.host_id, old.size_gib)
      or (new.state <> old.state and (old.state, new.state) not in (
        ('GRANTED', 'ONLINE'), ('ONLINE', 'GRANTED'), ('GRANTED', 'RELEASING'),
        ('ONLINE', 'RELEASING'), ('RELEASING', 'RELEASED'),
        ('GRANTED', 'LOST'), ('ONLINE', 'LOST'), ('LOST', 'RELEASED'))) then
    raise exception 'grant %: no way from % to %', old.grant_id, old.state, new.state
      using errcode = 'check_violation', constraint = 'memory_grant_moves_legally';
  end if;
  return new;
end $$;

drop index memory_grant_unfinished;
create index memory_grant_unfinished on memory_grant (host_id)
  where state in ('GRANTED', 'ONLINE', 'RELEASING', 'LOST');
create index memory_grant_unfinished_of_pool on memory_grant (pool_id)
  where state in ('GRANTED', 'ONLINE', 'RELEASING', 'LOST');

-- What the driver of a pool has to do next.
drop index slice_waits_for_device;
create index slice_waits_for_device on slice (pool_id, slice_no)
  where not device_settled or state = 'SCRUBBING'
    or (state in ('OFFLINING', 'LOST') and total_blocks > 0 and offline_blocks = total_blocks)
    or (state = 'LOST' and host_id is null);

-- No grant through a closed port. The row is held until the grant is committed, so that whoever
-- closes the port sees the grant.
create function memory_grant_through_open_port() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
declare
  is_open boolean;
begin
  select open into is_open from port
    where pool_id = new.pool_id and host_id = new.host_id for share;
  if not is_open then
    raise exception 'grant %: the port of % on % is closed', new.grant_id, new.host_id, new.pool_id
      using errcode = 'check_violation', constraint = 'memory_grant_through_open_port';
  end if;
  return new;
end $$;

create trigger memory_grant_through_open_port before insert on memory_grant for each row
  when (new.state = 'GRANTED') execute function memory_grant_through_open_port();

grant update (failed_at) on pool to ${role};
grant update (open) on port to ${role};
grant select, insert on pool_failure, affected_grant to ${role};
grant update (replaced_at) on pool_failure to ${role};

-- Orders to hosts that are about a VM and not about who owns slices. One row per order; none is ever
-- deleted. All times are this database's.
create table operation (
  host_id text not null constraint operation_of_host references host (host_id),
  operation_id text not null,
  kind text not null,
  vm_id text not null,
  grant_id text not null,
  -- of the grant
  pool_id text not null,
  target_host_id text,
  target_grant_id text constraint operation_target_known references memory_grant (grant_id),
  memory_mib bigint,
  deadline_millis bigint not null,
  state text not null default 'PENDING',
  done_mib bigint not null default 0,
  cause text,
  created_at timestamptz not null default clock_timestamp(),
  deadline_at timestamptz not null,
  cancel_asked_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  constraint operation_pk primary key (host_id, operation_id),
  constraint operation_kind_known check (kind in ('ATTACH', 'COPY', 'MIGRATE')),
  constraint operation_state_known
    check (state in ('PENDING', 'RUNNING', 'DONE', 'FAILED', 'EXPIRED', 'CANCELLED')),
  constraint operation_on_its_grant foreign key (grant_id, pool_id, host_id)
    references memory_grant (grant_id, pool_id, host_id),
  constraint operation_of_its_vm check (
    left(grant_id, length(vm_id) + 1) = vm_id || '.'
    and substr(grant_id, length(vm_id) + 2) ~ '^[0-9]+$'
    and (target_grant_id is null or (left(target_grant_id, length(vm_id) + 1) = vm_id || '.'
      and substr(target_grant_id, length(vm_id) + 2) ~ '^[0-9]+$'))),
  constraint operation_target_fits_kind check (
    (kind = 'MIGRATE') = (target_host_id is not null)
    and (kind = 'MIGRATE' or target_grant_id is null)),
  constraint operation_goes_elsewhere
    check (target_host_id <> host_id and target_grant_id <> grant_id),
  constraint operation_memory_fits_kind
    check ((kind = 'ATTACH') = (memory_mib is null) and memory_mib between 1 and 33554432),
  constraint operation_deadline_in_range check (deadline_millis between 1000 and 86400000),
  constraint operation_done_in_range check (done_mib between 0 and coalesce(memory_mib, 0)),
  constraint operation_done_is_whole
    check (state <> 'DONE' or done_mib = coalesce(memory_mib, 0)),
  constraint operation_cause_fits_state check (
    case state when 'FAILED' then cause is not null
      when 'DONE' then cause is null
      when 'EXPIRED' then cause is null
      else cause is null or cancel_asked_at is not null end),
  constraint operation_cancelled_when_asked
    check (state <> 'CANCELLED' or cancel_asked_at is not null),
  constraint operation_end_is_timed
    check ((state in ('PENDING', 'RUNNING')) = (ended_at is null))
);

-- A VM has at most one operation that has not ended, on whatever host.
create unique index operation_unfinished_once on operation (vm_id)
  where state in ('PENDING', 'RUNNING');
create index operation_unfinished_by_deadline on operation (deadline_at)
  where state in ('PENDING', 'RUNNING');
create index operation_unfinished_of_host on operation (host_id)
  where state in ('PENDING', 'RUNNING');

-- An operation begins on a host that may be told something, with memory that its VM lives on; what
-- a VM moves away from may be on its way back, replaced by what it moves to. The rows are held until
-- the operation is committed, so that whoever ends them sees it.
create function operation_begins_legally() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
declare
  grant_state text;
  target_state text;
  target_host text;
  boot text;
  fenced text;
begin
  if new.target_grant_id is not null then
    select state, host_id into target_state, target_host from memory_grant
      where grant_id = new.target_grant_id for share;
    if target_state not in ('GRANTED', 'ONLINE') or target_host <> new.target_host_id then
      raise exception 'operation %/%: grant % is not live on %', new.host_id, new.operation_id,
        new.target_grant_id, new.target_host_id
        using errcode = 'check_violation', constraint = 'operation_target_is_live';
    end if;
  end if;
  select state into grant_state from memory_grant where grant_id = new.grant_id for share;
  if grant_state not in ('GRANTED', 'ONLINE')
      and (grant_state <> 'RELEASING' or new.target_grant_id is null) then
    raise exception 'operation %/%: grant % is %', new.host_id, new.operation_id, new.grant_id,
      grant_state using errcode = 'check_violation', constraint = 'operation_grant_is_live';
  end if;
  if new.kind = 'ATTACH' and grant_state <> 'ONLINE' then
    raise exception 'operation %/%: not every slice of grant % is online', new.host_id,
      new.operation_id, new.grant_id
      using errcode = 'check_violation', constraint = 'operation_attaches_online';
  end if;
  if exists (select from pool where pool_id = new.pool_id and failed_at is not null) then
    raise exception 'operation %/%: the EMC of pool % has failed', new.host_id, new.operation_id,
      new.pool_id using errcode = 'check_violation', constraint = 'operation_pool_has_not_failed';
  end if;
  select boot_id, fence into boot, fenced from host where host_id = new.host_id for share;
  if boot is null or fenced is not null then
    raise exception 'operation %/%: its host has not booted or is fenced', new.host_id,
      new.operation_id using errcode = 'check_violation', constraint = 'operation_host_is_up';
  end if;
  new.created_at := clock_timestamp();
  new.deadline_at := new.created_at + new.deadline_millis * interval '1 millisecond';
  return new;
end $$;

create trigger operation_begins_legally before insert on operation
  for each row execute function operation_begins_legally();

-- An end is final, progress never falls, and a deadline passes on this database's clock.
create function operation_moves_legally() returns trigger language plpgsql as $$
begin
  if old.state not in ('PENDING', 'RUNNING') then
    raise exception 'operation %/%: it has ended %', old.host_id, old.operation_id, old.state
      using errcode = 'check_violation', constraint = 'operation_end_is_final';
  end if;
  if (old.state, new.state) = ('RUNNING', 'PENDING') then
    raise exception 'operation %/%: no way from % to %', old.host_id, old.operation_id, old.state,
      new.state using errcode = 'check_violation', constraint = 'operation_moves_legally';
  end if;
  if new.done_mib < old.done_mib then
    raise exception 'operation %/%: % MiB were done, not %', old.host_id, old.operation_id,
      old.done_mib, new.done_mib
      using errcode = 'check_violation', constraint = 'operation_done_rises';
  end if;
  if old.cancel_asked_at is not null
      and new.cancel_asked_at is distinct from old.cancel_asked_at then
    raise exception 'operation %/%: it stays called off', old.host_id, old.operation_id
      using errcode = 'check_violation', constraint = 'operation_stays_called_off';
  end if;
  if new.state = 'EXPIRED' and clock_timestamp() < old.deadline_at then
    raise exception 'operation %/%: its deadline has not passed', old.host_id, old.operation_id
      using errcode = 'check_violation', constraint = 'operation_expires_after_deadline';
  end if;
  if new.state <> old.state then
    if new.state = 'RUNNING' then
      new.started_at := clock_timestamp();
    else
      new.ended_at := clock_timestamp();
    end if;
  end if;
  return new;
end $$;

create trigger operation_moves_legally before update on operation
  for each row execute function operation_moves_legally();

-- What ends operations leaves none: a boot, a fence, an EMC's failure; and what is asked back has
-- its operations called off.
create function host_leaves_no_operation() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
begin
  if exists (select from operation
      where host_id = new.host_id and state in ('PENDING', 'RUNNING')) then
    raise exception 'host %: it booted or is fenced, an operation on it has not ended', new.host_id
      using errcode = 'check_violation', constraint = 'host_leaves_no_operation';
  end if;
  return null;
end $$;

create constraint trigger host_leaves_no_operation after update on host
  deferrable initially deferred for each row
  when (old.boot_id is distinct from new.boot_id or (old.fence is null and new.fence is not null))
  execute function host_leaves_no_operation();

create function pool_failed_leaves_no_operation() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
begin
  if exists (select from operation
      where pool_id = new.pool_id and state in ('PENDING', 'RUNNING')) then
    raise exception 'pool %: it has failed, an operation with its memory has not ended', new.pool_id
      using errcode = 'check_violation', constraint = 'pool_failed_leaves_no_operation';
  end if;
  return null;
end $$;

create constraint trigger pool_failed_leaves_no_operation after update on pool
  deferrable initially deferred for each row
  when (old.failed_at is null and new.failed_at is not null)
  execute function pool_failed_leaves_no_operation();

create function memory_grant_leaves_no_operation() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
begin
  if exists (select from operation
      where vm_id = new.vm_id and state in ('PENDING', 'RUNNING') and cancel_asked_at is null
        and new.grant_id in (grant_id, target_grant_id)) then
    raise exception 'grant %: it is not live any more, an operation with it goes on', new.grant_id
      using errcode = 'check_violation', constraint = 'memory_grant_leaves_no_operation';
  end if;
  return null;
end $$;

create constraint trigger memory_grant_leaves_no_operation after update on memory_grant
  deferrable initially deferred for each row
  when (old.state in ('GRANTED', 'ONLINE') and new.state not in ('GRANTED', 'ONLINE'))
  execute function memory_grant_leaves_no_operation();

-- Operations go through the feed of their host.
alter table command add column operation_id text;
alter table command drop constraint command_kind_known;
alter table command add constraint command_kind_known
  check (kind in ('ONLINE', 'OFFLINE', 'OPERATE', 'CANCEL'));
alter table command add constraint command_names_its_operation
  check ((kind in ('OPERATE', 'CANCEL')) = (operation_id is not null));
alter table command add constraint command_of_operation foreign key (host_id, operation_id)
  references operation (host_id, operation_id);

grant select on operation to ${role};
grant insert (host_id, operation_id, kind, vm_id, grant_id, pool_id, target_host_id,
  target_grant_id, memory_mib, deadline_millis) on operation to ${role};
grant update (state, done_mib, cause, cancel_asked_at) on operation to ${role};

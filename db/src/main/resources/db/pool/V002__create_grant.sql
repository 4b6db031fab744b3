-- The newest attempt known of each VM; an older one is refused.
create table vm_attempt (
  vm_id text constraint vm_attempt_pk primary key,
  attempt integer not null,
  constraint vm_attempt_positive check (attempt >= 1)
);

create function vm_attempt_never_falls() returns trigger language plpgsql as $$
begin
  if new.attempt < old.attempt then
    raise exception 'vm %: attempt % is older than %', old.vm_id, new.attempt, old.attempt
      using errcode = 'check_violation', constraint = 'vm_attempt_rises';
  end if;
  return new;
end $$;

create trigger vm_attempt_rises before update on vm_attempt
  for each row execute function vm_attempt_never_falls();

-- One row per grant that was ever asked for or withdrawn; none is ever deleted.
create table memory_grant (
  grant_id text constraint memory_grant_pk primary key,
  vm_id text not null constraint memory_grant_of_vm references vm_attempt (vm_id),
  attempt integer not null,
  state text not null,
  pool_id text,
  host_id text,
  size_gib integer,
  created_at timestamptz not null default clock_timestamp(),
  online_at timestamptz,
  releasing_at timestamptz,
  released_at timestamptz,
  constraint memory_grant_state_known
    check (state in ('GRANTED', 'ONLINE', 'RELEASING', 'RELEASED', 'WITHDRAWN')),
  constraint memory_grant_attempt_once unique (vm_id, attempt),
  constraint memory_grant_named_by_attempt check (grant_id = vm_id || '.' || attempt),
  constraint memory_grant_has_place check (
    (state = 'WITHDRAWN') = (pool_id is null)
    and (pool_id is null) = (host_id is null) and (pool_id is null) = (size_gib is null)),
  constraint memory_grant_size_positive check (size_gib >= 1),
  constraint memory_grant_through_port foreign key (pool_id, host_id)
    references port (pool_id, host_id),
  constraint memory_grant_place_once unique (grant_id, pool_id, host_id)
);

-- A VM has at most one live grant.
create unique index memory_grant_live_once on memory_grant (vm_id)
  where state in ('GRANTED', 'ONLINE');

-- what a host's new boot looks for
create index memory_grant_unfinished on memory_grant (host_id)
  where state in ('GRANTED', 'ONLINE', 'RELEASING');

create function memory_grant_moves_legally() returns trigger language plpgsql as $$
begin
  if (new.grant_id, new.vm_id, new.attempt, new.pool_id, new.host_id, new.size_gib)
      is distinct from (old.grant_id, old.vm_id, old.attempt, old.pool_id, old.host_id, old.size_gib)
      or (new.state <> old.state and (old.state, new.state) not in (
        ('GRANTED', 'ONLINE'), ('ONLINE', 'GRANTED'), ('GRANTED', 'RELEASING'),
        ('ONLINE', 'RELEASING'), ('RELEASING', 'RELEASED'))) then
    raise exception 'grant %: no way from % to %', old.grant_id, old.state, new.state
      using errcode = 'check_violation', constraint = 'memory_grant_moves_legally';
  end if;
  return new;
end $$;

create trigger memory_grant_moves_legally before update on memory_grant
  for each row execute function memory_grant_moves_legally();

-- A new grant makes its attempt known and locks the VM's row, so that an older attempt and a newer
-- one in two transactions cannot pass each other.
create function memory_grant_is_newest() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
declare
  newest integer;
begin
  if new.state not in ('GRANTED', 'WITHDRAWN') then
    raise exception 'grant %: it cannot begin as %', new.grant_id, new.state
      using errcode = 'check_violation', constraint = 'memory_grant_begins_granted';
  end if;
  insert into vm_attempt as known (vm_id, attempt) values (new.vm_id, new.attempt)
    on conflict (vm_id) do update set attempt = greatest(known.attempt, excluded.attempt)
    returning attempt into newest;
  if new.state <> 'WITHDRAWN' and newest > new.attempt then
    raise exception 'grant %: attempt % is known', new.grant_id, newest
      using errcode = 'check_violation', constraint = 'memory_grant_is_newest';
  end if;
  return new;
end $$;

create trigger memory_grant_is_newest before insert on memory_grant
  for each row execute function memory_grant_is_newest();

grant select, insert, update on vm_attempt, memory_grant to ${role};

-- One row per VM that was ever accepted; a name is never used again, so no row is ever deleted. The
-- row is the VM's claim on its host: moving it replaces the claim, it cannot add one.
-- REFUSED is a VM that no client was ever told of: it holds nothing, its name may be asked for again,
-- and its attempts go on counting, since the pool manager remembers the grants of the earlier ones.
create table vm (
  vm_id text constraint vm_pk primary key,
  state text not null,
  request jsonb not null,
  request_hash bytea not null,
  policy text not null,
  attempt integer not null,
  host_id text not null constraint vm_on_known_host references host (host_id),
  vcpus integer not null,
  memory_mib bigint not null,
  local_mib bigint not null,
  pool_gib integer not null,
  pool_id text,
  -- whether a client was told 2xx; such a VM is never given up
  acknowledged boolean not null default false,
  -- who drives the VM's next step, until when; any replica may take over after that
  driver text,
  driver_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  placed_at timestamptz,
  ready_at timestamptz,
  deleting_at timestamptz,
  deleted_at timestamptz,
  constraint vm_state_known
    check (state in ('PENDING', 'PLACED', 'READY', 'DELETING', 'DELETED', 'REFUSED')),
  constraint vm_acknowledged_not_refused check (not (acknowledged and state = 'REFUSED')),
  constraint vm_placed_is_acknowledged
    check (acknowledged or state not in ('PLACED', 'READY')),
  constraint vm_shape_positive check (vcpus >= 1 and memory_mib >= 1),
  constraint vm_memory_adds_up check (
    local_mib >= 0 and pool_gib >= 0 and local_mib + pool_gib::bigint * 1024 = memory_mib),
  constraint vm_pool_named_iff_used check ((pool_gib > 0) = (pool_id is not null)),
  constraint vm_attempt_positive check (attempt >= 1)
);

create index vm_by_host on vm (host_id) where state not in ('DELETED', 'REFUSED');
create index vm_unfinished on vm (state, driver_until) where state in ('PENDING', 'PLACED');

create function vm_moves_legally() returns trigger language plpgsql as $$
begin
  if new.vm_id <> old.vm_id or new.attempt < old.attempt then
    raise exception 'vm %: attempt % does not follow %', old.vm_id, new.attempt, old.attempt
      using errcode = 'check_violation', constraint = 'vm_attempt_rises';
  end if;
  if (new.request_hash, new.vcpus, new.memory_mib)
        is distinct from (old.request_hash, old.vcpus, old.memory_mib)
      and old.state <> 'REFUSED' then
    raise exception 'vm %: what was asked for stays', old.vm_id
      using errcode = 'check_violation', constraint = 'vm_request_stays';
  end if;
  if old.state = 'REFUSED' and new.attempt = old.attempt and new.state <> old.state then
    raise exception 'vm %: asking again needs another attempt', old.vm_id
      using errcode = 'check_violation', constraint = 'vm_place_belongs_to_attempt';
  end if;
  if new.attempt = old.attempt
      and (new.host_id, new.local_mib, new.pool_gib, new.pool_id)
        is distinct from (old.host_id, old.local_mib, old.pool_gib, old.pool_id) then
    raise exception 'vm %: another place needs another attempt', old.vm_id
      using errcode = 'check_violation', constraint = 'vm_place_belongs_to_attempt';
  end if;
  if old.acknowledged and not new.acknowledged then
    raise exception 'vm %: it was acknowledged', old.vm_id
      using errcode = 'check_violation', constraint = 'vm_stays_acknowledged';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
      ('PENDING', 'PLACED'), ('PENDING', 'READY'), ('PENDING', 'DELETING'),
      ('PLACED', 'READY'), ('PLACED', 'PENDING'), ('PLACED', 'DELETING'),
      ('READY', 'PENDING'), ('READY', 'DELETING'),
      ('DELETING', 'DELETED'),
      ('PENDING', 'REFUSED'), ('REFUSED', 'PENDING'), ('REFUSED', 'READY')) then
    raise exception 'vm %: no way from % to %', old.vm_id, old.state, new.state
      using errcode = 'check_violation', constraint = 'vm_moves_legally';
  end if;
  return new;
end $$;

create trigger vm_moves_legally before update on vm
  for each row execute function vm_moves_legally();

-- Keeps each host's use equal to what its VMs hold; the host's own constraints refuse too much.
create function vm_holds_host() returns trigger language plpgsql security definer
    set search_path = ${schema}, pg_temp as $$
declare
  held record;
begin
  for held in
    select host_id, sum(vcpus)::integer as vcpus, sum(local_mib)::bigint as local_mib from (
      select new.host_id, new.vcpus, new.local_mib where new.state not in ('DELETED', 'REFUSED')
      union all
      select old.host_id, -old.vcpus, -old.local_mib
        where tg_op = 'UPDATE' and old.state not in ('DELETED', 'REFUSED')
    ) as change (host_id, vcpus, local_mib)
    group by host_id
    having sum(vcpus) <> 0 or sum(local_mib) <> 0
    order by host_id
  loop
    update host
      set used_vcpus = used_vcpus + held.vcpus, used_local_mib = used_local_mib + held.local_mib
      where host_id = held.host_id;
  end loop;
  return null;
end $$;

create trigger vm_holds_host after insert or update on vm
  for each row execute function vm_holds_host();

grant select, insert, update on vm to ${role};

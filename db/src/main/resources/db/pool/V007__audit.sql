-- What each host last said of a slice, whether it was believed or not; kept for the audit. Slices
-- are never deleted; without a reference a host's word waits for nobody who holds another's slice.
create table observation (
  pool_id text not null,
  slice_no integer not null,
  host_id text not null constraint observation_of_host references host (host_id),
  boot_id text not null,
  generation bigint not null,
  seen text not null,
  offline_blocks integer not null,
  total_blocks integer not null,
  cause text,
  -- since when it has said so
  since timestamptz not null default clock_timestamp(),
  constraint observation_pk primary key (pool_id, slice_no, host_id),
  constraint observation_seen_known
    check (seen in ('ONLINE', 'OFFLINING', 'OFFLINE', 'STUCK', 'REFUSED'))
);

-- Repairs as they were shown; each is made once, as it was shown.
create table repair_plan (
  plan_id text constraint repair_plan_pk primary key,
  pool_id text constraint repair_plan_of_pool references pool (pool_id),
  steps jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  executed_at timestamptz
);

create function repair_plan_is_final() returns trigger language plpgsql as $$
begin
  if old.executed_at is not null
      or (new.plan_id, new.pool_id, new.steps, new.created_at)
        is distinct from (old.plan_id, old.pool_id, old.steps, old.created_at) then
    raise exception 'repair plan %: it was shown and stays as it is', old.plan_id
      using errcode = 'check_violation', constraint = 'repair_plan_is_final';
  end if;
  return new;
end $$;

create trigger repair_plan_is_final before update on repair_plan
  for each row execute function repair_plan_is_final();

-- As before, and: an entry that another hand changed is taken over by repair where no host can have
-- the slice: it is SCRUBBING, but not settled before its entry was cleared and read back.
create or replace function slice_moves_legally() returns trigger language plpgsql as $$
declare
  taken_over boolean := new.state = 'SCRUBBING' and not new.device_settled;
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
        ('FREE', 'SCRUBBING'), ('RELEASING', 'SCRUBBING'),
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
          or (new.generation <= old.generation and not taken_over)) then
      raise exception 'slice %/%: owner dropped before host and EMC gave it up', old.pool_id, old.slice_no
        using errcode = 'check_violation', constraint = 'slice_given_up_before_scrub';
    end if;
    if new.state = 'QUARANTINED' and old.state in ('ASSIGNED', 'ONLINE') and not new.fenced then
      raise exception 'slice %/%: its host was not asked for it', old.pool_id, old.slice_no
        using errcode = 'check_violation', constraint = 'slice_quarantined_by_fence';
    end if;
    if (old.state, new.state) = ('QUARANTINED', 'SCRUBBING')
        and (not old.fenced or (new.generation <= old.generation and not taken_over)) then
      raise exception 'slice %/%: owner dropped without a fence or before the EMC', old.pool_id,
        old.slice_no using errcode = 'check_violation', constraint = 'slice_fenced_before_scrub';
    end if;
    if (old.state, new.state) in (('FREE', 'SCRUBBING'), ('RELEASING', 'SCRUBBING'))
        and (not taken_over or (old.state = 'RELEASING' and old.device_settled)) then
      raise exception 'slice %/%: a host may have it', old.pool_id, old.slice_no
        using errcode = 'check_violation', constraint = 'slice_taken_over_unused';
    end if;
    if (old.state, new.state) = ('SCRUBBING', 'FREE') and not old.device_settled then
      raise exception 'slice %/%: its EMC entry was not read back', old.pool_id, old.slice_no
        using errcode = 'check_violation', constraint = 'slice_free_after_device';
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
  if new.state in ('ASSIGNED', 'RELEASING', 'QUARANTINED', 'SCRUBBING') and new.device_settled
      and not old.device_settled and new.generation <= old.generation then
    raise exception 'slice %/%: the EMC was not read back with its owner', old.pool_id, old.slice_no
      using errcode = 'check_violation', constraint = 'slice_settled_by_device';
  end if;
  return new;
end $$;

grant select, insert on observation, repair_plan to ${role};
grant update (boot_id, generation, seen, offline_blocks, total_blocks, cause, since)
  on observation to ${role};
grant update (executed_at) on repair_plan to ${role};

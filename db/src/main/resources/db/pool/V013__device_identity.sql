-- The device that a pool's EMC is, by the identity that the device itself keeps. One device serves at
-- most one pool; which one a failed pool had is kept until another takes its place. Absent for pools
-- declared before devices had identities, until their EMC is met.
alter table pool add column device_id uuid;
alter table pool add constraint pool_device_once unique (device_id);

create function pool_keeps_its_device() returns trigger language plpgsql as $$
begin
  if new.incarnation = old.incarnation and old.device_id is not null
      and new.device_id is distinct from old.device_id then
    raise exception 'pool %: device % serves it, % takes its place only as a new incarnation',
      old.pool_id, old.device_id, new.device_id
      using errcode = 'check_violation', constraint = 'pool_keeps_its_device';
  end if;
  if new.incarnation <> old.incarnation and new.device_id = old.device_id then
    raise exception 'pool %: device % has failed and does not take its own place', old.pool_id,
      old.device_id using errcode = 'check_violation', constraint = 'pool_replaced_by_another';
  end if;
  return new;
end $$;

create trigger pool_keeps_its_device before update on pool
  for each row execute function pool_keeps_its_device();

grant insert (device_id), update (device_id) on pool to ${role};

-- How many slices of each pool are in each state, kept with every change of slices: a cloud has
-- hundreds of thousands of slices, and they are counted all the time.
create table slice_count (
  pool_id text constraint slice_count_pk primary key
    constraint slice_count_of_pool references pool (pool_id),
  capacity_gib integer not null,
  free integer not null default 0,
  assigned integer not null default 0,
  online integer not null default 0,
  releasing integer not null default 0,
  offlining integer not null default 0,
  scrubbing integer not null default 0,
  quarantined integer not null default 0,
  lost integer not null default 0,
  constraint slice_count_not_negative check (
    least(free, assigned, online, releasing, offlining, scrubbing, quarantined, lost) >= 0),
  constraint slice_count_adds_up check (
    free + assigned + online + releasing + offlining + scrubbing + quarantined + lost
      = capacity_gib)
) with (fillfactor = 50);

insert into slice_count
  select pool.pool_id, capacity_gib,
    count(*) filter (where state = 'FREE'), count(*) filter (where state = 'ASSIGNED'),
    count(*) filter (where state = 'ONLINE'), count(*) filter (where state = 'RELEASING'),
    count(*) filter (where state = 'OFFLINING'), count(*) filter (where state = 'SCRUBBING'),
    count(*) filter (where state = 'QUARANTINED'), count(*) filter (where state = 'LOST')
  from pool join slice on slice.pool_id = pool.pool_id
  group by pool.pool_id, capacity_gib;

create or replace function pool_makes_slices() returns trigger language plpgsql security definer
    set search_path = ${schema}, pg_temp as $$
begin
  insert into slice (pool_id, slice_no)
    select new.pool_id, n from generate_series(0, new.capacity_gib - 1) as n;
  insert into slice_count (pool_id, capacity_gib, free)
    values (new.pool_id, new.capacity_gib, new.capacity_gib);
  return null;
end $$;

-- Nobody but this writes the counts. They are locked after everything but the outbox, pool after
-- pool in their order.
create function slice_count_follows() returns trigger language plpgsql security definer
    set search_path = ${schema}, pg_temp as $$
declare
  pools text[];
begin
  select array_agg(distinct n.pool_id) into pools
    from is_now as n join was as o on o.pool_id = n.pool_id and o.slice_no = n.slice_no
    where n.state <> o.state;
  if pools is null then
    return null;
  end if;
  perform from slice_count where pool_id = any(pools) order by pool_id for no key update;
  update slice_count as c set
    free = c.free + m.free, assigned = c.assigned + m.assigned, online = c.online + m.online,
    releasing = c.releasing + m.releasing, offlining = c.offlining + m.offlining,
    scrubbing = c.scrubbing + m.scrubbing, quarantined = c.quarantined + m.quarantined,
    lost = c.lost + m.lost
  from (
    select pool_id,
      coalesce(sum(n) filter (where state = 'FREE'), 0) as free,
      coalesce(sum(n) filter (where state = 'ASSIGNED'), 0) as assigned,
      coalesce(sum(n) filter (where state = 'ONLINE'), 0) as online,
      coalesce(sum(n) filter (where state = 'RELEASING'), 0) as releasing,
      coalesce(sum(n) filter (where state = 'OFFLINING'), 0) as offlining,
      coalesce(sum(n) filter (where state = 'SCRUBBING'), 0) as scrubbing,
      coalesce(sum(n) filter (where state = 'QUARANTINED'), 0) as quarantined,
      coalesce(sum(n) filter (where state = 'LOST'), 0) as lost
    from (
      select pool_id, state, 1 as n from is_now union all select pool_id, state, -1 from was) as one
    group by pool_id) as m
  where c.pool_id = m.pool_id and c.pool_id = any(pools);
  return null;
end $$;

create trigger slice_count_follows after update on slice
  referencing old table as was new table as is_now
  for each statement execute function slice_count_follows();

grant select on slice_count to ${role};

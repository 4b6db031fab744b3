-- Grants that were refused since too few slices were free, for the forecast of each pool: what was
-- asked for, once for each VM however often it asks.
create table refused_grant (
  vm_id text not null,
  pool_id text not null constraint refused_grant_of_pool references pool (pool_id),
  size_gib integer not null,
  refused_at timestamptz not null default clock_timestamp(),
  constraint refused_grant_pk primary key (vm_id, pool_id),
  constraint refused_grant_size_positive check (size_gib > 0)
);
create index refused_grant_by_time on refused_grant (refused_at);

grant select, insert, delete on refused_grant to ${role};

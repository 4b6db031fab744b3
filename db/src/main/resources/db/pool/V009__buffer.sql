-- What was granted and released lately, for the forecast of each pool's free slices.
create index memory_grant_by_commit on memory_grant (created_at) where pool_id is not null;
create index memory_grant_by_release on memory_grant (released_at) where released_at is not null;

-- When the VM of a grant is known to leave; null when it is not.
alter table memory_grant add column leaving_at timestamptz;
create index memory_grant_leaving on memory_grant (pool_id, leaving_at)
  where leaving_at is not null and state in ('GRANTED', 'ONLINE');

-- Whether the free slices of a pool cover what grants may ask for, as it was announced last.
create table pool_buffer (
  pool_id text constraint pool_buffer_pk primary key
    constraint pool_buffer_of_pool references pool (pool_id),
  state text not null,
  since timestamptz not null default clock_timestamp(),
  constraint pool_buffer_state_known check (state in ('HOLDS', 'LOW'))
);

grant select, insert on pool_buffer to ${role};
grant update (state, since) on pool_buffer to ${role};

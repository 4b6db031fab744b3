create table pool (
  pool_id text constraint pool_pk primary key,
  capacity_gib integer not null,
  emc text not null,
  incarnation integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  constraint pool_capacity_in_range check (capacity_gib between 1 and 1024),
  constraint pool_incarnation_positive check (incarnation >= 1)
);

-- Host side of a pool. The EMC knows the host by the port's number.
create table host (
  host_id text constraint host_pk primary key,
  boot_id text,
  booted_at_millis bigint,
  block_bytes bigint,
  -- why the host may not get pool memory, if it may not
  refusal text,
  last_command bigint not null default 0,
  constraint host_boot_is_whole check (
    (boot_id is null) = (booted_at_millis is null) and (boot_id is null) = (block_bytes is null))
);

create table port (
  pool_id text not null constraint port_of_pool references pool (pool_id),
  host_id text not null constraint port_of_host references host (host_id),
  port_no smallint not null,
  constraint port_pk primary key (pool_id, host_id),
  constraint port_number_once unique (pool_id, port_no),
  constraint port_number_in_range check (port_no between 0 and 63)
);

grant select on pool, host, port to ${role};
grant insert (pool_id, capacity_gib, emc) on pool to ${role};
grant update (emc, incarnation) on pool to ${role};
grant insert, update on host to ${role};
grant insert on port to ${role};

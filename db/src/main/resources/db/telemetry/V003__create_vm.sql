-- Who a VM is and what became of it, as told on tarn.placements. Empty texts were not said.
create table vm (
  vm_id text constraint vm_pk primary key,
  last_sequence bigint not null,
  state text not null,
  host_id text not null default '',
  vcpus integer not null default 0,
  local_mib bigint not null default 0,
  pool_gib integer not null default 0,
  memory_mib bigint not null default 0,
  customer text not null default '',
  vm_type text not null default '',
  guest_os text not null default '',
  region text not null default '',
  workload text not null default '',
  -- clock of the scheduler
  started_millis bigint,
  ended_millis bigint,
  constraint vm_state_known
    check (state in ('RESERVED', 'PLACED', 'READY', 'DELETING', 'DELETED', 'REFUSED'))
);

create index vm_by_customer on vm (customer, vm_type) where customer <> '';
create index vm_by_workload on vm (customer, workload) where workload <> '';

-- Scans of a VM's access bits.
create table vm_scan (
  vm_id text not null,
  taken_at timestamptz not null,
  host_id text not null,
  uptime_millis bigint not null,
  size_mib bigint not null,
  covered_mib bigint not null,
  touched_ever_mib bigint not null,
  touched_since_last_scan_mib bigint not null,
  mechanism text not null,
  since_start boolean not null,
  constraint vm_scan_pk primary key (vm_id, taken_at, host_id)
) partition by range (taken_at);

-- The newest scan of each VM.
create table vm_memory (
  vm_id text constraint vm_memory_pk primary key,
  taken_millis bigint not null,
  host_id text not null,
  uptime_millis bigint not null,
  size_mib bigint not null,
  covered_mib bigint not null,
  touched_ever_mib bigint not null,
  touched_since_last_scan_mib bigint not null,
  mechanism text not null,
  since_start boolean not null,
  scans integer not null,
  received_at timestamptz not null default clock_timestamp(),
  constraint vm_memory_scan_within_size
    check (covered_mib between 0 and size_mib and touched_ever_mib between 0 and size_mib)
);

-- VMs of which something changed that their customer's or workload's history depends on.
create table history_stale (
  id bigint generated always as identity constraint history_stale_pk primary key,
  vm_id text not null
);

-- What was last told on tarn.history.
create table history (
  record_key text constraint history_pk primary key,
  customer text not null,
  vm_type text not null,
  workload text not null,
  as_of_millis bigint not null,
  -- bytes of History without a header
  body bytea not null,
  told_at timestamptz not null default clock_timestamp()
);

create index history_by_customer on history (customer);

grant select, insert, update on vm to ${role};
grant select, insert on vm_scan to ${role};
grant select, insert, update on vm_memory to ${role};
grant select, insert, delete on history_stale to ${role};
grant select, insert, update on history to ${role};

create table host (
  host_id text constraint host_pk primary key,
  vcpus integer not null,
  local_mib bigint not null,
  reserved_vcpus integer not null,
  reserved_mib bigint not null,
  rack text,
  pools text[] not null,
  labels jsonb not null,
  cordoned boolean not null default false,
  -- rises with every edit of an administrator
  version bigint not null default 1,
  -- rises with every change of the row, kept by a trigger: of two readings, the higher is newer
  revision bigint not null default 1,
  -- kept by the trigger on vm alone: what the VMs placed on the host hold
  used_vcpus integer not null default 0,
  used_local_mib bigint not null default 0,
  constraint host_shape_positive check (vcpus >= 1 and local_mib >= 1),
  constraint host_reserve_within_shape
    check (reserved_vcpus between 0 and vcpus and reserved_mib between 0 and local_mib),
  constraint host_vcpus_not_exceeded check (used_vcpus between 0 and vcpus - reserved_vcpus),
  constraint host_local_memory_not_exceeded
    check (used_local_mib between 0 and local_mib - reserved_mib)
);

create function host_counts_revisions() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;

create trigger host_counts_revisions before update on host
  for each row execute function host_counts_revisions();

grant select on host to ${role};
grant insert (host_id, vcpus, local_mib, reserved_vcpus, reserved_mib, rack, pools, labels, cordoned)
  on host to ${role};
grant update (vcpus, local_mib, reserved_vcpus, reserved_mib, rack, pools, labels, cordoned, version)
  on host to ${role};

-- What is known of each scanned VM's memory, and why it is no label, if it is none. Memory that a scan
-- did not look at counts as touched. The last scan must be near the VM's end, on the host's own clock
-- where there are windows.
create view v_vm_memory as
select m.*, m.covered_mib::double precision / m.size_mib as coverage,
  greatest(m.covered_mib - m.touched_ever_mib, 0) as untouched_mib,
  m.size_mib - greatest(m.covered_mib - m.touched_ever_mib, 0) as touched_mib,
  v.vm_id is not null as known, v.ended_millis,
  case
    when v.vm_id is null then 'unknown-vm'
    when v.ended_millis is null then 'running'
    when m.mechanism not in ('PAGE_IDLE', 'DAMON', 'SIMULATED') then 'mechanism'
    when not m.since_start then 'not-since-start'
    when m.covered_mib < 0.95 * m.size_mib then 'coverage'
    when m.uptime_millis < 1800000 then 'short-life'
    when coalesce(s.newest_millis, v.ended_millis) - m.taken_millis > 3600000 then 'scan-before-end'
    else ''
  end as distrust
from vm_memory m left join vm v using (vm_id) left join vm_seen s using (vm_id);

-- One row per VM that has left, lived long enough and was scanned well.
create view v_training_vm as
select v.vm_id, v.customer, v.vm_type, v.guest_os, v.region, v.workload, v.memory_mib, v.vcpus,
  v.started_millis, v.ended_millis, least(m.touched_mib, v.memory_mib) as touched_ever_mib,
  m.taken_millis as scanned_until_millis
from vm v join v_vm_memory m using (vm_id)
where m.distrust = '' and v.state in ('DELETING', 'DELETED') and v.memory_mib > 0 and v.vcpus > 0
  and v.started_millis is not null;

-- One row per workload of a customer, UTC day and version of the features: their mean over the trusted
-- windows of all its VMs.
create view v_training_workload as
with part as (
  select v.customer, v.workload, d.day, d.feature_version, d.windows, d.feature_sums, d.newest_millis,
    v.memory_mib
  from vm_day d join vm v using (vm_id)
  where v.customer <> '' and v.workload <> '' and d.windows > 0 and v.memory_mib > 0
), whole as (
  select customer, workload, day, feature_version, sum(windows)::integer as windows,
    count(*)::integer as vms, round(avg(memory_mib))::bigint as memory_mib,
    max(newest_millis) as newest_millis
  from part group by customer, workload, day, feature_version
), feature as (
  select customer, workload, day, feature_version, f.place, sum(f.total) as total
  from part cross join lateral unnest(feature_sums) with ordinality as f (total, place)
  group by customer, workload, day, feature_version, f.place
)
select w.customer || '/' || w.workload as workload_id,
  (extract(epoch from w.day) * 1000)::bigint as day_start_millis, w.windows, w.vms,
  w.feature_version, array_agg((f.total / w.windows)::real order by f.place) as features,
  w.memory_mib, w.customer, w.workload, w.newest_millis
from whole w join feature f using (customer, workload, day, feature_version)
group by w.customer, w.workload, w.day, w.windows, w.vms, w.feature_version, w.memory_mib,
  w.newest_millis;

grant select on v_vm_memory, v_training_vm, v_training_workload to ${role};

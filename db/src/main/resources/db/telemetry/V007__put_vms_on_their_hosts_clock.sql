-- A VM's start and end as its host saw them, on the clock of windows and scans; the scheduler's clock
-- may differ from it by days, and says only whether the VM has left. A VM ended with its newest window
-- or with its last scan, whichever was later; the last scan must be near that end.
create or replace view v_vm_memory as
select m.*, m.covered_mib::double precision / m.size_mib as coverage,
  greatest(m.covered_mib - m.touched_ever_mib, 0) as untouched_mib,
  m.size_mib - greatest(m.covered_mib - m.touched_ever_mib, 0) as touched_mib,
  v.vm_id is not null as known,
  case when v.ended_millis is not null then greatest(m.taken_millis, s.newest_millis) end
    as ended_millis,
  case
    when v.vm_id is null then 'unknown-vm'
    when v.ended_millis is null then 'running'
    when m.mechanism not in ('PAGE_IDLE', 'DAMON', 'SIMULATED') then 'mechanism'
    when not m.since_start then 'not-since-start'
    when m.covered_mib < 0.95 * m.size_mib then 'coverage'
    when m.uptime_millis < 1800000 then 'short-life'
    when s.newest_millis - m.taken_millis > 3600000 then 'scan-before-end'
    else ''
  end as distrust
from vm_memory m left join vm v using (vm_id) left join vm_seen s using (vm_id);

create or replace view v_training_vm as
select v.vm_id, v.customer, v.vm_type, v.guest_os, v.region, v.workload, v.memory_mib, v.vcpus,
  m.taken_millis - m.uptime_millis as started_millis, m.ended_millis,
  least(m.touched_mib, v.memory_mib) as touched_ever_mib, m.taken_millis as scanned_until_millis
from vm v join v_vm_memory m using (vm_id)
where m.distrust = '' and v.state in ('DELETING', 'DELETED') and v.memory_mib > 0 and v.vcpus > 0
  and v.started_millis is not null;

-- what is stuck and may be asked for again
create index slice_stuck on slice (pool_id, slice_no) where state = 'QUARANTINED' and not fenced;

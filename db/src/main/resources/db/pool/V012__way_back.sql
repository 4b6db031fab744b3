-- How the slices of a grant come back, by the worst that befell one of them on the way: its host
-- could not give it up for a while, it was taken by a fence, it was lost with its EMC.
alter table memory_grant add column way_back text not null default 'CLEAN';
alter table memory_grant add constraint memory_grant_way_back_known
  check (way_back in ('CLEAN', 'STUCK', 'FENCED', 'LOST'));

-- When slices of it were lost with their EMC.
alter table memory_grant add column lost_at timestamptz;

create function memory_grant_way_back_worsens() returns trigger language plpgsql as $$
declare
  ways constant text[] := array['CLEAN', 'STUCK', 'FENCED', 'LOST'];
begin
  if array_position(ways, new.way_back) < array_position(ways, old.way_back) then
    raise exception 'grant %: % happened to it, which % does not undo', old.grant_id, old.way_back,
      new.way_back using errcode = 'check_violation', constraint = 'memory_grant_way_back_worsens';
  end if;
  return new;
end $$;

create trigger memory_grant_way_back_worsens before update of way_back on memory_grant
  for each row execute function memory_grant_way_back_worsens();

-- Whoever moves a slice so holds its grant's row.
create function slice_marks_way_back() returns trigger language plpgsql
    set search_path = ${schema}, pg_temp as $$
declare
  ways constant text[] := array['CLEAN', 'STUCK', 'FENCED', 'LOST'];
  shown constant text := case when new.state = 'LOST' then 'LOST'
    when new.fenced then 'FENCED' else 'STUCK' end;
begin
  update memory_grant set way_back = shown,
      lost_at = case when shown = 'LOST' then clock_timestamp() end
    where grant_id = new.grant_id and array_position(ways, way_back) < array_position(ways, shown);
  return null;
end $$;

create trigger slice_marks_way_back after update on slice for each row
  when (new.state in ('QUARANTINED', 'LOST') and new.grant_id is not null
    and (new.state, new.fenced) is distinct from (old.state, old.fenced))
  execute function slice_marks_way_back();

-- What can still be seen of grants that are on their way.
update memory_grant set way_back = seen.way
  from (
    select grant_id, case when bool_or(state = 'LOST') then 'LOST'
      when bool_or(fenced) then 'FENCED' else 'STUCK' end as way
    from slice where state in ('QUARANTINED', 'LOST') and grant_id is not null
    group by grant_id) as seen
  where memory_grant.grant_id = seen.grant_id;
update memory_grant set lost_at = lost.at
  from (
    select affected.grant_id, min(failure.failed_at) as at
    from affected_grant as affected
      join pool_failure as failure using (pool_id, incarnation)
    group by affected.grant_id) as lost
  where memory_grant.grant_id = lost.grant_id;

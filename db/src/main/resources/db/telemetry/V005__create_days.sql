-- Daily partitions (UTC) of the tables that grow with time. The service's role may make and drop them
-- through these functions and in no other way.
-- Of raw ones the rows are only kept as long as a window may be opened again.
create function day_tables() returns table (name text, raw boolean) language sql immutable as $$
  values ('minute_samples', true), ('vm_window', false), ('vm_day', false), ('vm_scan', false),
    ('front_end_epoch', false)
$$;

-- Makes a day's partitions where they are missing. Attaching, other than creating in place, keeps
-- nobody from the rows of other days.
create function make_day(wanted date) returns void language plpgsql security definer
    set search_path = ${schema}, pg_temp as $$
declare
  parent text;
  child text;
begin
  perform pg_advisory_xact_lock(hashtext('${schema}.days'));
  for parent in select name from day_tables() order by name loop
    child := parent || '_' || to_char(wanted, 'YYYYMMDD');
    if to_regclass(quote_ident(child)) is null then
      execute format('create table %I (like %I including defaults including constraints including storage)',
        child, parent);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        parent, child, wanted || ' 00:00+00', (wanted + 1) || ' 00:00+00');
    end if;
  end loop;
end $$;

-- The days that have partitions.
create function days() returns setof date language sql stable security definer
    set search_path = ${schema}, pg_temp as $$
  select to_date(right(c.relname, 8), 'YYYYMMDD')
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'vm_window'::regclass
$$;

-- Drops partitions of days before a day; returns how many.
create function drop_days(raw_before date, before date) returns integer
    language plpgsql security definer set search_path = ${schema}, pg_temp as $$
declare
  child record;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('${schema}.days'));
  -- readers of the parent are waited for, but not for long: the next run tries again
  set local lock_timeout = '2s';
  for child in
    select c.relname as name
    from day_tables() t
    join pg_inherits i on i.inhparent = to_regclass(quote_ident(t.name))
    join pg_class c on c.oid = i.inhrelid
    where to_date(right(c.relname, 8), 'YYYYMMDD') < case when t.raw then raw_before else before end
    order by c.relname
  loop
    execute format('drop table %I', child.name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

revoke execute on function make_day(date), drop_days(date, date), days() from public;
grant execute on function make_day(date), drop_days(date, date), days() to ${role};

-- Samples of one host and minute as they came (bytes of HostPmuReport; one behind the other is one
-- report with the samples of both). Windows are computed from these rows, at their first closing and
-- whenever a late sample opens them again.
create table minute_samples (
  host_id text not null,
  start_at timestamptz not null,
  chunk bigint generated always as identity,
  payload bytea not null,
  constraint minute_samples_pk primary key (host_id, start_at, chunk)
) partition by range (start_at);

alter table minute_samples alter column payload set storage external;

-- One closed minute of one VM on one host.
create table vm_window (
  vm_id text not null,
  start_at timestamptz not null,
  host_id text not null,
  -- from 1; each late report that adds to it replaces it by the next
  revision integer not null,
  samples integer not null,
  covered_millis integer not null,
  -- empty when it is trusted
  distrust text not null,
  local_mib double precision not null,
  pool_gib double precision not null,
  -- scaled counters by their number on the bus, from 1: how many samples had them, sum, least, most
  counter_count integer[] not null,
  counter_sum bigint[] not null,
  counter_min bigint[] not null,
  counter_max bigint[] not null,
  feature_version integer not null,
  -- empty when it is not trusted
  features real[] not null,
  closed_at timestamptz not null default clock_timestamp(),
  constraint vm_window_pk primary key (vm_id, start_at, host_id),
  constraint vm_window_revision_positive check (revision >= 1),
  constraint vm_window_covers_a_minute_at_most check (covered_millis between 0 and 60000),
  constraint vm_window_starts_a_minute check (extract(epoch from start_at) % 60 = 0),
  constraint vm_window_has_features_iff_trusted
    check ((distrust = '') = (cardinality(features) > 0))
) partition by range (start_at);

create function vm_window_revision_rises() returns trigger language plpgsql as $$
begin
  if new.revision <= old.revision then
    raise exception 'window of % at %: revision % does not follow %',
      old.vm_id, old.start_at, new.revision, old.revision
      using errcode = 'check_violation', constraint = 'vm_window_revision_rises';
  end if;
  return new;
end $$;

create trigger vm_window_revision_rises before update on vm_window
  for each row execute function vm_window_revision_rises();

-- Sums over the trusted windows of a VM in a UTC day.
create table vm_day (
  vm_id text not null,
  day timestamptz not null,
  feature_version integer not null,
  windows integer not null,
  feature_sums double precision[] not null,
  -- end of the newest window, host's clock
  newest_millis bigint not null,
  constraint vm_day_pk primary key (vm_id, day, feature_version),
  constraint vm_day_windows_in_a_day check (windows >= 0)
) partition by range (day);

-- The end of the newest window of each VM, host's clock.
create table vm_seen (
  vm_id text constraint vm_seen_pk primary key,
  newest_millis bigint not null
);

-- Element by element.
create function array_plus(double precision[], double precision[]) returns double precision[]
    language sql immutable strict parallel safe as $$
  select array_agg(a.x + b.x order by a.place)
  from unnest($1) with ordinality a (x, place) join unnest($2) with ordinality b (x, place)
    using (place)
$$;

grant select, insert on minute_samples to ${role};
grant select, insert, update on vm_window to ${role};
grant select, insert, update on vm_seen to ${role};
grant select, insert, update on vm_day to ${role};

-- Pairs of models, each whole in one row. The bytes are never changed; only the state is.
create table model_pair (
  pair_id text constraint model_pair_pk primary key,
  scenario integer not null,
  state text not null,
  -- why it was rejected or retired
  reason text,
  -- what served before it, so that a rollback knows where to
  predecessor text constraint model_pair_predecessor references model_pair (pair_id),
  manifest bytea not null,
  signature bytea not null,
  forest bytea not null,
  gbm bytea not null,
  trained_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  constraint model_pair_scenario_known check (scenario in (182, 222)),
  constraint model_pair_state_known
    check (state in ('CANDIDATE', 'SERVING', 'RETIRED', 'REJECTED')),
  constraint model_pair_rejected_says_why check (state <> 'REJECTED' or reason is not null)
);

create unique index model_pair_serves_alone on model_pair (scenario) where state = 'SERVING';

create function model_pair_moves_legally() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (
      ('CANDIDATE', 'CANDIDATE'), ('CANDIDATE', 'SERVING'),
      ('SERVING', 'SERVING'), ('SERVING', 'RETIRED'),
      ('RETIRED', 'RETIRED'), ('RETIRED', 'SERVING'),
      ('REJECTED', 'REJECTED')) then
    raise exception 'pair %: % does not become %', old.pair_id, old.state, new.state
      using errcode = 'check_violation', constraint = 'model_pair_moves_legally';
  end if;
  return new;
end $$;

create trigger model_pair_moves_legally before update on model_pair
  for each row execute function model_pair_moves_legally();

grant select, insert on model_pair to ${role};
grant update (state, reason, predecessor, changed_at) on model_pair to ${role};

create table training (
  training_id text constraint training_pk primary key,
  scenario integer not null,
  seed bigint not null,
  state text not null,
  stage text not null,
  -- what came of it, one line
  detail text,
  pair_id text constraint training_of_pair references model_pair (pair_id),
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint training_scenario_known check (scenario in (182, 222)),
  constraint training_state_known check (
    state in ('RUNNING', 'PROMOTED', 'CANDIDATE', 'KEPT', 'TOO_LITTLE_DATA', 'FAILED')),
  constraint training_ended_iff_not_running check ((state = 'RUNNING') = (ended_at is null))
);

create unique index training_runs_alone on training ((true)) where state = 'RUNNING';

grant select, insert on training to ${role};
grant update (state, stage, detail, pair_id, ended_at) on training to ${role};

-- How much workloads slow down wholly on the pool, measured.
create table sensitivity_run (
  workload_id text not null,
  scenario integer not null,
  slowdown_percent real not null,
  run_at timestamptz not null default clock_timestamp(),
  constraint sensitivity_run_pk primary key (workload_id, scenario),
  constraint sensitivity_run_scenario_known check (scenario in (182, 222)),
  constraint sensitivity_run_is_a_number
    check (slowdown_percent between -100 and 100000)
);

grant select, insert on sensitivity_run to ${role};
grant update (slowdown_percent, run_at) on sensitivity_run to ${role};

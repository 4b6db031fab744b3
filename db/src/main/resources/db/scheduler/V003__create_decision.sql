-- What a placement saw and why it was decided so; kept for as long as the VM's row.
create table decision (
  vm_id text not null constraint decision_of_vm references vm (vm_id),
  attempt integer not null,
  decided_at timestamptz not null default clock_timestamp(),
  body jsonb not null,
  constraint decision_pk primary key (vm_id, attempt)
);

grant select, insert on decision to ${role};

-- Grants that the pool manager must take back; a row stays until it has said yes.
create table withdrawal (
  grant_id text constraint withdrawal_pk primary key,
  vm_id text not null constraint withdrawal_of_vm references vm (vm_id),
  asked_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0
);

create index withdrawal_due on withdrawal (due_at);
create index withdrawal_by_vm on withdrawal (vm_id);

grant select, insert, update, delete on withdrawal to ${role};

-- The answer that a request got, so that a repeat gets the same one.
create table idempotency (
  scope text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint idempotency_pk primary key (scope, idempotency_key),
  -- a refusal that may turn out otherwise next time is never stored
  constraint idempotency_answer_is_final check (status not in (409, 429) and status < 500)
);

grant select, insert, delete on idempotency to ${role};

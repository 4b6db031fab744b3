-- Events on their way to the bus. A row is written in the transaction of the fact that it tells.
create table outbox (
  id bigint generated always as identity constraint outbox_pk primary key,
  topic text not null,
  record_key text not null,
  sequence bigint not null,
  payload bytea not null,
  headers jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  constraint outbox_sequence_once unique (topic, record_key, sequence)
);

-- The last sequence given out per topic and key; its row lock keeps the events of a key in order.
create table outbox_sequence (
  topic text not null,
  record_key text not null,
  last_sequence bigint not null,
  constraint outbox_sequence_pk primary key (topic, record_key)
);

-- Events that the broker will never take (too large, for example); kept for an operator.
create table outbox_rejected (
  id bigint constraint outbox_rejected_pk primary key,
  topic text not null,
  record_key text not null,
  sequence bigint not null,
  payload bytea not null,
  headers jsonb not null,
  created_at timestamptz not null,
  reason text not null,
  rejected_at timestamptz not null default clock_timestamp()
);

-- The last sequence consumed per topic and key; repeats are dropped by it.
create table inbox (
  topic text not null,
  record_key text not null,
  last_sequence bigint not null,
  constraint inbox_pk primary key (topic, record_key)
);

grant select, insert, delete on outbox to ${role};
grant select, insert, update on outbox_sequence to ${role};
grant select, insert on outbox_rejected to ${role};
grant select, insert, update on inbox to ${role};

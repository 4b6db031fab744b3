-- Front ends, each with the newest epoch heard of it.
create table front_end (
  front_end_id text constraint front_end_pk primary key,
  incarnation bigint not null,
  epoch bigint not null,
  ended_millis bigint not null,
  body bytea not null,
  received_at timestamptz not null default clock_timestamp()
);

-- Epochs of front ends, as bytes of FrontEndEpoch.
create table front_end_epoch (
  front_end_id text not null,
  incarnation bigint not null,
  epoch bigint not null,
  ended_at timestamptz not null,
  body bytea not null,
  constraint front_end_epoch_pk primary key (front_end_id, incarnation, epoch, ended_at)
) partition by range (ended_at);

grant select, insert, update on front_end to ${role};
grant select, insert on front_end_epoch to ${role};

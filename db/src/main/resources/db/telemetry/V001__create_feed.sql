-- How far each partition of the bus was consumed. A batch advances the row from where its reader found
-- it, in the transaction of what the batch changed; who finds it elsewhere has lost the partition.
create table consumer_offset (
  topic text not null,
  partition_no integer not null,
  next_offset bigint not null,
  constraint consumer_offset_pk primary key (topic, partition_no),
  constraint consumer_offset_not_negative check (next_offset >= 0)
);

-- Which reports of an agent were counted: the highest sequence, and one bit for each of the 64 up to
-- it, the lowest bit for the highest sequence.
create table report_mark (
  topic text not null,
  host_id text not null,
  boot_id text not null,
  incarnation bigint not null,
  last_sequence bigint not null,
  seen bigint not null,
  updated_at timestamptz not null default clock_timestamp(),
  constraint report_mark_pk primary key (topic, host_id, boot_id, incarnation)
);

-- What came from a host on a topic. Times but received_at are of the host's own clock.
create table host_feed (
  topic text not null,
  host_id text not null,
  -- no sample of a window that ends here or before is waited for
  watermark_millis bigint not null,
  sent_millis bigint not null,
  received_at timestamptz not null default clock_timestamp(),
  reports bigint not null,
  repeats bigint not null,
  late_reports bigint not null,
  constraint host_feed_pk primary key (topic, host_id)
);

grant select, insert, update on consumer_offset to ${role};
grant select, insert, update, delete on report_mark to ${role};
grant select, insert, update on host_feed to ${role};

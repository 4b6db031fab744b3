-- Who may act on a thing alone, and until when, on this database's clock. The epoch rises whenever
-- the lease changes hands.
create table lease (
  name text constraint lease_pk primary key,
  holder text,
  epoch bigint not null,
  expires_at timestamptz not null,
  constraint lease_epoch_positive check (epoch >= 1)
);

create function lease_epoch_never_falls() returns trigger language plpgsql as $$
begin
  if new.epoch < old.epoch or (new.holder is distinct from old.holder and new.holder is not null and new.epoch = old.epoch) then
    raise exception 'lease %: epoch % does not follow %', old.name, new.epoch, old.epoch
      using errcode = 'check_violation', constraint = 'lease_epoch_rises';
  end if;
  return new;
end $$;

create trigger lease_epoch_rises before update on lease
  for each row execute function lease_epoch_never_falls();

grant select, insert, update on lease to ${role};

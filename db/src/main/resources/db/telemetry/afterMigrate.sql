-- The trainer reads what is published for it. Its role may be made after this schema: then the next run
-- of the job grants.
do $$
begin
  if exists (select from pg_roles where rolname = 'tarn_trainer') then
    grant usage on schema ${schema} to tarn_trainer;
    grant select on v_training_vm, v_training_workload to tarn_trainer;
  end if;
end $$;

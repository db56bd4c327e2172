-- The shares of a step's variants are balanced from when they were last changed: a new variant, a pause or another percentage starts the count
-- again.
create or replace function reset_variant_counts()
returns trigger
language plpgsql
as $$
begin
  -- Imported variants come with their counts.
  if current_setting('app.importing', true) = 'on' then
    return null;
  end if;
  update step_variant
  set assigned_count = 0
  where step_id = new.step_id
    and assigned_count <> 0;
  return null;
end
$$;

-- How many mails of a trigger have an outcome.
create or replace function trigger_outcomes(p_counts jsonb)
returns int
language sql
immutable
as $$
  select coalesce((p_counts ->> 'sent')::int, 0)
    + coalesce((p_counts ->> 'failed')::int, 0)
    + coalesce((p_counts ->> 'released')::int, 0)
$$;

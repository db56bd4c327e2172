-- Whether an inbox was read within that time by the database's clock, and no request has failed since. A time in the future was written by the
-- clock of another server.
create or replace function inbox_is_read(p_read_at timestamptz, p_missed_at timestamptz, p_within interval)
returns boolean
language sql
stable
as $$
  select coalesce(
    p_read_at between clock_timestamp() - p_within and clock_timestamp()
      and p_read_at > coalesce(p_missed_at, '-infinity'),
    false
  )
$$;

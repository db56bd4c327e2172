-- Makes the monthly partitions of event from a month on, as many as are missing. Runs as the owner, because skein_system may not create tables.
create or replace function create_event_partitions(from_month date, months int)
returns void
language plpgsql
security definer
set search_path = public
as $$
declare
  month_start date := date_trunc('month', from_month);
  partition_name text;
begin
  for i in 0..months loop
    partition_name := 'event_' || to_char(month_start + (i || ' months')::interval, 'YYYY_MM');
    if to_regclass(partition_name) is null then
      begin
        execute format(
          'create table %I partition of event for values from (%L) to (%L)',
          partition_name,
          (month_start + (i || ' months')::interval)::date,
          (month_start + ((i + 1) || ' months')::interval)::date
        );
        execute format('alter table %I enable row level security', partition_name);
      exception when check_violation or duplicate_table then
        null; -- rows of that month are already in the default partition
      end;
    end if;
  end loop;
end
$$;

revoke all on function create_event_partitions from public;
grant execute on function create_event_partitions to skein_system;

-- Makes the ids of an imported archive final: no new row of the table gets one of them. Runs as the owner, because no role may set a sequence.
create or replace function reserve_ids(p_table text, p_largest bigint)
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  v_sequence text := pg_get_serial_sequence(format('public.%I', p_table), 'id');
begin
  if v_sequence is not null then
    perform setval(v_sequence, greatest(p_largest, nextval(v_sequence)));
  end if;
end
$$;

revoke all on function reserve_ids from public;
grant execute on function reserve_ids to skein_system;

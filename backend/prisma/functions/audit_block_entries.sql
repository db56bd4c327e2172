-- Block-list entries come and go by the thousand in one statement: one entry with their number and the first of them. What the product itself
-- blocks (an unsubscribe, a bounce, a row of an upload) is no change of a setting, and of a person who is erased nothing is kept.
create or replace function audit_block_entries()
returns trigger
language plpgsql
as $$
declare
  v_group record;
begin
  if nullif(current_setting('app.actor', true), '')::jsonb ->> 'user_id' is null
    or current_setting('app.erasing', true) = 'on'
  then
    return null;
  end if;
  for v_group in
    select c.workspace_id, c.client_scope, count(*)::int as entries, min(c.id) as first_id,
      (array_agg(c.value order by c.id) filter (where c.kind <> 'hash'))[1:20] as names,
      (array_agg(c.id order by c.id))[1:1000] as ids
    from changed c
    group by c.workspace_id, c.client_scope
  loop
    perform write_audit_entry(
      v_group.workspace_id,
      'block-list',
      case when tg_op = 'INSERT' then 'created' else 'deleted' end,
      v_group.first_id::text,
      coalesce(v_group.names[1], '') || case when v_group.entries > 1 then ' and ' || v_group.entries - 1 || ' more' else '' end,
      '{}',
      jsonb_build_object('entries', v_group.entries),
      jsonb_build_object('values', v_group.names, 'ids', v_group.ids, 'client_id', nullif(v_group.client_scope, 0))
    );
  end loop;
  return null;
end
$$;

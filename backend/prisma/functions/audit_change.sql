-- Writes an entry for a row that somebody added, changed or deleted. The trigger names the kind, the fields that may be shown, those of which only
-- the change is told, and the field that names the object to a person.
create or replace function audit_change()
returns trigger
language plpgsql
as $$
declare
  v_was jsonb := coalesce(to_jsonb(old), '{}');
  v_is jsonb := coalesce(to_jsonb(new), '{}');
  v_row jsonb := v_was || v_is;
  v_changes jsonb;
  v_ended boolean;
begin
  -- Rows of an imported archive are no changes of anybody; the import itself is an entry.
  if current_setting('app.importing', true) = 'on' then
    return null;
  end if;
  -- What goes together with the thing that it belongs to is told by that thing's entry.
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then
    return null;
  end if;
  v_changes := audit_changes(v_was, v_is, string_to_array(tg_argv[1], ' '), string_to_array(tg_argv[2], ' '));
  if v_changes = '{}' and tg_op = 'UPDATE' then
    return null;
  end if;
  v_ended := tg_op = 'UPDATE' and (
    (v_was ->> 'deleted_at' is null and v_is ->> 'deleted_at' is not null)
    or (v_was ->> 'revoked_at' is null and v_is ->> 'revoked_at' is not null)
  );
  perform write_audit_entry(
    (v_row ->> case when tg_table_name = 'workspace' then 'id' else 'workspace_id' end)::int,
    tg_argv[0],
    case when tg_op = 'DELETE' or v_ended then 'deleted' when tg_op = 'INSERT' then 'created' else 'changed' end,
    coalesce(v_row ->> 'id', v_row ->> 'mailbox_id', v_row ->> 'campaign_id', v_row ->> 'user_id', v_row ->> 'workspace_id'),
    v_row ->> tg_argv[3],
    v_changes,
    audit_effect(tg_argv[0], v_was, v_is),
    '{}',
    case when tg_argv[0] in ('member', 'session') then coalesce(v_row ->> 'user_id', v_row ->> 'id')::int end
  );
  return null;
end
$$;

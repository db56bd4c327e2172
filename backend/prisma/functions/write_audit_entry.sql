-- The one door to the trail: writes what was done to an object, in the transaction that does it. Who acts is what the request said when the
-- transaction began (app.actor); without a request it is the product itself. The same change of many rows is one entry with many objects.
create or replace function write_audit_entry(
  p_workspace int,
  p_kind text,
  p_action text,
  p_object text,
  p_label text,
  p_changes jsonb default '{}',
  p_effect jsonb default '{}',
  p_detail jsonb default '{}',
  p_person int default null
)
returns void
language plpgsql
as $$
declare
  v_said jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
  v_person int := (v_said ->> 'user_id')::int;
  v_via text := coalesce(v_said ->> 'via', 'system');
  v_actor text := coalesce(v_said ->> 'email', '');
  v_name text := coalesce(v_said ->> 'name', '');
  v_key text := pg_current_xact_id() || ':' || p_kind || ':' || p_action || ':' || md5(p_changes::text || p_detail::text);
  v_entry bigint;
begin
  -- A workspace that is being deleted takes its history along.
  if not exists (select from workspace where id = p_workspace and deleting_at is null) then
    return;
  end if;
  if v_via = 'link' and p_person is not null then
    -- A login, or a link from a mail: the person is whom it was for.
    select u.id, u.email, coalesce(u.name, '') into v_person, v_actor, v_name
    from app_user u
    where u.workspace_id = p_workspace and u.id = p_person;
    v_via := case when p_kind = 'session' then 'session' else 'link' end;
  elsif v_person is not null and (v_said ->> 'workspace_id')::int <> p_workspace then
    v_person := null;
    v_via := 'operator';
    v_actor := '';
    v_name := '';
    v_said := v_said - 'ip' - 'user_agent';
  end if;
  select id into v_entry
  from audit_entry
  where workspace_id = p_workspace and change_key = v_key;
  if v_entry is null then
    insert into audit_entry (
      workspace_id, user_id, actor, name, via, api_key_id, ip, user_agent, request_id, route, action, target_kind,
      target_id, changes, detail, change_key, undoes_id
    )
    values (
      p_workspace, v_person, coalesce(v_actor, ''), coalesce(v_name, ''), v_via, (v_said ->> 'api_key_id')::int,
      v_said ->> 'ip', left(v_said ->> 'user_agent', 300), v_said ->> 'request_id', v_said ->> 'route', p_action, p_kind,
      p_object, p_changes, p_detail, v_key, (v_said ->> 'undoes')::bigint
    )
    returning id into v_entry;
  end if;
  insert into audit_object (workspace_id, entry_id, object_id, label, effect)
  values (p_workspace, v_entry, p_object, left(coalesce(p_label, ''), 300), p_effect)
  on conflict (entry_id, object_id) do nothing;
end
$$;

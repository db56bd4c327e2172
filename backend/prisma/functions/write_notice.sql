-- Writes a notice once for each cause (p_key), in the transaction of what it is about, whoever changes that, and announces it.
create or replace function write_notice(p_workspace int, p_client int, p_kind text, p_facts jsonb, p_key text)
returns void
language plpgsql
as $$
begin
  insert into notice (workspace_id, client_id, kind, facts, dedupe_key)
  values (p_workspace, p_client, p_kind, p_facts, p_key)
  on conflict (workspace_id, dedupe_key) do nothing;
  if found then
    perform pg_notify('skein_live', p_workspace || ' notices');
  end if;
end
$$;

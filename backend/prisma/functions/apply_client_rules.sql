-- Gives mailboxes of no client the client that the workspace's rules name: by tag before by domain, the older rule first. Whoever adds mailboxes
-- calls it. Returns how many got one.
create or replace function apply_client_rules(p_workspace int, p_mailboxes int[])
returns int
language plpgsql
as $$
declare
  v_count int;
begin
  update mailbox m
  set client_id = r.client_id, updated_at = now()
  from (
    select distinct on (x.id) x.id, c.client_id
    from mailbox x
    join mailbox_client_rule c on c.workspace_id = x.workspace_id
      and (
        c.domain = split_part(x.from_email, '@', 2)
        or exists (
          select
          from mailbox_tag t
          where t.workspace_id = x.workspace_id and t.mailbox_id = x.id and t.tag_id = c.tag_id
        )
      )
    where x.workspace_id = p_workspace
      and x.id = any(p_mailboxes)
      and x.client_id is null
      and x.deleted_at is null
    order by x.id, c.tag_id is null, c.id
  ) r
  where m.workspace_id = p_workspace and m.id = r.id;
  get diagnostics v_count = row_count;
  return v_count;
end
$$;

-- The strongest response that holds for a mailbox, its own or its domain's; none where nothing holds. The scope PROVIDER is a rest that its own
-- server asked for (rest_mailbox). Whether it has run out is asked of `until`, in campaign time.
create or replace function mailbox_bounce_response(p_workspace int, p_mailbox int, p_email text)
returns table (scope text, percent int, until timestamptz, reason text)
language sql
stable
as $$
  select case when b.bounce_class = 'SENDER_STATE' then 'PROVIDER' else b.scope end, b.percent, b.until, b.reason
  from bounce_response b
  where b.workspace_id = p_workspace
    and b.ended_at is null
    and (
      (b.scope = 'MAILBOX' and b.scope_id = p_mailbox::text)
      or (b.scope = 'DOMAIN' and b.scope_id = split_part(p_email, '@', 2))
    )
  order by b.percent is null desc, b.until desc
  limit 1
$$;

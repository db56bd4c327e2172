-- Until when a mailbox rests because its own server sends nothing for it (rest_mailbox); null where it does not.
create or replace function mailbox_sending_rest(p_workspace int, p_mailbox int)
returns timestamptz
language sql
stable
as $$
  select b.until
  from bounce_response b
  where b.workspace_id = p_workspace
    and b.scope = 'MAILBOX'
    and b.scope_id = p_mailbox::text
    and b.bounce_class = 'SENDER_STATE'
    and b.ended_at is null
$$;

-- Lets a mailbox rest whose own server sends nothing for it: a limit, a suspension, a refused sender (engine/bounces/judge-failure.ts). It rests
-- longer with each refusal in a row (p_minutes), until it sends an email again. A person is notified once for each mailbox and cause within 14
-- days. Times are campaign time. Returns the end of the rest.
create or replace function rest_mailbox(
  p_workspace int,
  p_mailbox int,
  p_cause text,
  p_reason text,
  p_words text,
  p_at timestamptz,
  p_minutes int[]
)
returns timestamptz
language plpgsql
as $$
declare
  box record;
  refusals int;
  rest_until timestamptz;
  rest_id int;
begin
  select m.from_email, m.client_id into box
  from mailbox m
  where m.workspace_id = p_workspace and m.id = p_mailbox
  for no key update;
  if not found then
    return null;
  end if;

  update bounce_response b
  set ended_at = b.until, end_reason = 'RECOVERED'
  where b.workspace_id = p_workspace
    and b.scope = 'MAILBOX'
    and b.scope_id = p_mailbox::text
    and b.bounce_class = 'SENDER_STATE'
    and b.ended_at is null
    and b.until <= p_at;

  -- What is refused while the mailbox rests (a person's reply) is the same refusal, not the next one.
  update bounce_response b
  set until = greatest(b.until, p_at + make_interval(mins => p_minutes[1]))
  where b.workspace_id = p_workspace
    and b.scope = 'MAILBOX'
    and b.scope_id = p_mailbox::text
    and b.bounce_class = 'SENDER_STATE'
    and b.ended_at is null
  returning b.until into rest_until;
  if found then
    return rest_until;
  end if;

  select count(*)::int into refusals
  from bounce_response b
  where b.workspace_id = p_workspace
    and b.scope = 'MAILBOX'
    and b.scope_id = p_mailbox::text
    and b.bounce_class = 'SENDER_STATE'
    and b.cause = p_cause
    and b.began_at > p_at - interval '14 days'
    and not exists (
      select
      from intent i
      where i.mailbox_id = p_mailbox and i.state = 'SENT' and i.send_at > b.began_at
    );
  rest_until := p_at + make_interval(mins => p_minutes[least(refusals + 1, cardinality(p_minutes))]);

  insert into bounce_response (
    workspace_id, scope, scope_id, label, reaction, bounce_class, cause, reason, level, began_at, until
  )
  values (
    p_workspace, 'MAILBOX', p_mailbox::text, box.from_email, 'REST', 'SENDER_STATE', p_cause, left(p_reason, 300),
    least(refusals + 1, cardinality(p_minutes)), p_at, rest_until
  )
  returning id into rest_id;

  if not exists (
    select
    from bounce_response b
    where b.workspace_id = p_workspace
      and b.scope = 'MAILBOX'
      and b.scope_id = p_mailbox::text
      and b.bounce_class = 'SENDER_STATE'
      and b.cause = p_cause
      and b.id <> rest_id
      and b.began_at > p_at - interval '14 days'
  ) then
    perform write_notice(
      p_workspace,
      box.client_id,
      'mailbox-resting',
      jsonb_build_object(
        'mailbox_id', p_mailbox,
        'email', box.from_email,
        'cause', p_cause,
        'words', left(p_words, 300),
        'until', rest_until
      ),
      'mailbox-resting:' || p_mailbox || ':' || p_cause || ':' || rest_id
    );
  end if;
  return rest_until;
end
$$;

-- Called by processes of the version before alone, which may run beside this one; record_sent_emails has taken its place. Delete it one version later.
-- Writes what became of mails that the server accepted (SENT) or that may have been accepted (IN_DOUBT, which counts as sent): the intents, the
-- mailboxes' clocks and locks, the messages, the enrolments' places in their sequences, the workspaces' credits, and the rows of the trigger
-- log. Many mails at once, because a round trip and a commit cost more than the work. Returns the intents that were not counted before; the
-- caller appends their events in the same transaction. A mail in doubt was counted when it was marked: a reply of the server that comes after
-- all only settles it. Locks are taken in the order of the triggers: mailboxes, enrolments, intents.
create or replace function record_sent_mails(p_mails json)
returns setof bigint
language plpgsql
as $$
#variable_conflict use_column
declare
  counted bigint[];
begin
  perform 1
  from mailbox m
  where m.id in (select g.mailbox_id from json_to_recordset(p_mails) as g(mailbox_id int))
  order by m.id
  for no key update of m;

  perform 1
  from enrolment e
  where e.id in (select g.enrolment_id from json_to_recordset(p_mails) as g(enrolment_id int))
  order by e.id
  for no key update of e;

  with given as materialized (
    select *
    from json_to_recordset(p_mails) as g(
      id bigint,
      state text,
      code int,
      response text,
      provider_message_id text,
      evidence jsonb,
      wants_copy boolean
    )
  ), before as materialized (
    select i.id, i.state
    from intent i
    where i.id in (select g.id from given g)
    order by i.id
    for update of i
  ), written as (
    update intent i
    set state = g.state,
      sent_at = coalesce(i.sent_at, i.send_at),
      smtp_code = g.code,
      smtp_response = g.response,
      provider_message_id = g.provider_message_id,
      doubt_evidence = coalesce(g.evidence, i.doubt_evidence || '{"settled": true, "settled_by": "reply"}'),
      lease_owner = null,
      leased_until = null,
      sent_copy = case when g.wants_copy and g.state = 'SENT' then coalesce(i.sent_copy, 'WANTED') else i.sent_copy end,
      updated_at = now()
    from before b
    join given g on g.id = b.id
    where i.id = b.id
      and b.state in ('SUBMITTING', 'IN_DOUBT')
    returning i.id, b.state
  )
  select coalesce(array_agg(w.id) filter (where w.state = 'SUBMITTING'), '{}')
  into counted
  from written w;

  update mailbox m
  set last_send_at = case when g.id = any(counted) then greatest(m.last_send_at, g.at) else m.last_send_at end,
    lane_owner = case when m.lane_token = g.release then null else m.lane_owner end,
    lane_leased_until = case when m.lane_token = g.release then null else m.lane_leased_until end
  from json_to_recordset(p_mails) as g(id bigint, mailbox_id int, at timestamptz, release bigint)
  where m.id = g.mailbox_id
    and (g.id = any(counted) or m.lane_token = g.release);

  -- What a mailbox's own server accepts ends the rest that this server asked for; an email of a dedicated server says nothing of it.
  update bounce_response b
  set ended_at = i.send_at, end_reason = 'RECOVERED'
  from intent i
  where i.id = any(counted)
    and i.state = 'SENT'
    and not exists (select from server_mail r where r.intent_id = i.id)
    and b.workspace_id = i.workspace_id
    and b.scope = 'MAILBOX'
    and b.scope_id = i.mailbox_id::text
    and b.bounce_class = 'SENDER_STATE'
    and b.ended_at is null
    and b.began_at < i.send_at;

  -- The intent holds what was sent since SUBMITTING; only what was found elsewhere (in Sent, after a restore) is given here.
  insert into message (
    workspace_id,
    direction,
    mailbox_id,
    campaign_id,
    enrolment_id,
    lead_id,
    intent_id,
    message_id,
    dedupe_key,
    in_reply_to,
    "references",
    from_email,
    from_name,
    to_emails,
    cc_emails,
    subject,
    text_body,
    html_body,
    snippet,
    kind,
    at,
    is_read,
    attachments
  )
  select i.workspace_id,
    'out',
    i.mailbox_id,
    i.campaign_id,
    i.enrolment_id,
    g.lead_id,
    i.id,
    i.message_id,
    i.message_id,
    case when g.is_given then g.in_reply_to else i.in_reply_to end,
    case when g.is_given then g."references" else i."references" end,
    g.from_email,
    g.from_name,
    jsonb_build_array(i.to_email),
    to_jsonb(i.cc),
    case when g.is_given then g.subject else coalesce(i.subject, '') end,
    case when g.is_given then g.text else coalesce(i.body_text, '') end,
    case when g.is_given then g.html else i.body_html end,
    g.snippet,
    case when i.kind = 'CAMPAIGN' then 'campaign' else 'manual' end,
    i.send_at,
    true,
    i.attachments
  from json_to_recordset(p_mails) as g(
    id bigint,
    lead_id int,
    is_given boolean,
    subject text,
    html text,
    text text,
    in_reply_to text,
    "references" text[],
    from_email text,
    from_name text,
    snippet text
  )
  join intent i on i.id = g.id
  where i.id = any(counted)
    and i.kind <> 'TEST'
  on conflict (mailbox_id, direction, dedupe_key) do nothing;

  -- A hold that began while the mail was leaving (somebody of the company replied, the lead is away) outlives the mail: only the wait between
  -- two tries of a mail ends with it, and a hold whose time is over.
  update enrolment e
  set steps_sent = e.steps_sent + 1,
    first_sent_at = coalesce(e.first_sent_at, i.send_at),
    last_sent_at = i.send_at,
    last_seq_number = i.seq_number,
    last_message_id = i.message_id,
    mailbox_id = i.mailbox_id,
    open_intent_id = null,
    thread_references = case
      when g.starts_thread then array[i.message_id]
      else array_append(e.thread_references, i.message_id)
    end,
    thread_subject = case when g.starts_thread then g.subject else e.thread_subject end,
    next_step_id = g.next_step_id,
    next_seq_number = g.next_seq_number,
    next_due_at = g.due_at,
    next_eligible_at = g.due_at,
    hold_kind = case when e.hold_kind in ('RETRY', 'DEDICATED_SERVER') or e.hold_until <= i.send_at then null else e.hold_kind end,
    hold_until = case when e.hold_kind in ('RETRY', 'DEDICATED_SERVER') or e.hold_until <= i.send_at then null else e.hold_until end,
    constraint_code = case when g.next_step_id is null then null else 'STEP_NOT_DUE' end,
    status = case
      when e.status in ('STARTED', 'INPROGRESS') then case when g.next_step_id is null then 'COMPLETED' else 'INPROGRESS' end
      else e.status
    end,
    ended_at = case
      when g.next_step_id is null and e.status in ('STARTED', 'INPROGRESS') then i.send_at
      else e.ended_at
    end,
    updated_at = now()
  from json_to_recordset(p_mails) as g(
    id bigint,
    advances boolean,
    starts_thread boolean,
    subject text,
    next_step_id int,
    next_seq_number int,
    due_at timestamptz
  )
  join intent i on i.id = g.id
  where e.id = i.enrolment_id
    and i.id = any(counted)
    and g.advances;

  update enrolment e
  set last_message_id = i.message_id,
    thread_references = array_append(e.thread_references, i.message_id),
    last_sent_at = i.send_at,
    is_read = true,
    updated_at = now()
  from intent i
  where i.id = any(counted)
    and i.kind = 'REPLY'
    and e.id = i.enrolment_id;

  update workspace w
  set email_credits_used = w.email_credits_used + c.mails
  from (
    select i.workspace_id,
      count(*)::int as mails
    from json_to_recordset(p_mails) as g(id bigint, advances boolean)
    join intent i on i.id = g.id
    where i.id = any(counted)
      and (g.advances or i.kind = 'SINGLE')
    group by 1
    order by 1
  ) c
  where w.id = c.workspace_id;

  -- After the workspace's row, so that two batches never hold clients in different orders.
  update agency_client a
  set email_credits_used = a.email_credits_used + c.mails
  from (
    select i.workspace_id,
      coalesce(k.client_id, m.client_id) as client_id,
      count(*)::int as mails
    from json_to_recordset(p_mails) as g(id bigint, advances boolean)
    join intent i on i.id = g.id
    left join campaign k on k.id = i.campaign_id and g.advances
    left join mailbox m on m.id = i.mailbox_id and i.kind = 'SINGLE'
    where i.id = any(counted)
      and coalesce(k.client_id, m.client_id) is not null
    group by 1, 2
  ) c
  where a.workspace_id = c.workspace_id
    and a.id = c.client_id;


  -- A trigger is COMPLETED when every planned mail has an outcome.
  update trigger_run t
  set counts = jsonb_set(t.counts, '{sent}', to_jsonb(coalesce((t.counts ->> 'sent')::int, 0) + c.mails)),
    state = case when trigger_outcomes(t.counts) + c.mails >= t.planned then 'COMPLETED' else t.state end,
    completed_at = case when trigger_outcomes(t.counts) + c.mails >= t.planned then c.at else t.completed_at end
  from (
    select i.trigger_run_id as id,
      count(*)::int as mails,
      max(g.at) as at
    from json_to_recordset(p_mails) as g(id bigint, at timestamptz)
    join intent i on i.id = g.id
    where i.id = any(counted)
      and i.trigger_run_id is not null
    group by 1
    order by 1
  ) c
  where t.id = c.id;

  return query select unnest(counted);
end
$$;

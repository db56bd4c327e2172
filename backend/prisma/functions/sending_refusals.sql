-- Why reserved mails may not leave (null: they may), as of the snapshot of the asking statement. The reasons come in the order in which a person
-- would want to hear them. The only list of the rules before SMTP. Planned once a connection: to plan it takes longer than to run it, and it is
-- asked twice for every mail. PostgreSQL by itself plans it anew for each list of intents, since it takes a list that it does not know to be long.
create or replace function sending_refusals(p_intents bigint[], p_tokens bigint[], p_at timestamptz, p_held boolean)
returns table (intent_id bigint, refusal text)
language plpgsql
stable
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select g.id,
    case
      when i.id is null
        or i.state <> 'RESERVED'
        or not (
          i.fencing_token = g.token
          and m.lane_token = g.token
          and coalesce(m.lane_leased_until > clock_timestamp(), false)
        )
        then 'LOST_LEASE'
      when p_held
        or exists (select from workspace w where w.id = i.workspace_id and w.disabled_at is not null)
        then 'SENDING_HELD'
      when m.is_suspended or m.deleted_at is not null
        then 'MAILBOX_SUSPENDED'
      -- What a rule sends is asked for once more: an address that was blocked since is not answered by itself,
      -- be it the lead's or that of a colleague who wrote instead.
      when i.drafted_by is not null
        and (
          l.is_unsubscribed
          or l.is_bounced
          or exists (
            select
            from suppression s
            where s.workspace_id = i.workspace_id
              and s.client_scope in (0, coalesce(c.client_id, 0))
              and (
                (s.kind = 'email' and s.value in (l.email, lower(i.to_email)))
                or (
                  s.kind = 'domain'
                  and s.value = any(
                    covering_domains(l.domain) || covering_domains(split_part(lower(i.to_email), '@', 2))
                  )
                )
              )
          )
          or exists (
            select
            from lead d
            where d.workspace_id = i.workspace_id
              and d.email = lower(i.to_email)
              and (d.is_unsubscribed or d.is_bounced)
          )
        )
        then 'LEAD_SUPPRESSED'
      when i.kind not in ('CAMPAIGN', 'SINGLE')
        then null
      when m.failing_since is not null
        then 'MAILBOX_FAILING'
      -- The workspace holds mailboxes out of campaigns until they have warmed up for so many days.
      when m.warmup_days < (
          select p.age_days
          from warmup_policy p
          where p.workspace_id = m.workspace_id and p.age_gate = 'HOLD'
        )
        then 'MAILBOX_WARMING'
      -- An email of no campaign has been planned by nobody: the rest of its mailbox, and the block list for its address, are asked here.
      when i.kind = 'SINGLE' and m.resting_until > p_at
        then 'MAILBOX_RESTING'
      when i.kind = 'SINGLE'
        and (
          exists (
            select
            from suppression s
            where s.workspace_id = i.workspace_id
              and s.client_scope in (0, coalesce(m.client_id, 0))
              and (
                (s.kind = 'email' and s.value = i.to_email)
                or (s.kind = 'domain' and s.value = any(covering_domains(split_part(i.to_email, '@', 2))))
              )
          )
          or exists (
            select
            from lead d
            where d.workspace_id = i.workspace_id
              and d.email = i.to_email
              and (d.is_unsubscribed or d.is_bounced)
          )
        )
        then 'LEAD_SUPPRESSED'
      when i.kind = 'CAMPAIGN' and c.status is distinct from 'ACTIVE'
        then 'CAMPAIGN_NOT_ACTIVE'
      when e.status = 'PAUSED'
        then 'LEAD_PAUSED'
      when i.kind = 'CAMPAIGN' and (e.status is null or e.status not in ('STARTED', 'INPROGRESS'))
        then 'LEAD_ENDED'
      when l.is_unsubscribed
        or l.is_bounced
        or exists (
          select
          from suppression s
          where s.workspace_id = i.workspace_id
            and s.client_scope in (0, coalesce(c.client_id, 0))
            and (
              (s.kind = 'email' and s.value = l.email)
              or (s.kind = 'domain' and s.value = any(covering_domains(l.domain)))
            )
        )
        then 'LEAD_SUPPRESSED'
      -- The campaign's ESP rules, as engine/sending/esp-rules.ts: a thread that has begun keeps its mailbox.
      when c.esp_rules <> '[]'
        and exists (
          select
          from jsonb_array_elements(c.esp_rules) r
          where r ->> 'recipient' = case when e.provider in ('GMAIL', 'OUTLOOK') then e.provider else 'OTHER' end
            and r ->> 'action' = 'DO_NOT_SEND'
        )
        then 'ESP_DO_NOT_SEND'
      when c.esp_rules <> '[]'
        and e.steps_sent = 0
        and exists (
          select
          from jsonb_array_elements(c.esp_rules) r
          where r ->> 'recipient' = case when e.provider in ('GMAIL', 'OUTLOOK') then e.provider else 'OTHER' end
            and r ->> 'action' = 'ONLY_BY'
            and not (r -> 'senders') ? case when m.type in ('GMAIL', 'OUTLOOK') then m.type else 'OTHER' end
        )
        then 'ESP_ONLY_BY'
      when e.hold_kind is not null and (e.hold_until is null or e.hold_until > p_at)
        then 'LEAD_ON_HOLD'
      when e.steps_sent = 0
        and exists (
          select
          from bounce_response b
          where b.workspace_id = i.workspace_id
            and b.ended_at is null
            and b.scope = 'IMPORT'
            and b.scope_id = e.upload_id::text
            and b.until > p_at
        )
        then 'IMPORT_ON_HOLD'
      when h.percent is null and h.until > p_at
        then case when h.scope = 'PROVIDER' then 'MAILBOX_PROVIDER_REST' else 'MAILBOX_BOUNCE_REST' end
      -- The mail before it is in doubt and the Sent folder is going to settle it: two looks prove that it is absent. A mailbox that could not
      -- be read for a day (288 looks) settles nothing. After an outage the follow-up would otherwise leave before its first mail.
      when e.steps_sent > 0
        and exists (
          select
          from intent d
          join mailbox b on b.id = d.mailbox_id
          where d.enrolment_id = e.id
            and d.kind = 'CAMPAIGN'
            and d.state = 'IN_DOUBT'
            and b.files_sent_mail
            and not exists (select from server_mail r where r.intent_id = d.id)
            and b.deleted_at is null
            and not coalesce((d.doubt_evidence ->> 'settled')::boolean, false)
            and coalesce((d.doubt_evidence ->> 'checks')::int, 0) < 2
            and coalesce((d.doubt_evidence ->> 'failed_looks')::int, 0) < 288
        )
        then 'STEP_NOT_DUE'
      when p_at >= i.not_after
        then 'WINDOW_CLOSED'
      -- Placement tests take from the same cap. Bounces can leave a part of it.
      when (
          select count(*)
          from intent o
          where o.mailbox_id = m.id
            and o.kind in ('CAMPAIGN', 'SINGLE')
            and o.id <> i.id
            and o.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
            and o.send_at > p_at - interval '24 hours'
        ) + (
          select count(*)
          from placement_mail o
          where o.workspace_id = m.workspace_id
            and o.mailbox_id = m.id
            and o.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
            and o.sent_at > p_at - interval '24 hours'
        ) >= case
          when h.percent is null or h.until <= p_at then m.message_per_day
          else least(m.message_per_day, greatest(1, m.message_per_day * h.percent / 100))
        end
        then case when h.percent is null or h.until <= p_at then 'MAILBOX_DAILY_CAP' else 'MAILBOX_BOUNCE_SLOW' end
      -- The mailbox's own clock and its intents: a worker that died before it wrote the outcome has moved the intents only.
      when greatest(
          m.last_send_at,
          (
            select max(o.send_at)
            from intent o
            where o.mailbox_id = m.id
              and o.id <> i.id
              and o.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
          )
        ) + make_interval(mins => m.min_time_to_wait_minutes) > p_at
        then 'MAILBOX_GAP'
      -- Last, because the sender requests a read only for an email that nothing else holds back. 1.5 s plus the commit and the final dot keep
      -- the promise of invariant 2: nothing is sent two seconds after a reply has arrived.
      when i.kind = 'CAMPAIGN' and unread_inbox(e.id, interval '1.5 seconds') is not null
        then 'INBOX_NOT_READ'
    end
  from unnest(p_intents, p_tokens) as g(id, token)
  left join intent i on i.id = g.id
  left join mailbox m on m.id = i.mailbox_id
  left join campaign c on c.id = i.campaign_id
  left join enrolment e on e.id = i.enrolment_id
  left join lead l on l.id = e.lead_id
  left join lateral mailbox_bounce_response(m.workspace_id, m.id, m.from_email) h on true;
end
$$;

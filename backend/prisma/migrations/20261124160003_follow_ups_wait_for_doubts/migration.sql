-- A follow-up waits for the mail before it by that mail's state, not only by the clock: after an outage, or on a machine too busy to look in
-- time, it would leave first, and what Sent then proves unsent could not be made up for any more.

-- Why reserved mails may not leave (null: they may), by the snapshot of the asking statement. The order of the reasons is the order in which
-- a person would want to hear them. The only list of the rules before SMTP.
CREATE OR REPLACE FUNCTION sending_refusals(p_intents bigint[], p_tokens bigint[], p_at timestamptz, p_held boolean) RETURNS TABLE (intent_id bigint, refusal text) LANGUAGE sql STABLE AS $$
  SELECT g.id, CASE
    WHEN i.id IS NULL OR i.state <> 'RESERVED' OR NOT (i.fencing_token = g.token AND m.lane_token = g.token AND coalesce(m.lane_leased_until > clock_timestamp(), false)) THEN 'LOST_LEASE'
    WHEN p_held THEN 'SENDING_HELD'
    WHEN m.is_suspended OR m.deleted_at IS NOT NULL THEN 'MAILBOX_SUSPENDED'
    WHEN i.kind <> 'CAMPAIGN' THEN NULL
    WHEN m.failing_since IS NOT NULL THEN 'MAILBOX_FAILING'
    WHEN c.status IS DISTINCT FROM 'ACTIVE' THEN 'CAMPAIGN_NOT_ACTIVE'
    WHEN e.status = 'PAUSED' THEN 'LEAD_PAUSED'
    WHEN e.status IS NULL OR e.status NOT IN ('STARTED', 'INPROGRESS') THEN 'LEAD_ENDED'
    WHEN l.is_unsubscribed OR l.is_bounced OR EXISTS (SELECT FROM suppression s WHERE s.workspace_id = i.workspace_id AND s.client_scope IN (0, coalesce(c.client_id, 0))
      AND ((s.kind = 'email' AND s.value = l.email) OR (s.kind = 'domain' AND s.value = l.domain))) THEN 'LEAD_SUPPRESSED'
    WHEN e.hold_kind IS NOT NULL AND (e.hold_until IS NULL OR e.hold_until > p_at) THEN 'LEAD_ON_HOLD'
    -- What comes before it is in doubt and Sent is going to tell: two looks prove what is absent. A mailbox that could not be read for a day tells nothing.
    WHEN e.steps_sent > 0 AND EXISTS (SELECT FROM intent d JOIN mailbox b ON b.id = d.mailbox_id WHERE d.enrolment_id = e.id AND d.kind = 'CAMPAIGN' AND d.state = 'IN_DOUBT' AND b.files_sent_mail AND b.deleted_at IS NULL
      AND NOT coalesce((d.doubt_evidence ->> 'settled')::boolean, false) AND coalesce((d.doubt_evidence ->> 'checks')::int, 0) < 2 AND coalesce((d.doubt_evidence ->> 'failed_looks')::int, 0) < 288) THEN 'STEP_NOT_DUE'
    WHEN p_at >= i.not_after THEN 'WINDOW_CLOSED'
    WHEN (SELECT count(*) FROM intent o WHERE o.mailbox_id = m.id AND o.kind = 'CAMPAIGN' AND o.id <> i.id AND o.state IN ('SUBMITTING', 'SENT', 'IN_DOUBT') AND o.send_at > p_at - interval '24 hours') >= m.message_per_day THEN 'MAILBOX_DAILY_CAP'
    -- The intents beside the mailbox's own clock: a worker that died before its outcome has moved the first, not the second.
    WHEN greatest(m.last_send_at, (SELECT max(o.send_at) FROM intent o WHERE o.mailbox_id = m.id AND o.id <> i.id AND o.state IN ('SUBMITTING', 'SENT', 'IN_DOUBT'))) + make_interval(mins => m.min_time_to_wait_minutes) > p_at THEN 'MAILBOX_GAP'
  END
  FROM unnest(p_intents, p_tokens) AS g(id, token) LEFT JOIN intent i ON i.id = g.id LEFT JOIN mailbox m ON m.id = i.mailbox_id LEFT JOIN campaign c ON c.id = i.campaign_id LEFT JOIN enrolment e ON e.id = i.enrolment_id LEFT JOIN lead l ON l.id = e.lead_id
$$;

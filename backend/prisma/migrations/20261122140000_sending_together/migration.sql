-- What the sender asks and writes for each mail, as statements over all mails of a worker that are at the same point: a round trip and a
-- commit cost more than the work. Every rule is still checked for every mail, under its own locks.

-- Why reserved mails may not leave (null: they may), by the snapshot of the asking statement. The order of the reasons is the order in which
-- a person would want to hear them. The only list of the rules before SMTP.
CREATE FUNCTION sending_refusals(p_intents bigint[], p_tokens bigint[], p_at timestamptz, p_held boolean) RETURNS TABLE (intent_id bigint, refusal text) LANGUAGE sql STABLE AS $$
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
    WHEN p_at >= i.not_after THEN 'WINDOW_CLOSED'
    WHEN (SELECT count(*) FROM intent o WHERE o.mailbox_id = m.id AND o.kind = 'CAMPAIGN' AND o.id <> i.id AND o.state IN ('SUBMITTING', 'SENT', 'IN_DOUBT') AND o.send_at > p_at - interval '24 hours') >= m.message_per_day THEN 'MAILBOX_DAILY_CAP'
    -- The intents beside the mailbox's own clock: a worker that died before its outcome has moved the first, not the second.
    WHEN greatest(m.last_send_at, (SELECT max(o.send_at) FROM intent o WHERE o.mailbox_id = m.id AND o.id <> i.id AND o.state IN ('SUBMITTING', 'SENT', 'IN_DOUBT'))) + make_interval(mins => m.min_time_to_wait_minutes) > p_at THEN 'MAILBOX_GAP'
  END
  FROM unnest(p_intents, p_tokens) AS g(id, token) LEFT JOIN intent i ON i.id = g.id LEFT JOIN mailbox m ON m.id = i.mailbox_id LEFT JOIN campaign c ON c.id = i.campaign_id LEFT JOIN enrolment e ON e.id = i.enrolment_id LEFT JOIN lead l ON l.id = e.lead_id
$$;

-- RESERVED becomes SUBMITTING with what is being sent, for each mail that may leave: locks first (what a stop would change: the campaign,
-- the enrolment, and the workspace's lock against suppressions, last of all), then the check by a snapshot taken under them, then the state.
-- Without p_may_wait a mail whose locks are held by somebody is answered BUSY and left alone, so that one mail never holds up the others,
-- and no two workers wait for each other in a circle; it is then asked again by itself, and waits.
CREATE FUNCTION submit_reserved(p_mails json, p_at timestamptz, p_held boolean, p_lease float8, p_may_wait boolean) RETURNS TABLE (intent_id bigint, refusal text) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
  ids bigint[];
  tokens bigint[];
  free bigint[];
  free_tokens bigint[];
  campaigns int[];
  enrolments int[];
  workspaces int[];
BEGIN
  SELECT array_agg(g.id), array_agg(g.token) INTO ids, tokens FROM json_to_recordset(p_mails) AS g(id bigint, token bigint);
  IF p_may_wait THEN
    PERFORM 1 FROM campaign c WHERE c.id IN (SELECT i.campaign_id FROM intent i WHERE i.id = ANY(ids)) ORDER BY c.id FOR SHARE OF c;
    PERFORM 1 FROM enrolment e WHERE e.id IN (SELECT i.enrolment_id FROM intent i WHERE i.id = ANY(ids)) ORDER BY e.id FOR UPDATE OF e;
    PERFORM pg_advisory_xact_lock_shared(72707373, w.id) FROM (SELECT DISTINCT i.workspace_id AS id FROM intent i WHERE i.id = ANY(ids) ORDER BY 1) w;
    PERFORM 1 FROM intent i WHERE i.id = ANY(ids) ORDER BY i.id FOR UPDATE OF i;
    free := ids;
    free_tokens := tokens;
  ELSE
    SELECT array_agg(f.id) INTO campaigns FROM (SELECT c.id FROM campaign c WHERE c.id IN (SELECT i.campaign_id FROM intent i WHERE i.id = ANY(ids)) FOR SHARE OF c SKIP LOCKED) f;
    SELECT array_agg(f.id) INTO enrolments FROM (SELECT e.id FROM enrolment e WHERE e.id IN (SELECT i.enrolment_id FROM intent i WHERE i.id = ANY(ids)) FOR UPDATE OF e SKIP LOCKED) f;
    SELECT array_agg(f.id) INTO workspaces FROM (SELECT DISTINCT i.workspace_id AS id FROM intent i WHERE i.id = ANY(ids)) f WHERE pg_try_advisory_xact_lock_shared(72707373, f.id);
    SELECT array_agg(f.id), array_agg(g.token) INTO free, free_tokens FROM (
      SELECT i.id FROM intent i WHERE i.id = ANY(ids) AND i.workspace_id = ANY(workspaces) AND (i.campaign_id IS NULL OR i.campaign_id = ANY(campaigns)) AND (i.enrolment_id IS NULL OR i.enrolment_id = ANY(enrolments)) FOR UPDATE OF i SKIP LOCKED
    ) f JOIN unnest(ids, tokens) AS g(id, token) ON g.id = f.id;
    RETURN QUERY SELECT b.id, 'BUSY' FROM unnest(ids) AS b(id) WHERE b.id <> ALL(coalesce(free, '{}'));
  END IF;
  -- A statement of its own sees whatever was committed before the locks were had.
  RETURN QUERY
    WITH checked AS MATERIALIZED (
      SELECT r.intent_id AS id, r.refusal AS why FROM sending_refusals(free, free_tokens, p_at, p_held) r
    ), written AS (
      UPDATE intent i SET state = 'SUBMITTING', submitting_at = clock_timestamp(), leased_until = clock_timestamp() + make_interval(secs => p_lease), send_at = p_at, subject = g.subject, body_html = g.html, body_text = g.text, in_reply_to = g.in_reply_to,
        "references" = g."references", links = g.links, updated_at = now(), attachments = CASE WHEN i.kind = 'CAMPAIGN' THEN coalesce((SELECT v.attachments FROM step_variant v WHERE v.id = i.variant_id), i.attachments) ELSE i.attachments END
      FROM json_to_recordset(p_mails) AS g(id bigint, token bigint, subject text, html text, text text, in_reply_to text, "references" text[], links jsonb) JOIN checked k ON k.id = g.id AND k.why IS NULL
      WHERE i.id = g.id AND i.state = 'RESERVED' AND i.fencing_token = g.token RETURNING i.id
    )
    SELECT k.id, coalesce(k.why, CASE WHEN w.id IS NULL THEN 'LOST_LEASE' END) FROM checked k LEFT JOIN written w ON w.id = k.id;
END $$;

-- How many of a trigger's mails have an outcome.
CREATE FUNCTION trigger_outcomes(p_counts jsonb) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce((p_counts ->> 'sent')::int, 0) + coalesce((p_counts ->> 'failed')::int, 0) + coalesce((p_counts ->> 'released')::int, 0)
$$;

-- SENT (or IN_DOUBT, which counts as sent): the intents, the mailboxes' clocks and lanes, the messages, the enrolments' places in their
-- sequences, the workspaces' credits and the triggers' log rows. Answers the intents that were not counted before: their events are
-- appended by the caller in the same transaction. A mail in doubt was counted when it was marked: the reply that comes after all (a worker
-- that was frozen) only settles it. Locks as triggers take them: mailboxes, enrolments, then intents.
CREATE FUNCTION record_sent_mails(p_mails json) RETURNS SETOF bigint LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
  counted bigint[];
BEGIN
  PERFORM 1 FROM mailbox m WHERE m.id IN (SELECT g.mailbox_id FROM json_to_recordset(p_mails) AS g(mailbox_id int)) ORDER BY m.id FOR NO KEY UPDATE OF m;
  PERFORM 1 FROM enrolment e WHERE e.id IN (SELECT g.enrolment_id FROM json_to_recordset(p_mails) AS g(enrolment_id int)) ORDER BY e.id FOR NO KEY UPDATE OF e;
  WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset(p_mails) AS g(id bigint, state text, code int, response text, provider_message_id text, evidence jsonb, wants_copy boolean)
  ), before AS MATERIALIZED (
    SELECT i.id, i.state FROM intent i WHERE i.id IN (SELECT g.id FROM given g) ORDER BY i.id FOR UPDATE OF i
  ), written AS (
    UPDATE intent i SET state = g.state, sent_at = coalesce(i.sent_at, i.send_at), smtp_code = g.code, smtp_response = g.response, provider_message_id = g.provider_message_id,
      doubt_evidence = coalesce(g.evidence, i.doubt_evidence || '{"settled": true, "settled_by": "reply"}'), lease_owner = NULL, leased_until = NULL, sent_copy = CASE WHEN g.wants_copy AND g.state = 'SENT' THEN coalesce(i.sent_copy, 'WANTED') ELSE i.sent_copy END, updated_at = now()
    FROM before b JOIN given g ON g.id = b.id WHERE i.id = b.id AND b.state IN ('SUBMITTING', 'IN_DOUBT') RETURNING i.id, b.state
  )
  SELECT coalesce(array_agg(w.id) FILTER (WHERE w.state = 'SUBMITTING'), '{}') INTO counted FROM written w;

  UPDATE mailbox m SET last_send_at = CASE WHEN g.id = ANY(counted) THEN greatest(m.last_send_at, g.at) ELSE m.last_send_at END,
    lane_owner = CASE WHEN m.lane_token = g.release THEN NULL ELSE m.lane_owner END, lane_leased_until = CASE WHEN m.lane_token = g.release THEN NULL ELSE m.lane_leased_until END
  FROM json_to_recordset(p_mails) AS g(id bigint, mailbox_id int, at timestamptz, release bigint) WHERE m.id = g.mailbox_id AND (g.id = ANY(counted) OR m.lane_token = g.release);

  -- What is sent stands in the intent since SUBMITTING; only what was found elsewhere (in Sent, after a restore) is given here.
  INSERT INTO message (workspace_id, direction, mailbox_id, campaign_id, enrolment_id, lead_id, intent_id, message_id, dedupe_key, in_reply_to, "references", from_email, from_name, to_emails, cc_emails, subject, text_body, html_body, snippet, kind, at, is_read, attachments)
  SELECT i.workspace_id, 'out', i.mailbox_id, i.campaign_id, i.enrolment_id, g.lead_id, i.id, i.message_id, i.message_id, CASE WHEN g.is_given THEN g.in_reply_to ELSE i.in_reply_to END, CASE WHEN g.is_given THEN g."references" ELSE i."references" END,
    g.from_email, g.from_name, jsonb_build_array(i.to_email), to_jsonb(i.cc), CASE WHEN g.is_given THEN g.subject ELSE coalesce(i.subject, '') END, CASE WHEN g.is_given THEN g.text ELSE coalesce(i.body_text, '') END, CASE WHEN g.is_given THEN g.html ELSE i.body_html END,
    g.snippet, CASE WHEN i.kind = 'CAMPAIGN' THEN 'campaign' ELSE 'manual' END, i.send_at, true, i.attachments
  FROM json_to_recordset(p_mails) AS g(id bigint, lead_id int, is_given boolean, subject text, html text, text text, in_reply_to text, "references" text[], from_email text, from_name text, snippet text) JOIN intent i ON i.id = g.id
  WHERE i.id = ANY(counted) AND i.kind <> 'TEST' ON CONFLICT (mailbox_id, direction, dedupe_key) DO NOTHING;

  UPDATE enrolment e SET steps_sent = e.steps_sent + 1, first_sent_at = coalesce(e.first_sent_at, i.send_at), last_sent_at = i.send_at, last_seq_number = i.seq_number, last_message_id = i.message_id, mailbox_id = i.mailbox_id, open_intent_id = NULL,
    thread_references = CASE WHEN g.starts_thread THEN ARRAY[i.message_id] ELSE array_append(e.thread_references, i.message_id) END, thread_subject = CASE WHEN g.starts_thread THEN g.subject ELSE e.thread_subject END,
    next_step_id = g.next_step_id, next_seq_number = g.next_seq_number, next_due_at = g.due_at, next_eligible_at = g.due_at, hold_kind = NULL, hold_until = NULL, constraint_code = CASE WHEN g.next_step_id IS NULL THEN NULL ELSE 'STEP_NOT_DUE' END,
    status = CASE WHEN e.status IN ('STARTED', 'INPROGRESS') THEN CASE WHEN g.next_step_id IS NULL THEN 'COMPLETED' ELSE 'INPROGRESS' END ELSE e.status END,
    ended_at = CASE WHEN g.next_step_id IS NULL AND e.status IN ('STARTED', 'INPROGRESS') THEN i.send_at ELSE e.ended_at END, updated_at = now()
  FROM json_to_recordset(p_mails) AS g(id bigint, advances boolean, starts_thread boolean, subject text, next_step_id int, next_seq_number int, due_at timestamptz) JOIN intent i ON i.id = g.id
  WHERE e.id = i.enrolment_id AND i.id = ANY(counted) AND g.advances;

  UPDATE enrolment e SET last_message_id = i.message_id, thread_references = array_append(e.thread_references, i.message_id), last_sent_at = i.send_at, is_read = true, updated_at = now()
  FROM intent i WHERE i.id = ANY(counted) AND i.kind = 'REPLY' AND e.id = i.enrolment_id;

  UPDATE workspace w SET email_credits_used = w.email_credits_used + c.mails
  FROM (SELECT i.workspace_id, count(*)::int AS mails FROM json_to_recordset(p_mails) AS g(id bigint, advances boolean) JOIN intent i ON i.id = g.id WHERE i.id = ANY(counted) AND g.advances GROUP BY 1 ORDER BY 1) c WHERE w.id = c.workspace_id;

  -- A trigger is COMPLETED when every planned mail has an outcome.
  UPDATE trigger_run t SET counts = jsonb_set(t.counts, '{sent}', to_jsonb(coalesce((t.counts ->> 'sent')::int, 0) + c.mails)), 
    state = CASE WHEN trigger_outcomes(t.counts) + c.mails >= t.planned THEN 'COMPLETED' ELSE t.state END, completed_at = CASE WHEN trigger_outcomes(t.counts) + c.mails >= t.planned THEN c.at ELSE t.completed_at END
  FROM (SELECT i.trigger_run_id AS id, count(*)::int AS mails, max(g.at) AS at FROM json_to_recordset(p_mails) AS g(id bigint, at timestamptz) JOIN intent i ON i.id = g.id WHERE i.id = ANY(counted) AND i.trigger_run_id IS NOT NULL GROUP BY 1 ORDER BY 1) c
  WHERE t.id = c.id;

  RETURN QUERY SELECT unnest(counted);
END $$;

-- The state's changes are written into every index that names it, three times a mail. What these two served, the partial indexes serve.
DROP INDEX "intent_state_send_at_idx";
DROP INDEX "intent_mailbox_id_state_send_at_idx";
CREATE INDEX "intent_in_doubt" ON "intent" ("id") WHERE "state" = 'IN_DOUBT';
-- Room for the lane and the clock to change in place.
ALTER TABLE "mailbox" SET (fillfactor = 70);

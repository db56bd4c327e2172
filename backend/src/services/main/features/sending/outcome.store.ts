import { stepDueAt } from '../../../../engine/sending/calendar';
import { prepared } from '../../../../platform/db/prepared';
import type { SqlClient } from '../../../../platform/db/database';
import { queueWebhookNotice } from '../../../../platform/events/queue-webhooks';
import { appendEvents } from '../../../../platform/events/append-events';
import type { SmtpFailure } from '../../../../platform/mail/smtp-failure';
import { readCampaign, readSteps, scheduleOf } from './load-campaign.store';
import type { ClaimedIntent, RenderedMail, SendJob, StandDown } from './lane.store';

/** SENT (or IN_DOUBT, which counts as sent): the intent, the enrolment's place in the sequence, the event, the message and the mailbox's clock, in one transaction. */
export async function recordSent(sql: SqlClient, job: SendJob, mail: RenderedMail, result: { state: 'SENT'; response: string; providerMessageId: string | null } | { state: 'IN_DOUBT'; evidence: unknown }, now: number): Promise<void> {
  const { intent } = job;
  const at = new Date(now);
  const { rows: [written] } = await prepared<{ send_at: Date; before: string }>(sql,
    `update intent i set state = $2, sent_at = coalesce(i.sent_at, i.send_at), smtp_code = $3, smtp_response = $4, provider_message_id = $5, doubt_evidence = coalesce($6, i.doubt_evidence || '{"settled": true, "settled_by": "reply"}'), lease_owner = null, leased_until = null,
       sent_copy = case when $7 and $2 = 'SENT' then coalesce(i.sent_copy, 'WANTED') else i.sent_copy end, updated_at = now()
     from (select id, state as before from intent where id = $1 for update) b where i.id = b.id and b.before in ('SUBMITTING', 'IN_DOUBT') returning i.send_at, b.before`,
    [intent.id, result.state, result.state === 'SENT' ? 250 : null, result.state === 'SENT' ? result.response : null, result.state === 'SENT' ? result.providerMessageId : null, result.state === 'IN_DOUBT' ? JSON.stringify(result.evidence) : null, wantsCopy(job)]);
  // A mail in doubt was counted when it was marked: the reply that comes after all (a worker that was frozen) only settles it.
  if (!written || written.before === 'IN_DOUBT') return;
  const sentAt = written.send_at;
  await prepared(sql, 'update mailbox set last_send_at = greatest(coalesce(last_send_at, $2), $2) where id = $1', [intent.mailbox_id, at]);
  await writeMessage(sql, job, mail, sentAt);
  if (intent.kind === 'CAMPAIGN') await advance(sql, job, mail, sentAt);
  if (intent.kind === 'REPLY' && intent.enrolment_id !== null) {
    await prepared(sql, `update enrolment set last_message_id = $2, thread_references = array_append(thread_references, $2), last_sent_at = $3, is_read = true, updated_at = now() where id = $1`, [intent.enrolment_id, intent.message_id, sentAt]);
  }
  if (intent.trigger_run_id !== null) await countInTrigger(sql, intent.trigger_run_id, 'sent', at);
}

/** Where the provider files no sent mail, a copy goes into Sent afterwards (file-sent-copies.ts). */
const wantsCopy = ({ intent, mailbox }: SendJob): boolean => !mailbox.files_sent_mail && intent.kind !== 'TEST';

/** Counts a mail in its trigger's log row; the trigger is COMPLETED when every planned mail has an outcome. */
async function countInTrigger(sql: SqlClient, triggerRunId: string, what: 'sent' | 'failed' | 'released', at: Date): Promise<void> {
  await prepared(sql,
    `update trigger_run set counts = jsonb_set(counts, array[$2], to_jsonb(coalesce((counts->>$2)::int, 0) + 1)),
       state = case when coalesce((counts->>'sent')::int, 0) + coalesce((counts->>'failed')::int, 0) + coalesce((counts->>'released')::int, 0) + 1 >= planned then 'COMPLETED' else state end,
       completed_at = case when coalesce((counts->>'sent')::int, 0) + coalesce((counts->>'failed')::int, 0) + coalesce((counts->>'released')::int, 0) + 1 >= planned then $3 else completed_at end
     where id = $1`, [triggerRunId, what, at]);
}

async function writeMessage(sql: SqlClient, job: SendJob, mail: RenderedMail, at: Date): Promise<void> {
  const { intent, mailbox, enrolment } = job;
  if (intent.kind === 'TEST') return;
  await prepared(sql,
    `insert into message (workspace_id, direction, mailbox_id, campaign_id, enrolment_id, lead_id, intent_id, message_id, dedupe_key, in_reply_to, "references", from_email, from_name, to_emails, cc_emails, subject, text_body, html_body, snippet, kind, at, is_read, attachments)
     values ($1, 'out', $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, true, coalesce((select attachments from intent where id = $6), '[]')) on conflict (mailbox_id, direction, dedupe_key) do nothing`,
    [intent.workspace_id, intent.mailbox_id, intent.campaign_id, intent.enrolment_id, enrolment?.lead_id ?? null, intent.id, intent.message_id, mail.inReplyTo, mail.references, mailbox.from_email, mailbox.from_name,
      JSON.stringify([intent.to_email]), JSON.stringify(intent.cc), mail.subject, mail.text, mail.html, mail.text.replace(/\s+/g, ' ').slice(0, 200), intent.kind === 'CAMPAIGN' ? 'campaign' : 'manual', at]);
}

/** Moves the enrolment to its next step: due a delay after the mail was really sent (engine.md, Scheduling). */
async function advance(sql: SqlClient, job: SendJob, mail: RenderedMail, sentAt: Date): Promise<void> {
  const { intent, enrolment, campaign } = job;
  if (!enrolment || !campaign) return;
  const row = await readCampaign(sql, intent.workspace_id, campaign.id);
  if (!row) return;
  const steps = await readSteps(sql, row);
  const present = steps.findIndex((step) => step.id === intent.step_id);
  const next = steps[present >= 0 ? present + 1 : steps.findIndex((step) => step.seq_number > (intent.seq_number ?? 0))];
  const dueAt = next ? new Date(stepDueAt(next.snapshot.delay, scheduleOf(row), sentAt.getTime())) : null;
  const isFirst = enrolment.steps_sent === 0;
  const startsThread = mail.references.length === 0;
  await prepared(sql,
    `update enrolment set steps_sent = steps_sent + 1, first_sent_at = coalesce(first_sent_at, $2), last_sent_at = $2, last_seq_number = $3, last_message_id = $4, mailbox_id = $5, open_intent_id = null,
       thread_references = case when $6 then array[$4] else array_append(thread_references, $4) end, thread_subject = case when $6 then $7 else thread_subject end,
       next_step_id = $8, next_seq_number = $9, next_due_at = $10, next_eligible_at = $10, hold_kind = null, hold_until = null, constraint_code = case when $8::int is null then null else 'STEP_NOT_DUE' end,
       status = case when status in ('STARTED', 'INPROGRESS') then case when $8::int is null then 'COMPLETED' else 'INPROGRESS' end else status end, ended_at = case when $8::int is null and status in ('STARTED', 'INPROGRESS') then $2 else ended_at end, updated_at = now()
     where id = $1`,
    [enrolment.id, sentAt, intent.seq_number, intent.message_id, intent.mailbox_id, startsThread, mail.subject, next?.id ?? null, next?.seq_number ?? (intent.seq_number ?? 0) + 1, dueAt]);
  await appendEvents(sql, [{
    workspaceId: intent.workspace_id, kind: 'SENT', at: sentAt, sentAt, campaignId: campaign.id, enrolmentId: enrolment.id, leadId: enrolment.lead_id, mailboxId: intent.mailbox_id, intentId: BigInt(intent.id),
    stepId: intent.step_id, variantId: intent.variant_id, clientId: campaign.client_id, isFirst, evidence: { message_id: intent.message_id, seq_number: intent.seq_number },
  }]);
  await prepared(sql, 'update workspace set email_credits_used = email_credits_used + 1 where id = $1', [intent.workspace_id]);
}

/** A reservation given back before anything left: the lead returns to its queue, with the reason. */
export async function releaseIntent(sql: SqlClient, job: Pick<SendJob, 'intent'>, reason: StandDown | 'MISSING_MERGE_DATA' | 'RETRY' | 'MAILBOX_TROUBLE', options: { eligibleAt?: number; park?: boolean; at: number }): Promise<void> {
  const { intent } = job;
  if (intent.kind !== 'CAMPAIGN') {
    // A person's own mail is not thrown away: it waits for the mailbox and is tried again.
    await prepared(sql, `update intent set send_at = $2, failure_text = $3, lease_owner = null, leased_until = null, updated_at = now() where id = $1 and state = 'RESERVED'`, [intent.id, new Date(options.eligibleAt ?? options.at + 5 * 60_000), reason]);
    return;
  }
  const { rowCount } = await prepared(sql, `update intent set state = 'CANCELLED', cancel_reason = $2, lease_owner = null, leased_until = null, updated_at = now() where id = $1 and state = 'RESERVED'`, [intent.id, reason]);
  if (rowCount !== 1) return;
  const isRetry = reason === 'RETRY';
  await prepared(sql,
    `update enrolment set open_intent_id = null, constraint_code = $3, is_parked = is_parked or $5, hold_kind = case when $6 then 'RETRY' else hold_kind end, hold_until = case when $6 then $4 else hold_until end,
       next_eligible_at = case when $4::timestamptz is not null then $4 else coalesce(next_due_at, $7) end, updated_at = now() where id = $1 and open_intent_id = $2`,
    [intent.enrolment_id, intent.id, isRetry ? 'LEAD_ON_HOLD' : reason === 'MAILBOX_TROUBLE' ? 'MAILBOX_FAILING' : reason, options.eligibleAt === undefined ? null : new Date(options.eligibleAt), options.park ?? false, isRetry, new Date(options.at)]);
  if (intent.trigger_run_id !== null) await countInTrigger(sql, intent.trigger_run_id, 'released', new Date(options.at));
}

/** FAILED for good: by class the lead is blocked (its address is bad) or stopped (the sender was refused). */
export async function recordFailed(sql: SqlClient, job: SendJob, failure: SmtpFailure, now: number): Promise<void> {
  const { intent, enrolment, campaign } = job;
  const at = new Date(now);
  const { rowCount } = await prepared(sql,
    `update intent set state = 'FAILED', smtp_code = $2, smtp_response = $3, failure_class = $4, failure_text = $3, is_bounced = $5, lease_owner = null, leased_until = null, updated_at = now() where id = $1 and state in ('RESERVED', 'SUBMITTING')`,
    [intent.id, failure.code, failure.response, failure.failureClass, failure.failureClass === 'recipient']);
  if (rowCount !== 1) return;
  if (intent.trigger_run_id !== null) await countInTrigger(sql, intent.trigger_run_id, 'failed', at);
  if (intent.kind !== 'CAMPAIGN' || !enrolment || !campaign) return;
  const isRecipient = failure.failureClass === 'recipient';
  const detail = { stage: failure.stage, code: failure.code, status: failure.status, response: failure.response, message_id: intent.message_id };
  await prepared(sql,
    `update enrolment set status = $2, reason = $3, reason_detail = $4, ended_at = $5, open_intent_id = null, is_bounced = is_bounced or $6, is_sender_bounced = is_sender_bounced or not $6, updated_at = now() where id = $1 and status in ('STARTED', 'INPROGRESS')`,
    [enrolment.id, isRecipient ? 'BLOCKED' : 'STOPPED', isRecipient ? 'BOUNCED' : 'FAILED', JSON.stringify(detail), at, isRecipient]);
  if (isRecipient) {
    await prepared(sql, 'update lead set is_bounced = true, updated_at = now() where id = $1', [enrolment.lead_id]);
    await prepared(sql, `insert into suppression (workspace_id, kind, value, source, reason) values ($1, 'email', $2, 'bounce', $3) on conflict do nothing`, [intent.workspace_id, intent.to_email, failure.response.slice(0, 300)]);
  }
  await appendEvents(sql, [{
    workspaceId: intent.workspace_id, kind: isRecipient ? 'BOUNCE' : 'SENDER_BOUNCE', at, sentAt: at, campaignId: campaign.id, enrolmentId: enrolment.id, leadId: enrolment.lead_id, mailboxId: intent.mailbox_id, intentId: BigInt(intent.id),
    stepId: intent.step_id, variantId: intent.variant_id, clientId: campaign.client_id, isFirst: true, evidence: detail,
  }]);
}

/** The mailbox cannot send: it goes into its error state with the server's words, and is tried again by itself later. */
export async function recordMailboxTrouble(sql: SqlClient, workspaceId: number, mailboxId: number, failure: SmtpFailure, now: number): Promise<void> {
  const { rows: [mailbox] } = await prepared<{ from_email: string; failing_since: Date | null; client_id: number | null }>(sql, 'select from_email, failing_since, client_id from mailbox where workspace_id = $1 and id = $2 for update', [workspaceId, mailboxId]);
  if (mailbox && !mailbox.failing_since) {
    await queueWebhookNotice(sql, {
      workspaceId, type: 'EMAIL_ACCOUNT_DISCONNECTED', clientId: mailbox.client_id,
      data: { eventType: 'EMAIL_ACCOUNT_DISCONNECTED', accountId: mailboxId, email: mailbox.from_email, error: failure.response, title: 'Mailbox disconnected', message: `${mailbox.from_email} cannot send.` },
    });
  }
  await prepared(sql,
    `update mailbox set is_smtp_success = false, smtp_failure_error = $3, failure_code = $4, failing_since = coalesce(failing_since, $5), recheck_attempts = 0, recheck_at = clock_timestamp() + interval '1 minute', updated_at = now() where workspace_id = $1 and id = $2`,
    [workspaceId, mailboxId, failure.response, failure.failureClass === 'credentials' ? 'CREDENTIALS' : 'CONNECTION', new Date(now)]);
  // What is reserved and not yet on its way goes back: its leads wait, or are re-allocated by policy.
  await prepared(sql,
    `with back as (update intent set state = 'CANCELLED', cancel_reason = 'MAILBOX_TROUBLE', updated_at = now() where mailbox_id = $1 and state = 'RESERVED' and kind = 'CAMPAIGN' returning id, enrolment_id)
     update enrolment e set open_intent_id = null, constraint_code = 'MAILBOX_FAILING', next_eligible_at = coalesce(e.next_due_at, $2) from back b where e.id = b.enrolment_id and e.open_intent_id = b.id`, [mailboxId, new Date(now)]);
}

/** Intents whose worker died between SUBMITTING and its outcome: their lease has ended and nobody knows whether the mail left. */
export async function findLost(sql: SqlClient, most: number): Promise<ClaimedIntent[]> {
  const { rows } = await prepared<{ id: string; mailbox_id: number; workspace_id: number; fencing_token: string }>(sql,
    `select id, mailbox_id, workspace_id, fencing_token from intent where state = 'SUBMITTING' and leased_until < clock_timestamp() order by id limit $1 for update skip locked`, [most]);
  return rows.map((row) => ({ intentId: row.id, mailboxId: row.mailbox_id, workspaceId: row.workspace_id, token: row.fencing_token }));
}

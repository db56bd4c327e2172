import type { SqlClient } from '../db/database';
import { appendEvents } from '../events/append-events';
import { eventOf, type InboundContext, type MatchedInbound } from './inbound';
import { stopEnrolment } from './stop-enrolment.store';

/** The system's category for mails that were refused because of the sender. */
const senderBounceCategory = 9;

/**
 * A delivery report. A dead address is blocked everywhere and suppressed; a refusal that is about us stops this enrolment
 * without burning the lead; full, delayed and relayed mails are kept with the message and change nothing.
 * @returns whether the enrolment ended
 */
export async function recordBounce(sql: SqlClient, context: InboundContext, given: MatchedInbound): Promise<boolean> {
  const { bounce } = given.classification;
  if (bounce !== 'hard' && bounce !== 'sender_block') return false;
  // A report about somebody in copy says nothing about the lead.
  const copies = new Set([...context.intent_cc, ...context.intent_bcc].map((address) => address.toLowerCase()));
  const failed = given.classification.failedAddresses;
  if (failed.length > 0 && failed.every((address) => copies.has(address)) && !failed.includes(context.intent_to.toLowerCase())) return false;
  const { rowCount } = await sql.query('update intent set is_bounced = true, failure_text = coalesce(failure_text, $2), updated_at = now() where id = $1 and not is_bounced', [given.intentId, given.classification.evidence.at(-1)?.text ?? null]);
  if (rowCount !== 1) return false;
  const detail = { message: given.messageRowId, rules: given.classification.evidence, match: given.match };
  if (bounce === 'sender_block') {
    await sql.query('update enrolment set is_sender_bounced = true, category_id = coalesce(category_id, $2), category_by = coalesce(category_by, $3), updated_at = now() where id = $1', [context.id, senderBounceCategory, 'RULE']);
    const isStopped = await stopEnrolment(sql, { enrolmentId: context.id, reason: 'FAILED', at: given.at, detail });
    await appendEvents(sql, [eventOf(context, given, 'SENDER_BOUNCE', { isMachine: false, isFirst: true })]);
    return isStopped;
  }
  await sql.query('update lead set is_bounced = true, updated_at = now() where id = $1', [context.lead_id]);
  await sql.query(`insert into suppression (workspace_id, kind, value, source, reason) values ($1, 'email', $2, 'bounce', $3) on conflict do nothing`, [context.workspace_id, context.email, (given.classification.evidence.at(-1)?.text ?? 'Hard bounce').slice(0, 300)]);
  const { rows: [first] } = await sql.query<{ is_bounced: boolean }>('select is_bounced from enrolment where id = $1', [context.id]);
  await sql.query('update enrolment set is_bounced = true, updated_at = now() where id = $1', [context.id]);
  const isStopped = await stopEnrolment(sql, { enrolmentId: context.id, reason: 'BOUNCED', at: given.at, detail });
  const { rows } = await sql.query<{ id: number }>(`select id from enrolment where workspace_id = $1 and lead_id = $2 and id <> $3 and status in ('STARTED', 'INPROGRESS', 'PAUSED') order by id for update`, [context.workspace_id, context.lead_id, context.id]);
  for (const row of rows) await stopEnrolment(sql, { enrolmentId: row.id, reason: 'BOUNCED', at: given.at, detail });
  // After the stops: what a subsequence begins because of the bounce is not stopped by it.
  await appendEvents(sql, [eventOf(context, given, 'BOUNCE', { isFirst: !first?.is_bounced })]);
  return isStopped;
}

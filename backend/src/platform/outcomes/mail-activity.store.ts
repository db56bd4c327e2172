import type { SqlClient } from '../db/database';
import { appendEvents } from '../events/append-events';
import { stopEnrolment, takeBackReserved } from './stop-enrolment.store';

/** A pixel or link of one sent mail was asked for. */
export interface MailActivity { intentId: bigint; at: Date; isMachine: boolean; evidence: Record<string, unknown> }

interface TrackedIntent {
  id: string; workspace_id: number; campaign_id: number | null; enrolment_id: number | null; step_id: number | null; variant_id: number | null; mailbox_id: number; sent_at: Date | null; state: string; links: string[];
  lead_id: number | null; lead_email: string; client_id: number | null; stop_on: string | null; open_count: number; click_count: number; enrolment_opens: number; enrolment_clicks: number; is_unsubscribed: boolean;
}

const load = async (sql: SqlClient, intentId: bigint): Promise<TrackedIntent | null> => {
  const { rows } = await sql.query<TrackedIntent>(
    `select i.id, i.workspace_id, i.campaign_id, i.enrolment_id, i.step_id, i.variant_id, i.mailbox_id, i.sent_at, i.state, i.links, i.open_count, i.click_count, l.id as lead_id, coalesce(l.email, i.to_email) as lead_email, c.client_id, c.stop_on,
       coalesce(e.open_count, i.open_count) as enrolment_opens, coalesce(e.click_count, i.click_count) as enrolment_clicks, coalesce(e.is_unsubscribed, i.is_unsubscribed) as is_unsubscribed
     from intent i left join enrolment e on e.id = i.enrolment_id left join campaign c on c.id = i.campaign_id
       left join lateral (select id, email from lead where id = e.lead_id union all select id, email from lead where i.enrolment_id is null and workspace_id = i.workspace_id and email = i.to_email limit 1) l on true
     where i.id = $1 and i.state in ('SUBMITTING', 'SENT', 'IN_DOUBT') for update of i`, [intentId.toString()]);
  return rows[0] ?? null;
};

const about = (intent: TrackedIntent, activity: { at: Date }) => ({
  workspaceId: intent.workspace_id, at: activity.at, sentAt: intent.sent_at, campaignId: intent.campaign_id, enrolmentId: intent.enrolment_id, leadId: intent.lead_id, mailboxId: intent.mailbox_id, intentId: BigInt(intent.id),
  stepId: intent.step_id, variantId: intent.variant_id, clientId: intent.client_id,
});

/** An open: counted, and apart when a machine caused it; a person's open stops the lead where the campaign says so. @returns the workspace, or null for a mail that was not sent */
export async function recordOpen(sql: SqlClient, activity: MailActivity): Promise<number | null> {
  const intent = await load(sql, activity.intentId);
  if (!intent) return null;
  await settleByEvidence(sql, intent, 'open');
  if (activity.isMachine) {
    await sql.query('update intent set machine_open_count = machine_open_count + 1 where id = $1', [intent.id]);
  } else {
    await sql.query('update intent set open_count = open_count + 1, first_open_at = coalesce(first_open_at, $2) where id = $1', [intent.id, activity.at]);
    if (intent.enrolment_id !== null) await sql.query('update enrolment set open_count = open_count + 1, first_open_at = coalesce(first_open_at, $2), last_open_at = $2, updated_at = now() where id = $1', [intent.enrolment_id, activity.at]);
  }
  await appendEvents(sql, [{ ...about(intent, activity), kind: 'OPEN', isMachine: activity.isMachine, isFirst: !activity.isMachine && intent.enrolment_opens === 0, evidence: activity.evidence }]);
  if (!activity.isMachine && intent.stop_on === 'OPEN_AN_EMAIL' && intent.enrolment_id !== null) await stopEnrolment(sql, { enrolmentId: intent.enrolment_id, reason: 'OPENED', at: activity.at, detail: activity.evidence });
  return intent.workspace_id;
}

/** A click: counted like an open; the answer is the address behind the link, which only the mail's own record knows (never an open redirect). */
export async function recordClick(sql: SqlClient, activity: MailActivity & { linkIndex: number }): Promise<{ workspaceId: number; url: string } | null> {
  const intent = await load(sql, activity.intentId);
  const url = intent?.links[activity.linkIndex];
  if (!intent || !url) return null;
  await settleByEvidence(sql, intent, 'click');
  const evidence = { ...activity.evidence, url };
  if (!activity.isMachine) {
    await sql.query('update intent set click_count = click_count + 1, first_click_at = coalesce(first_click_at, $2) where id = $1', [intent.id, activity.at]);
    if (intent.enrolment_id !== null) await sql.query('update enrolment set click_count = click_count + 1, first_click_at = coalesce(first_click_at, $2), updated_at = now() where id = $1', [intent.enrolment_id, activity.at]);
  }
  await appendEvents(sql, [{ ...about(intent, activity), kind: 'CLICK', isMachine: activity.isMachine, isFirst: !activity.isMachine && intent.enrolment_clicks === 0, evidence }]);
  if (!activity.isMachine && intent.stop_on === 'CLICK_ON_A_LINK' && intent.enrolment_id !== null) await stopEnrolment(sql, { enrolmentId: intent.enrolment_id, reason: 'CLICKED', at: activity.at, detail: evidence });
  return { workspaceId: intent.workspace_id, url };
}

/** An unsubscribe by link, one click (RFC 8058) or mail: the address is suppressed in the whole workspace and every campaign stops for it. Doing it twice changes nothing. */
export async function recordUnsubscribe(sql: SqlClient, activity: Omit<MailActivity, 'isMachine'>): Promise<{ workspaceId: number; email: string } | null> {
  const intent = await load(sql, activity.intentId);
  if (!intent) return null;
  await settleByEvidence(sql, intent, 'unsubscribe');
  const isFirst = !intent.is_unsubscribed;
  await sql.query('update intent set is_unsubscribed = true where id = $1', [intent.id]);
  await sql.query('update enrolment set is_unsubscribed = true, updated_at = now() where id = $1', [intent.enrolment_id]);
  // A lead that was deleted since is remembered by its address: imported again, it is not mailed.
  if (intent.lead_id === null) await suppress(sql, { workspaceId: intent.workspace_id, email: intent.lead_email, source: 'unsubscribe' });
  else await unsubscribeLead(sql, { workspaceId: intent.workspace_id, leadId: intent.lead_id, email: intent.lead_email, at: activity.at, source: 'unsubscribe', detail: activity.evidence });
  // A lead whose last step is behind it ends by its own will all the same.
  if (intent.enrolment_id !== null) await stopEnrolment(sql, { enrolmentId: intent.enrolment_id, reason: 'UNSUBSCRIBED', at: activity.at, detail: activity.evidence });
  if (isFirst) await appendEvents(sql, [{ ...about(intent, activity), kind: 'UNSUBSCRIBE', isFirst, evidence: activity.evidence }]);
  return { workspaceId: intent.workspace_id, email: intent.lead_email };
}

const suppress = (sql: SqlClient, given: { workspaceId: number; email: string; source: string }) =>
  sql.query(`insert into suppression (workspace_id, kind, value, source, reason) values ($1, 'email', $2, $3, 'Asked not to be mailed') on conflict do nothing`, [given.workspaceId, given.email, given.source]);

/** Suppresses a lead in its workspace and ends it in every campaign. */
export async function unsubscribeLead(sql: SqlClient, given: { workspaceId: number; leadId: number; email: string; at: Date; source: string; detail: unknown }): Promise<void> {
  await sql.query('update lead set is_unsubscribed = true, unsubscribed_at = coalesce(unsubscribed_at, $2), updated_at = now() where id = $1', [given.leadId, given.at]);
  await suppress(sql, given);
  const { rows } = await sql.query<{ id: number }>(`select id from enrolment where workspace_id = $1 and lead_id = $2 and status in ('STARTED', 'INPROGRESS', 'PAUSED') for update`, [given.workspaceId, given.leadId]);
  for (const row of rows) await stopEnrolment(sql, { enrolmentId: row.id, reason: 'UNSUBSCRIBED', at: given.at, detail: given.detail });
  await takeBackReserved(sql, rows.map((row) => row.id), 'UNSUBSCRIBED');
}

/** A mail in doubt that somebody opened, clicked or answered has arrived: it is settled as sent (engine.md). */
export async function settleByEvidence(sql: SqlClient, intent: Pick<TrackedIntent, 'id' | 'state'>, what: string): Promise<void> {
  if (intent.state !== 'IN_DOUBT') return;
  await sql.query(`update intent set state = 'SENT', doubt_evidence = coalesce(doubt_evidence, '{}'::jsonb) || jsonb_build_object('settled', true, 'settled_by', $2::text), updated_at = now() where id = $1`, [intent.id, what]);
}

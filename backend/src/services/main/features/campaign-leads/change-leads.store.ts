import type { SqlClient } from '../../../../platform/db/database';
import { cancelReservedWhere } from '../../../../platform/outcomes/cancel-reserved.store';
import { detachMail } from '../../../../platform/outcomes/detach-mail.store';
import { nextStepOf } from '../../../../platform/outcomes/next-step.store';

/** What a change did: ids that changed, and those that did not with the reason. */
export interface LeadChange {
  changed: { id: number; lead_id: number }[];
  cancelled: number;
}

/** A lead of a campaign, locked. A hold without a day lasts until somebody resumes the lead. */
export interface LockedLead {
  id: number;
  lead_id: number;
  status: string;
  reason: string | null;
  steps_sent: number;
  is_unsubscribed: boolean;
  hold_kind: string | null;
  hold_until: Date | null;
}

/**
 * Locks leads of a campaign in the order of their ids and tells their states. Whoever changes them holds these locks, which the
 * sender takes as well, so that a change that is committed is seen before the next final dot.
 */
export async function lockLeads(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  ids: readonly number[],
  hiddenCategories: readonly number[] = [],
): Promise<LockedLead[]> {
  const { rows } = await sql.query<LockedLead>(
    'SELECT id, lead_id, status, reason, steps_sent, is_unsubscribed, hold_kind, hold_until FROM enrolment WHERE workspace_id = $1 AND campaign_id = $2 AND id = ANY($3) AND (category_id IS NULL OR category_id <> ALL($4::int[])) ORDER BY id FOR UPDATE',
    [workspaceId, campaignId, ids, [...hiddenCategories]],
  );
  return rows;
}

/** Takes back what was reserved for leads; returns how many e-mails. What is being submitted at this moment is under way and stays. */
export async function cancelReservedFor(
  workspaceId: number,
  sql: SqlClient,
  enrolmentIds: readonly number[],
  reason: string,
): Promise<number> {
  return cancelReservedWhere(sql, reason, `i.workspace_id = $2 and i.enrolment_id = any($3) and i.kind = 'CAMPAIGN'`, [
    workspaceId,
    enrolmentIds,
  ]);
}

export async function writeStatus(
  workspaceId: number,
  sql: SqlClient,
  ids: readonly number[],
  change: { status: 'PAUSED' | 'STOPPED' | 'BLOCKED'; reason: string; at: Date },
): Promise<void> {
  await sql.query(
    `UPDATE enrolment SET status = $3, reason = $4, constraint_code = CASE WHEN $3 = 'PAUSED' THEN 'LEAD_PAUSED' END, next_eligible_at = CASE WHEN $3 = 'PAUSED' THEN next_eligible_at END, ended_at = CASE WHEN $3 = 'PAUSED' THEN NULL ELSE $5::timestamptz END,
       is_unsubscribed = is_unsubscribed OR $4 = 'UNSUBSCRIBED', updated_at = $5 WHERE workspace_id = $1 AND id = ANY($2)`,
    [workspaceId, ids, change.status, change.reason, change.at],
  );
}

/** A lead that goes on. `movedTo` is its step where that is another than it stood at: it is due by that step's delay after the last one, from `lastAt` on. */
export interface Resumed {
  id: number;
  movedTo: number | null;
  lastAt: Date | null;
}

/**
 * Lets leads go on: those that were sent something are in progress again, due when their step is due or after the delay; the others
 * are queued. A lead without a step left stays as it is.
 */
export async function resumeRows(
  workspaceId: number,
  sql: SqlClient,
  ids: readonly number[],
  delayDays: number,
  at: Date,
): Promise<Resumed[]> {
  const { rows } = await sql.query<{ id: number; moved_to: number | null; last_at: Date | null }>(
    `UPDATE enrolment e SET status = CASE WHEN e.steps_sent > 0 THEN 'INPROGRESS' ELSE 'STARTED' END, reason = NULL, reason_detail = NULL, ended_at = NULL, hold_kind = NULL, hold_until = NULL, is_parked = false, constraint_code = NULL, updated_at = $4,
       next_step_id = g.step_id, next_seq_number = coalesce(g.seq_number, e.next_seq_number),
       next_due_at = CASE WHEN $3 > 0 THEN $4::timestamptz + make_interval(days => $3) WHEN e.steps_sent > 0 THEN greatest(coalesce(e.next_due_at, $4::timestamptz), $4::timestamptz) ELSE e.next_due_at END,
       next_eligible_at = CASE WHEN $3 > 0 THEN $4::timestamptz + make_interval(days => $3) WHEN e.steps_sent > 0 THEN greatest(coalesce(e.next_due_at, $4::timestamptz), $4::timestamptz) ELSE e.next_due_at END
     FROM (SELECT o.id, n.id AS step_id, n.seq_number, o.next_step_id AS stood_at FROM enrolment o LEFT JOIN LATERAL (${nextStepOf('o')}) n ON true WHERE o.workspace_id = $1 AND o.id = ANY($2)) g
     WHERE e.workspace_id = $1 AND e.id = g.id AND (e.last_seq_number = 0 OR g.step_id IS NOT NULL)
     RETURNING e.id, CASE WHEN g.step_id IS DISTINCT FROM g.stood_at THEN g.step_id END AS moved_to, greatest(e.last_sent_at, e.last_step_at) AS last_at`,
    [workspaceId, ids, delayDays, at],
  );
  return rows.map((row) => ({ id: row.id, movedTo: row.moved_to, lastAt: row.last_at }));
}

/** Which of these leads must not be mailed: resuming them would change nothing. */
export async function findSuppressedLeads(
  workspaceId: number,
  sql: SqlClient,
  leadIds: readonly number[],
  clientScope: number,
): Promise<Set<number>> {
  const { rows } = await sql.query<{ id: number }>(
    `SELECT l.id FROM lead l WHERE l.workspace_id = $1 AND l.id = ANY($2) AND (l.is_unsubscribed OR l.is_bounced OR EXISTS (SELECT FROM suppression s WHERE s.workspace_id = $1 AND s.client_scope IN (0, $3) AND ((s.kind = 'email' AND s.value = l.email) OR (s.kind = 'domain' AND s.value = l.domain))))`,
    [workspaceId, leadIds, clientScope],
  );
  return new Set(rows.map((row) => row.id));
}

/** Which of these enrolments were pushed into a subsequence that still writes to the lead. */
export async function findInSubsequence(
  workspaceId: number,
  sql: SqlClient,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql.query<{ id: number }>(
    `SELECT DISTINCT parent_enrolment_id AS id FROM enrolment WHERE workspace_id = $1 AND parent_enrolment_id = ANY($2) AND status IN ('STARTED', 'INPROGRESS', 'PAUSED')`,
    [workspaceId, ids],
  );
  return new Set(rows.map((row) => row.id));
}

/** Marks leads as unsubscribed from everything and puts their addresses on the list; for a client of the agency on the client's own list only. */
export async function suppressLeads(
  workspaceId: number,
  sql: SqlClient,
  leadIds: readonly number[],
  entry: { source: 'unsubscribe' | 'category'; reason: string; userId: number; clientId: number | null; at: Date },
): Promise<void> {
  if (entry.source === 'unsubscribe' && entry.clientId === null)
    await sql.query(
      'UPDATE lead SET is_unsubscribed = true, unsubscribed_at = coalesce(unsubscribed_at, $3), updated_at = $3 WHERE workspace_id = $1 AND id = ANY($2)',
      [workspaceId, leadIds, entry.at],
    );
  await sql.query(
    `INSERT INTO suppression (workspace_id, kind, value, source, reason, created_by, created_at, client_scope) SELECT l.workspace_id, 'email', l.email, $3, $4, $5, $6, $7 FROM lead l WHERE l.workspace_id = $1 AND l.id = ANY($2) ORDER BY l.email ON CONFLICT DO NOTHING`,
    [workspaceId, leadIds, entry.source, entry.reason, entry.userId, entry.at, entry.clientId ?? 0],
  );
}

/** Every enrolment of a lead, whatever became of it, locked: none of its mails begins to leave meanwhile. */
export async function lockEnrolmentsOfLead(workspaceId: number, sql: SqlClient, leadId: number): Promise<number[]> {
  return (
    await sql.query<{ id: number }>(
      'SELECT id FROM enrolment WHERE workspace_id = $1 AND lead_id = $2 ORDER BY id FOR UPDATE',
      [workspaceId, leadId],
    )
  ).rows.map((row) => row.id);
}

/** Open enrolments of leads in every campaign (of a client: in its own), and whose they are: what an unsubscribe from everything has to stop. */
export async function lockOpenEnrolments(
  workspaceId: number,
  sql: SqlClient,
  leadIds: readonly number[],
  clientId: number | null = null,
): Promise<
  { id: number; lead_id: number; campaign_id: number; client_id: number | null; mailbox_id: number | null }[]
> {
  const { rows } = await sql.query<{
    id: number;
    lead_id: number;
    campaign_id: number;
    client_id: number | null;
    mailbox_id: number | null;
  }>(
    `SELECT e.id, e.lead_id, e.campaign_id, c.client_id, e.mailbox_id FROM enrolment e JOIN campaign c ON c.id = e.campaign_id
     WHERE e.workspace_id = $1 AND e.lead_id = ANY($2) AND e.status IN ('STARTED', 'INPROGRESS', 'PAUSED') AND ($3::int IS NULL OR c.client_id = $3) ORDER BY e.id FOR UPDATE OF e`,
    [workspaceId, leadIds, clientId],
  );
  return rows;
}

/** Tasks of manual steps that these leads waited at: nobody waits for them any more. */
export async function deleteOpenStepTasks(
  workspaceId: number,
  sql: SqlClient,
  enrolmentIds: readonly number[],
): Promise<void> {
  await sql.query(
    `DELETE FROM lead_task WHERE workspace_id = $1 AND status = 'CREATED' AND step_id IS NOT NULL AND enrolment_id = ANY($2)`,
    [workspaceId, enrolmentIds],
  );
}

/** Takes enrolments out. Their sent mails stay as messages of the lead, and count for mailbox and campaign as before. */
export async function deleteEnrolments(workspaceId: number, sql: SqlClient, ids: readonly number[]): Promise<void> {
  await sql.query(
    'UPDATE message SET enrolment_id = NULL, intent_id = NULL WHERE workspace_id = $1 AND enrolment_id = ANY($2)',
    [workspaceId, ids],
  );
  await detachMail(workspaceId, sql, { enrolmentIds: ids });
  await deleteOpenStepTasks(workspaceId, sql, ids);
  await sql.query('DELETE FROM enrolment WHERE workspace_id = $1 AND id = ANY($2)', [workspaceId, ids]);
}

/** Enrolments with an e-mail that is being submitted, or whose fate is open: they cannot be taken out yet. */
export async function findBusy(workspaceId: number, sql: SqlClient, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql.query<{ enrolment_id: number }>(
    `SELECT DISTINCT enrolment_id FROM intent WHERE workspace_id = $1 AND enrolment_id = ANY($2) AND state = 'SUBMITTING'`,
    [workspaceId, ids],
  );
  return new Set(rows.map((row) => row.enrolment_id));
}

/** Gives leads the category that a person chose; rules leave it (set-category.store.ts). */
export async function writeCategory(
  workspaceId: number,
  sql: SqlClient,
  ids: readonly number[],
  categoryId: number | null,
  at: Date,
): Promise<{ id: number; lead_id: number; mailbox_id: number | null }[]> {
  const { rows } = await sql.query<{ id: number; lead_id: number; mailbox_id: number | null }>(
    `UPDATE enrolment SET category_id = $3, category_by = CASE WHEN $3::int IS NULL THEN NULL ELSE 'USER' END, updated_at = $4 WHERE workspace_id = $1 AND id = ANY($2) AND category_id IS DISTINCT FROM $3::int RETURNING id, lead_id, mailbox_id`,
    [workspaceId, ids, categoryId, at],
  );
  return rows;
}

/** Moves leads to a mailbox; what they send next begins a thread of its own, under the subject of the first. */
export async function writeMailbox(
  workspaceId: number,
  sql: SqlClient,
  ids: readonly number[],
  mailboxId: number,
  at: Date,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `UPDATE enrolment SET mailbox_id = $3, last_message_id = NULL, thread_references = '{}', is_parked = false, constraint_code = NULL, updated_at = $4 WHERE workspace_id = $1 AND id = ANY($2) AND mailbox_id IS DISTINCT FROM $3::int RETURNING id`,
    [workspaceId, ids, mailboxId, at],
  );
  return rows.map((row) => row.id);
}

export async function isCampaignMailbox(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  mailboxId: number,
): Promise<boolean> {
  return (
    (
      await sql.query(
        'SELECT FROM campaign_mailbox cm JOIN mailbox m ON m.id = cm.mailbox_id AND m.deleted_at IS NULL WHERE cm.workspace_id = $1 AND cm.campaign_id = $2 AND cm.mailbox_id = $3',
        [workspaceId, campaignId, mailboxId],
      )
    ).rowCount === 1
  );
}

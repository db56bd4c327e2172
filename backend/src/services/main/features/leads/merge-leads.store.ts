import type { SqlClient } from '../../../../platform/db/database';
import { unparkPeople } from '../campaigns/campaigns.store';
import { standardFieldNames } from './lead-line';

export interface SharedCampaign {
  campaign_id: number;
  name: string;
  keep_id: number;
  other_id: number;
  keep_reached: boolean;
  other_reached: boolean;
}

/** Campaigns that both leads are in, and which of the two have something to keep there: they were mailed, are past a step that a person or LinkedIn does, or refused to be mailed by it. */
export async function findShared(
  workspaceId: number,
  sql: SqlClient,
  keepId: number,
  otherId: number,
): Promise<SharedCampaign[]> {
  const reached = (
    alias: string,
  ) => `(${alias}.steps_sent > 0 OR ${alias}.reply_count > 0 OR ${alias}.first_sent_at IS NOT NULL OR ${alias}.last_step_at IS NOT NULL OR ${alias}.last_seq_number > 0
    OR ${alias}.is_unsubscribed OR coalesce(${alias}.reason IN ('UNSUBSCRIBED', 'DO_NOT_CONTACT'), false) OR EXISTS (SELECT FROM linkedin_action a WHERE a.enrolment_id = ${alias}.id AND a.performed_at IS NOT NULL))`;
  return (
    await sql.query<SharedCampaign>(
      `SELECT k.campaign_id, c.name, k.id AS keep_id, o.id AS other_id, ${reached('k')} AS keep_reached, ${reached('o')} AS other_reached FROM enrolment k JOIN enrolment o ON o.campaign_id = k.campaign_id AND o.lead_id = $3 JOIN campaign c ON c.id = k.campaign_id
     WHERE k.workspace_id = $1 AND k.lead_id = $2 ORDER BY k.id`,
      [workspaceId, keepId, otherId],
    )
  ).rows;
}

/** That an address must not be written to any more: it unsubscribed, or somebody marked it Do Not Contact. `client_scope` is 0 for the whole workspace. */
export interface Decision {
  client_scope: number;
  source: 'unsubscribe' | 'category';
}

/** Gives the kept address what was decided of the other one, each decision for the client it was made for. @returns what holds for the kept address now */
export async function copyDecisions(
  workspaceId: number,
  sql: SqlClient,
  keepEmail: string,
  otherEmail: string,
): Promise<Decision[]> {
  await sql.query(
    `INSERT INTO suppression (workspace_id, kind, value, client_scope, source, reason, created_by, created_at) SELECT workspace_id, kind, $2, client_scope, source, reason, created_by, created_at
     FROM suppression WHERE workspace_id = $1 AND kind = 'email' AND value = $3 AND source IN ('unsubscribe', 'category') ORDER BY client_scope ON CONFLICT DO NOTHING`,
    [workspaceId, keepEmail, otherEmail],
  );
  return (
    await sql.query<Decision>(
      `SELECT DISTINCT client_scope, source FROM suppression WHERE workspace_id = $1 AND kind = 'email' AND value IN ($2, $3) AND source IN ('unsubscribe', 'category')`,
      [workspaceId, keepEmail, otherEmail],
    )
  ).rows;
}

/** Gives everything of one lead to another and deletes the empty one. Fields that the kept one has stay; empty ones are filled. */
export async function mergeRows(
  workspaceId: number,
  sql: SqlClient,
  keepId: number,
  other: { id: number; email: string },
  at: Date,
): Promise<void> {
  const ids = [workspaceId, keepId, other.id];
  for (const table of ['enrolment', 'message', 'lead_note', 'lead_task'])
    await sql.query(`UPDATE ${table} SET lead_id = $2 WHERE workspace_id = $1 AND lead_id = $3`, ids);
  await sql.query(
    'UPDATE event SET lead_id = $2 WHERE workspace_id = $1 AND enrolment_id IN (SELECT id FROM enrolment WHERE workspace_id = $1 AND lead_id = $2) AND lead_id = $3',
    ids,
  );
  await sql.query(
    'UPDATE subsequence_push p SET lead_id = $2 WHERE p.workspace_id = $1 AND p.lead_id = $3 AND NOT EXISTS (SELECT FROM subsequence_push q WHERE q.campaign_id = p.campaign_id AND q.lead_id = $2)',
    ids,
  );
  await sql.query(
    'INSERT INTO lead_list_member (workspace_id, list_id, lead_id, upload_id, added_at) SELECT workspace_id, list_id, $2, upload_id, added_at FROM lead_list_member WHERE workspace_id = $1 AND lead_id = $3 ON CONFLICT DO NOTHING',
    ids,
  );
  await sql.query(
    'INSERT INTO lead_tag (workspace_id, lead_id, tag_id, created_at) SELECT workspace_id, $2, tag_id, created_at FROM lead_tag WHERE workspace_id = $1 AND lead_id = $3 ON CONFLICT DO NOTHING',
    ids,
  );
  await sql.query(
    'INSERT INTO lead_alias (workspace_id, lead_id, email, evidence, created_at) SELECT workspace_id, $2, email, evidence, created_at FROM lead_alias WHERE workspace_id = $1 AND lead_id = $3 ON CONFLICT DO NOTHING',
    ids,
  );
  await sql.query(
    `INSERT INTO lead_alias (workspace_id, lead_id, email, evidence, created_at) VALUES ($1, $2, $3, '{"by": "merge"}', $4) ON CONFLICT DO NOTHING`,
    [workspaceId, keepId, other.email, at],
  );
  await sql.query(
    `UPDATE lead k SET ${standardFieldNames.map((name) => `"${name}" = coalesce(k."${name}", o."${name}")`).join(', ')}, custom_fields = o.custom_fields || k.custom_fields, time_zone = coalesce(k.time_zone, o.time_zone),
       is_unsubscribed = k.is_unsubscribed OR o.is_unsubscribed, unsubscribed_at = least(k.unsubscribed_at, o.unsubscribed_at), created_at = least(k.created_at, o.created_at), updated_at = $4
     FROM lead o WHERE k.workspace_id = $1 AND k.id = $2 AND o.workspace_id = $1 AND o.id = $3`,
    [...ids, at],
  );
  await unparkPeople(workspaceId, sql, [keepId]);
  await sql.query('DELETE FROM lead WHERE workspace_id = $1 AND id = $2', [workspaceId, other.id]);
}

import type { Measure } from '@skein/contracts/analytics/measures';
import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';
import { eventConditions, measureCondition, momentOf, type Scope, type Selection } from './selection';

export interface FigureRecord {
  id: string;
  at: Date;
  moment: Date;
  sent_at: Date | null;
  kind: string;
  enrolment_id: number | null;
  lead_id: number | null;
  email: string | null;
  lead_name: string;
  company_name: string | null;
  campaign_id: number | null;
  campaign_name: string | null;
  mailbox_id: number | null;
  from_email: string | null;
  seq_number: number | null;
  variant_label: string | null;
  subject: string | null;
  stats_id: string | null;
  category_id: number | null;
  category_name: string | null;
  evidence: Record<string, unknown> | null;
}

function behind(workspaceId: number, scope: Scope, selection: Selection, measure: Measure): Conditions {
  const conditions = eventConditions(new Conditions(workspaceId), scope, selection);
  return conditions.add(
    measureCondition(measure, {
      includeOutOfOffice: selection.range.include_out_of_office,
      perStep: selection.stepId !== undefined || selection.variantId !== undefined,
    }),
  );
}

/** How many rows stand behind a figure: by definition the figure itself. */
export async function countRows(
  workspaceId: number,
  sql: SqlClient,
  scope: Scope,
  selection: Selection,
  measure: Measure,
): Promise<number> {
  const conditions = behind(workspaceId, scope, selection, measure);
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM event v WHERE ${conditions.sql}`,
    conditions.values,
  );
  return rows[0]?.count ?? 0;
}

/** The rows behind a figure, newest first, after the row with the given moment (ISO, microseconds kept out: events have milliseconds) and id. */
export async function listRows(
  workspaceId: number,
  sql: SqlClient,
  scope: Scope,
  selection: Selection,
  measure: Measure,
  page: { after: { moment: string; id: string } | null; limit: number },
): Promise<FigureRecord[]> {
  const moment = momentOf(selection.range.axis);
  const conditions = behind(workspaceId, scope, selection, measure);
  if (page.after) conditions.add(`(${moment}, v.id) < (?::timestamptz, ?::bigint)`, page.after.moment, page.after.id);
  const limit = conditions.value(page.limit);
  const { rows } = await sql.query<FigureRecord>(
    `WITH page AS (SELECT v.*, ${moment} AS moment FROM event v WHERE ${conditions.sql} ORDER BY ${moment} DESC, v.id DESC LIMIT ${limit})
     SELECT v.id, v.at, v.moment, v.sent_at, v.kind, v.enrolment_id, v.lead_id, l.email, concat_ws(' ', l.first_name, l.last_name) AS lead_name, l.company_name, v.campaign_id, c.name AS campaign_name, v.mailbox_id, m.from_email,
       coalesce(i.seq_number, s.seq_number) AS seq_number, a.label AS variant_label, i.subject, i.stats_id, e.category_id, k.name AS category_name, v.evidence
     FROM page v LEFT JOIN lead l ON l.workspace_id = $1 AND l.id = v.lead_id LEFT JOIN campaign c ON c.workspace_id = $1 AND c.id = v.campaign_id LEFT JOIN mailbox m ON m.workspace_id = $1 AND m.id = v.mailbox_id
       LEFT JOIN intent i ON i.workspace_id = $1 AND i.id = v.intent_id LEFT JOIN sequence_step s ON s.workspace_id = $1 AND s.id = v.step_id LEFT JOIN step_variant a ON a.workspace_id = $1 AND a.id = v.variant_id
       LEFT JOIN enrolment e ON e.workspace_id = $1 AND e.id = v.enrolment_id LEFT JOIN lead_category k ON k.workspace_id = $1 AND k.id = e.category_id
     ORDER BY v.moment DESC, v.id DESC`,
    conditions.values,
  );
  return rows;
}

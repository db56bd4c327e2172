import type { CampaignId, EnrolmentId, LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { Measure } from '@skein/contracts/analytics/measures';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { narrowConditions } from './narrow-rows.store';
import type { Scope, Selection } from './selection';
import { measureCondition } from './measure-condition.store';
import { eventConditions, momentOf } from './selection.store';

export interface FigureRecord {
  id: string;
  at: Date;
  moment: Date;
  sent_at: Date | null;
  kind: string;
  enrolment_id: EnrolmentId | null;
  lead_id: LeadId | null;
  email: string | null;
  lead_name: string;
  company_name: string | null;
  campaign_id: CampaignId | null;
  campaign_name: string | null;
  mailbox_id: MailboxId | null;
  from_email: string | null;
  seq_number: number | null;
  variant_label: string | null;
  subject: string | null;
  stats_id: string | null;
  category_id: number | null;
  category_name: string | null;
  evidence: Record<string, unknown> | null;
}

function behind(workspaceId: WorkspaceId, scope: Scope, selection: Selection, measure: Measure): Conditions {
  const conditions = eventConditions(new Conditions(workspaceId), scope, selection);
  narrowConditions(conditions, selection);
  return conditions.add(
    measureCondition(measure, {
      includeOutOfOffice: selection.range.include_out_of_office,
      perStep: selection.stepId !== undefined || selection.variantId !== undefined,
    }),
  );
}

/** The rows behind a measure. */
interface MeasuredRows {
  selection: Selection;
  measure: Measure;
}

/** How many rows stand behind a figure: by definition the figure itself. */
export async function countRows(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  { selection, measure }: MeasuredRows,
): Promise<number> {
  const conditions = behind(workspaceId, scope, selection, measure);
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count from event v where ${conditions.sql}`,
    conditions.values,
  );
  return rows[0]?.count ?? 0;
}

/** A page of the rows behind a measure. */
interface MeasurePage {
  selection: Selection;
  measure: Measure;
  page: { after: { moment: string; id: string } | null; limit: number };
}

/**
 * The rows behind a figure, newest first, after the row with the given moment (ISO, microseconds kept out: events have
 * milliseconds) and id.
 */
export async function listRows(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  { selection, measure, page }: MeasurePage,
): Promise<FigureRecord[]> {
  const moment = momentOf(selection.range.axis);
  const conditions = behind(workspaceId, scope, selection, measure);
  if (page.after) conditions.add(`(${moment}, v.id) < (?::timestamptz, ?::bigint)`, page.after.moment, page.after.id);
  const limit = conditions.value(page.limit);
  const { rows } = await sql.query<FigureRecord>(
    `
      with page as (select v.*, ${moment} as moment from event v where ${conditions.sql} order by ${moment} desc, v.id desc limit ${limit})
      select v.id, v.at, v.moment, v.sent_at, v.kind, v.enrolment_id, v.lead_id, l.email,
        concat_ws(' ', l.first_name, l.last_name) as lead_name, l.company_name, v.campaign_id,
        c.name as campaign_name, v.mailbox_id, m.from_email,
        coalesce(i.seq_number, s.seq_number) as seq_number, a.label as variant_label, i.subject, i.stats_id,
        e.category_id, k.name as category_name, v.evidence
      from page v
      left join lead l on l.workspace_id = $1 and l.id = v.lead_id
      left join campaign c on c.workspace_id = $1 and c.id = v.campaign_id
      left join mailbox m on m.workspace_id = $1 and m.id = v.mailbox_id
      left join intent i on i.workspace_id = $1 and i.id = v.intent_id
      left join sequence_step s on s.workspace_id = $1 and s.id = v.step_id
      left join step_variant a on a.workspace_id = $1 and a.id = v.variant_id
      left join enrolment e on e.workspace_id = $1 and e.id = v.enrolment_id
      left join lead_category k on k.workspace_id = $1 and k.id = e.category_id
      order by v.moment desc, v.id desc
    `,
    conditions.values,
  );
  return rows;
}

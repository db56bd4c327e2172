import type { CampaignId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredIntent } from '#engine/rows/central-rows';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';

export interface TriggerRecord {
  id: string;
  sequence: number;
  state: 'SCHEDULED' | 'PICKED' | 'RUNNING' | 'COMPLETED';
  scheduled_at: Date;
  picked_at: Date | null;
  completed_at: Date | null;
  checkpoint: string | null;
  constraint_code: string | null;
  planned: number;
  counts: {
    new_leads?: number;
    follow_ups?: number;
    sent?: number;
    failed?: number;
    released?: number;
    skipped?: Record<string, number>;
  };
}

export type TriggerOutcomeFilter = 'all' | 'sent' | 'nothing';

const outcomeCondition: Record<TriggerOutcomeFilter, string> = {
  all: 'true',
  sent: 't.planned > 0',
  nothing: 't.planned = 0',
};

/** The send rounds of a campaign with one outcome. */
interface TriggersPage {
  campaignId: CampaignId;
  outcome: TriggerOutcomeFilter;
  page: { after: number | null; limit: number };
}

/** Firings of a campaign, newest first, and how many there are (counted up to 10,000). */
export async function listTriggers(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, outcome, page }: TriggersPage,
): Promise<{ rows: TriggerRecord[]; total: number }> {
  const conditions = new Conditions(workspaceId);
  conditions.add('t.workspace_id = $1').add('t.campaign_id = ?', campaignId).add(outcomeCondition[outcome]);
  const {
    rows: [counted],
  } = await sql.query<{ count: number }>(
    `select count(*)::int as count from (select from trigger_run t where ${conditions.sql} limit 10001) first_rows`,
    conditions.values,
  );
  if (page.after !== null) conditions.add('t.sequence < ?', page.after);
  const limit = conditions.value(page.limit);
  const { rows } = await sql.query<TriggerRecord>(
    `select t.* from trigger_run t where ${conditions.sql} order by t.sequence desc limit ${limit}`,
    conditions.values,
  );
  return { rows, total: counted?.count ?? 0 };
}

export async function findTrigger(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  triggerId: string,
): Promise<TriggerRecord | null> {
  const { rows } = await sql.query<TriggerRecord>(
    'select t.* from trigger_run t where t.workspace_id = $1 and t.campaign_id = $2 and t.id = $3::bigint',
    [workspaceId, campaignId, triggerId],
  );
  return rows[0] ?? null;
}

export interface TriggerEmailRecord extends Pick<
  StoredIntent,
  'enrolment_id' | 'seq_number' | 'state' | 'send_at' | 'sent_at'
> {
  intent_id: string;
  lead_id: LeadId | null;
  email: string | null;
  lead_name: string;
  mailbox_email: string;
  variant_label: string | null;
  note: string | null;
}

/** E-mails that a firing reserved, in the order in which they leave. */
export async function listTriggerEmails(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  triggerId: string,
): Promise<TriggerEmailRecord[]> {
  const { rows } = await sql.query<TriggerEmailRecord>(
    `
      select i.id as intent_id, i.enrolment_id, l.id as lead_id, l.email,
        concat_ws(' ', l.first_name, l.last_name) as lead_name, m.from_email as mailbox_email, i.seq_number,
        v.label as variant_label, i.state, i.send_at, i.sent_at,
        coalesce(i.cancel_reason, i.failure_text) as note
      from intent i
      join mailbox m on m.workspace_id = $1 and m.id = i.mailbox_id
      left join enrolment e on e.workspace_id = $1 and e.id = i.enrolment_id
      left join lead l on l.workspace_id = $1 and l.id = e.lead_id
      left join step_variant v on v.workspace_id = $1 and v.id = i.variant_id
      where i.workspace_id = $1 and i.trigger_run_id = $2::bigint
      order by i.send_at, i.id
      limit 1000
    `,
    [workspaceId, triggerId],
  );
  return rows;
}

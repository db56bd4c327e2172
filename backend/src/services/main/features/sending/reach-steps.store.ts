import { composeMail, parseStep } from '@skein/template/compose';
import type { CampaignSnapshot, MailboxSnapshot } from '../../../../engine/sending/plan.types';
import { createContext } from '../../../../engine/sending/plan-context';
import type { SqlClient } from '../../../../platform/db/database';
import { queueWebhookNotice } from '../../../../platform/events/queue-webhooks';
import { linkedInActions, type LinkedInAction } from '../../../../platform/linkedin/linkedin-provider';
import { localDay } from './local-day';
import type { CampaignRow, StepRow } from './load-campaign.store';
import { leadFields, type LeadColumns } from './missing-fields';

/** Leads that reach a manual or LinkedIn step at one trigger; the others follow at the next. */
const mostAtOnce = 500;
const day = 86_400_000;

/** What such a step says beside its text. */
interface StepDetail { priority?: string; due_in_days?: number; assigned_user_id?: number; linkedin_type?: string; accept_within_days?: number }
interface ReachingLead extends LeadColumns { enrolment_id: number; lead_id: number; step_id: number; status: string; spin_index: number; suppressed: boolean }

/**
 * Leads whose next step is a person's or LinkedIn's, and due: each gets its task or its LinkedIn action, and waits there. Part of a
 * trigger, before it plans: inside the window, for campaigns that run, also where no mailbox is free. New leads count against the new leads of the day.
 * @param now campaign time in milliseconds
 */
export async function reachSteps(sql: SqlClient, campaign: CampaignRow, steps: readonly StepRow[], snapshot: CampaignSnapshot, mailboxes: readonly MailboxSnapshot[], now: number): Promise<number> {
  const byHand = steps.filter((step) => step.snapshot.kind !== 'EMAIL');
  if (byHand.length === 0) return 0;
  const { closed, slot, newLeadsLeft } = createContext({ campaign: snapshot, mailboxes, enrolments: [], incompleteQueues: [], now });
  if (slot === null || (closed !== null && closed.code !== 'NO_MAILBOX' && closed.code !== 'CREDITS')) return 0;
  const firstIsByHand = steps[0] !== undefined && steps[0].snapshot.kind !== 'EMAIL';
  const reachedToday = firstIsByHand ? await countReachedToday(sql, campaign, steps[0]!.id, now) : 0;
  const { rows } = await sql.query<ReachingLead>(
    `select e.id as enrolment_id, e.lead_id, coalesce(e.next_step_id, $3) as step_id, e.status, e.spin_index, l.email, l.first_name, l.last_name, l.phone_number, l.company_name, l.website, l.location, l.linkedin_profile, l.company_url, l.custom_fields,
       (l.is_unsubscribed or exists (select from suppression s where s.workspace_id = e.workspace_id and s.source <> 'bounce' and s.client_scope in (0, $6) and ((s.kind = 'email' and s.value = l.email) or (s.kind = 'domain' and s.value = l.domain)))) as suppressed
     from (
       (select * from enrolment e where e.campaign_id = $1 and e.status = 'INPROGRESS' and e.open_intent_id is null and not e.is_parked and e.next_step_id = any($2::int[]) and e.next_eligible_at <= $4 and (e.hold_kind is null or e.hold_until <= $4) order by e.next_eligible_at, e.id limit $5)
       union all
       (select * from enrolment e where e.campaign_id = $1 and e.status = 'STARTED' and e.open_intent_id is null and not e.is_parked and (e.next_step_id = any($2::int[]) or (e.next_step_id is null and $3::int is not null)) and coalesce(e.next_eligible_at, '-infinity') <= $4
          and (e.hold_kind is null or e.hold_until <= $4) order by e.id limit $7)) e join lead l on l.id = e.lead_id`,
    [campaign.id, byHand.map((step) => step.id), firstIsByHand ? steps[0]!.id : null, new Date(now), mostAtOnce, campaign.client_id ?? 0, Math.max(0, Math.min(mostAtOnce, newLeadsLeft - reachedToday))]);
  if (rows.length === 0) return 0;
  // A dead address is no reason against a call or a visit: subsequences that begin with a bounce live from it.
  const suppressed = rows.filter((row) => row.suppressed).map((row) => row.enrolment_id);
  if (suppressed.length > 0) await sql.query(`update enrolment set status = 'BLOCKED', reason = 'SUPPRESSED', constraint_code = 'LEAD_SUPPRESSED', ended_at = $2, updated_at = now() where id = any($1::int[])`, [suppressed, new Date(now)]);
  const details = await readDetails(sql, campaign, byHand.map((step) => step.id));
  for (const step of byHand) {
    const leads = rows.filter((row) => row.step_id === step.id && !row.suppressed);
    if (leads.length === 0) continue;
    if (step.snapshot.kind === 'MANUAL') await makeTasks(sql, campaign, step, details.get(step.id) ?? {}, leads, now);
    else await makeActions(sql, campaign, step, details.get(step.id) ?? {}, leads, now);
  }
  return rows.length;
}

async function countReachedToday(sql: SqlClient, campaign: CampaignRow, stepId: number, now: number): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select ((select count(*) from lead_task where workspace_id = $1 and step_id = $2 and created_at >= $3) + (select count(*) from linkedin_action where workspace_id = $1 and step_id = $2 and created_at >= $3))::int as count`, [campaign.workspace_id, stepId, localDay(campaign.time_zone, now).start]);
  return rows[0]?.count ?? 0;
}

async function readDetails(sql: SqlClient, campaign: CampaignRow, stepIds: number[]): Promise<Map<number, StepDetail & { team_member_id: number | null }>> {
  const { rows } = await sql.query<{ id: number; detail: StepDetail; team_member_id: number | null }>('select s.id, s.detail, c.team_member_id from sequence_step s join campaign c on c.id = s.campaign_id where s.workspace_id = $1 and s.id = any($2)', [campaign.workspace_id, stepIds]);
  return new Map(rows.map((row) => [row.id, { ...row.detail, team_member_id: row.team_member_id }]));
}

/** The texts of a step for a lead, as plain text. */
function textsOf(campaign: CampaignRow, step: StepRow, lead: ReachingLead, now: number): { subject: string; body: string } {
  const variant = step.variants.find((candidate) => step.snapshot.variants.find((entry) => entry.id === String(candidate.id))?.enabled) ?? step.variants[0];
  if (!variant) return { subject: '', body: '' };
  const trees = parseStep({ subject: variant.subject, body: variant.email_body });
  const composed = composeMail({
    subject: trees.subject, body: trees.body, fields: leadFields(lead), sender: { name: '', email: '', signatureHtml: null }, seed: { campaignId: campaign.id, leadId: lead.lead_id, stepNumber: step.seq_number, position: lead.spin_index },
    mode: campaign.spintax_mode === 'INCREMENTAL' ? 'incremental' : 'random', clock: { now, zone: campaign.time_zone }, thread: null, unsubscribe: null, tracking: null, plainTextOnly: true,
  });
  return { subject: composed.subject.trim(), body: composed.text.trim() };
}

async function makeTasks(sql: SqlClient, campaign: CampaignRow, step: StepRow, detail: StepDetail & { team_member_id?: number | null }, leads: readonly ReachingLead[], now: number): Promise<void> {
  const priority = ['HIGH', 'MEDIUM', 'LOW'].includes(detail.priority ?? '') ? detail.priority : 'MEDIUM';
  const dueAt = new Date(now + Math.max(0, detail.due_in_days ?? 1) * day);
  const tasks = leads.map((lead) => {
    const { subject, body } = textsOf(campaign, step, lead, now);
    return { lead_id: lead.lead_id, enrolment_id: lead.enrolment_id, name: (subject || body.split('\n')[0] || `Step ${step.seq_number}`).slice(0, 200), description: body.slice(0, 5_000) || null };
  });
  await sql.query(
    `insert into lead_task (workspace_id, lead_id, enrolment_id, step_id, name, description, priority, due_at, assigned_user_id, created_at)
     select $1, g.lead_id, g.enrolment_id, $2, g.name, g.description, $3, $4, $5, $6 from jsonb_to_recordset($7::jsonb) as g(lead_id int, enrolment_id int, name text, description text)
     on conflict (enrolment_id, step_id) where step_id is not null do update set status = 'CREATED', completed_at = null, due_at = excluded.due_at`,
    [campaign.workspace_id, step.id, priority, dueAt, detail.assigned_user_id ?? detail.team_member_id ?? null, new Date(now), JSON.stringify(tasks)]);
  await park(sql, leads, step.id, 'MANUAL_STEP');
  for (const lead of leads) {
    await queueWebhookNotice(sql, {
      workspaceId: campaign.workspace_id, type: 'MANUAL_STEP_REACHED', campaignId: campaign.id, clientId: campaign.client_id, orderKey: String(lead.enrolment_id),
      data: { lead_id: lead.lead_id, lead_email: lead.email, to_email: lead.email, sequence_number: step.seq_number, step: step.seq_number, description: `${lead.email} reached the manual step ${step.seq_number}.` },
    });
  }
}

async function makeActions(sql: SqlClient, campaign: CampaignRow, step: StepRow, detail: StepDetail, leads: readonly ReachingLead[], now: number): Promise<void> {
  const kind: LinkedInAction = linkedInActions.find((known) => known === detail.linkedin_type) ?? 'VISIT_PROFILE';
  const actions = leads.map((lead) => {
    const { subject, body } = textsOf(campaign, step, lead, now);
    return { enrolment_id: lead.enrolment_id, body: JSON.stringify({ subject: subject || null, body: body || null }) };
  });
  await sql.query(
    `insert into linkedin_action (workspace_id, campaign_id, enrolment_id, step_id, kind, body, next_look_at, give_up_at, created_at)
     select $1, $2, g.enrolment_id, $3, $4, g.body, $5, $6, $5 from jsonb_to_recordset($7::jsonb) as g(enrolment_id int, body text)
     on conflict (enrolment_id, step_id) do update set next_look_at = case when linkedin_action.state in ('WAITING', 'PENDING', 'SKIPPED') then excluded.next_look_at else linkedin_action.next_look_at end,
       -- It was skipped because its step was removed, which has come back.
       state = case when linkedin_action.state = 'SKIPPED' then 'WAITING' else linkedin_action.state end, settled_at = case when linkedin_action.state = 'SKIPPED' then null else linkedin_action.settled_at end, note = case when linkedin_action.state = 'SKIPPED' then null else linkedin_action.note end`,
    [campaign.workspace_id, campaign.id, step.id, kind, new Date(now), kind === 'CONNECTION_REQUEST' ? new Date(now + Math.min(60, Math.max(1, detail.accept_within_days ?? 7)) * day) : null, JSON.stringify(actions)]);
  await park(sql, leads, step.id, 'LINKEDIN_STEP');
}

/** Taken out of the queues until the step is done. */
const park = (sql: SqlClient, leads: readonly ReachingLead[], stepId: number, code: string) => sql.query('update enrolment set is_parked = true, next_step_id = $2, constraint_code = $3, updated_at = now() where id = any($1::int[])', [leads.map((lead) => lead.enrolment_id), stepId, code]);

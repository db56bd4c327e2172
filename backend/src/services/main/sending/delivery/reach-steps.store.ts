import type { EnrolmentId } from '@skein/contracts/ids';
import type { CampaignSnapshot, MailboxSnapshot } from '#engine/sending/plan.types';
import { createContext } from '#engine/sending/plan-context';
import type { SqlClient } from '#platform/db/database';
import {
  queueWebhookNotice,
  findUnreachable,
  endLeads,
  waitManually,
  type StepRow,
  type CampaignRow,
} from '#lifecycle/lifecycle.api';
import { localDay } from '#engine/sending/local-day';
import type { LinkedInAction } from '#platform/linkedin/linkedin-provider';
import { linkedInKind, readDetails, manualTexts, type StepDetail, type TextLead } from './manual-step.store';

/** Leads that reach a manual or LinkedIn step at one trigger; the others follow at the next. */
const mostAtOnce = 500;
const day = 86_400_000;

interface ReachingLead extends TextLead {
  enrolment_id: EnrolmentId;
  step_id: number;
  /** Past no step yet. */ is_new: boolean;
  /** Has its open task or action here. */ waits: boolean;
}

/**
 * SQL: whether a lead waits at its step already: its task is open, or its LinkedIn action. `$3` is the campaign's first
 * step where that is done manually.
 */
const isWaiting = `(exists (select from lead_task t where t.enrolment_id = e.id
  and t.step_id = coalesce(e.next_step_id, $3) and t.status = 'CREATED')
  or exists (select from linkedin_action k where k.enrolment_id = e.id and k.step_id = coalesce(e.next_step_id, $3)
    and k.state in ('WAITING', 'ACTING', 'PENDING')))`;

/** A campaign and its mailboxes as a round sees them. */
interface StepsToReach {
  campaign: CampaignRow;
  steps: readonly StepRow[];
  snapshot: CampaignSnapshot;
  mailboxes: readonly MailboxSnapshot[];
  now: number;
}

/**
 * Leads whose next step is a person's or LinkedIn's, and due: each gets its task or its LinkedIn action, and waits
 * there. Part of a trigger, before it plans: inside the window, for campaigns that run, also where no mailbox is free.
 * Leads that are past no step yet count against the new leads of the day. Those that waited already and were taken out
 * of it (an edit looks at everybody again) wait on.
 * @param now campaign time in milliseconds
 */
export async function reachSteps(
  sql: SqlClient,
  { campaign, steps, snapshot, mailboxes, now }: StepsToReach,
): Promise<number> {
  const manual = steps.filter((step) => step.snapshot.kind !== 'EMAIL');
  if (manual.length === 0) return 0;
  const { closed, slot, newLeadsLeft } = createContext({
    campaign: snapshot,
    mailboxes,
    enrolments: [],
    incompleteQueues: [],
    now,
  });
  if (slot === null || (closed !== null && closed.code !== 'NO_MAILBOX' && closed.code !== 'CREDITS')) return 0;
  const firstIsManual = steps[0] !== undefined && steps[0].snapshot.kind !== 'EMAIL';
  const reachedToday = firstIsManual ? await countReachedToday(sql, campaign, steps[0]!.id, now) : 0;
  const found = await findReaching(sql, { campaign, steps, manual, now });
  const fresh = found.filter((row) => row.is_new && !row.waits);
  const tomorrow = new Set(fresh.slice(Math.max(0, newLeadsLeft - reachedToday)));
  const rows = found.filter((row) => !tomorrow.has(row));
  if (rows.length === 0) return 0;
  const unreachable = await findUnreachable(
    sql,
    rows.map((row) => row.lead_id),
    campaign.client_id,
  );
  await endLeads(
    sql,
    rows.filter((row) => unreachable.has(row.lead_id)).map((row) => row.enrolment_id),
    { reason: 'SUPPRESSED', at: new Date(now), detail: {} },
  );
  const details = await readDetails(
    sql,
    campaign,
    manual.map((step) => step.id),
  );
  for (const step of manual) {
    const here = rows.filter((row) => row.step_id === step.id && !unreachable.has(row.lead_id));
    if (here.length === 0) continue;
    const reaching = here.filter((row) => !row.waits);
    if (reaching.length > 0)
      await (step.snapshot.kind === 'MANUAL' ? makeTasks : makeActions)(sql, {
        campaign,
        step,
        detail: details.get(step.id) ?? {},
        leads: reaching,
        now,
      });
    await waitManually(
      sql,
      here.map((row) => row.enrolment_id),
      { id: step.id, kind: step.snapshot.kind === 'MANUAL' ? 'MANUAL' : 'LINKEDIN' },
    );
  }
  return rows.length;
}

/** The leads of a campaign whose next step, by a person or on LinkedIn, is due. */
interface DueManually {
  campaign: CampaignRow;
  steps: readonly StepRow[];
  manual: readonly StepRow[];
  now: number;
}

async function findReaching(sql: SqlClient, { campaign, steps, manual, now }: DueManually): Promise<ReachingLead[]> {
  const open = `e.campaign_id = $1 and e.open_intent_id is null and not e.is_parked and (e.hold_kind is null or e.hold_until <= $4)`;
  const started = `${open} and e.status = 'STARTED'
    and (e.next_step_id = any($2::int[]) or (e.next_step_id is null and $3::int is not null))
    and coalesce(e.next_eligible_at, '-infinity') <= $4`;
  const { rows } = await sql.query<ReachingLead>(
    `
      select e.id as enrolment_id, e.lead_id, coalesce(e.next_step_id, $3) as step_id, e.spin_index, l.email,
        l.first_name, l.last_name, l.phone_number, l.company_name, l.website, l.location, l.linkedin_profile,
        l.company_url, l.custom_fields, e.status = 'STARTED' and e.last_step_at is null as is_new,
        ${isWaiting} as waits
      from (
        (
          select *
          from enrolment e
          where ${open}
            and e.status = 'INPROGRESS'
            and e.next_step_id = any($2::int[])
            and e.next_eligible_at <= $4
          order by e.next_eligible_at, e.id
          limit $5
        )
        union all (select * from enrolment e where ${started} and e.last_step_at is not null order by e.id limit $5)
        union all (select * from enrolment e where ${started} and e.last_step_at is null order by e.id limit $5)
      ) e
      join lead l on l.id = e.lead_id
    `,
    [
      campaign.id,
      manual.map((step) => step.id),
      steps[0] !== undefined && steps[0].snapshot.kind !== 'EMAIL' ? steps[0].id : null,
      new Date(now),
      mostAtOnce,
    ],
  );
  return rows;
}

async function countReachedToday(sql: SqlClient, campaign: CampaignRow, stepId: number, now: number): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `
      select (
        (select count(*) from lead_task where workspace_id = $1 and step_id = $2 and created_at >= $3) + (
          select count(*) from linkedin_action where workspace_id = $1 and step_id = $2 and created_at >= $3
        )
      )::int as count
    `,
    [campaign.workspace_id, stepId, localDay(campaign.time_zone, now).start],
  );
  return rows[0]?.count ?? 0;
}

/** The leads that reach a manual or LinkedIn step. */
interface LeadsAtStep {
  campaign: CampaignRow;
  step: StepRow;
  detail: StepDetail;
  leads: readonly (TextLead & { enrolment_id: EnrolmentId })[];
  now: number;
  /** A provider was asked for the step, and nobody knows whether it did it. */
  mayBeDone?: boolean;
}

/** What a person is asked to do on LinkedIn. */
const linkedInTasks: Record<LinkedInAction, string> = {
  INMAIL: 'Send an InMail',
  CONNECTION_REQUEST: 'Send a connection request on LinkedIn',
  VISIT_PROFILE: 'Visit the LinkedIn profile',
  LIKE_RECENT_ACTIVITY: 'Like a recent LinkedIn post',
  MESSAGE: 'Send a message on LinkedIn',
};

/** What a task is called: the action on LinkedIn, with the subject of an InMail. Its text stands alone, to be copied. */
const nameOf = (onLinkedIn: string | null, subject: string): string => [onLinkedIn, subject].filter(Boolean).join(': ');

/**
 * A task for each lead; completing it lets the sequence continue. That of a LinkedIn step names its action, and its text is what to write.
 */
export async function makeTasks(
  sql: SqlClient,
  { campaign, step, detail, leads, now, mayBeDone = false }: LeadsAtStep,
): Promise<void> {
  const onLinkedIn = step.snapshot.kind === 'LINKEDIN' ? linkedInTasks[linkedInKind(detail)] : null;
  const priority = ['HIGH', 'MEDIUM', 'LOW'].includes(detail.priority ?? '') ? detail.priority : 'MEDIUM';
  const dueAt = new Date(now + Math.max(0, detail.due_in_days ?? 1) * day);
  const tasks = leads.map((lead) => {
    const { subject, body } = manualTexts(campaign, step, lead, now);
    return {
      lead_id: lead.lead_id,
      enrolment_id: lead.enrolment_id,
      name: `${nameOf(onLinkedIn, subject) || body.split('\n')[0] || `Step ${step.seq_number}`}${mayBeDone ? ' (check LinkedIn first: it may be done)' : ''}`.slice(
        0,
        200,
      ),
      description: body.slice(0, 5_000) || null,
    };
  });
  await sql.query(
    `
      insert into lead_task (
        workspace_id, lead_id, enrolment_id, step_id, name, description, priority, due_at, assigned_user_id,
          created_at
      )
      select $1, g.lead_id, g.enrolment_id, $2, g.name, g.description, $3, $4, $5, $6
      from jsonb_to_recordset($7::jsonb) as g(lead_id int, enrolment_id int, name text, description text)
      on conflict (enrolment_id, step_id)
      where step_id is not null
      do update set status = 'CREATED', completed_at = null, due_at = excluded.due_at, name = excluded.name,
        description = excluded.description
    `,
    [
      campaign.workspace_id,
      step.id,
      priority,
      dueAt,
      detail.assigned_user_id ?? detail.team_member_id ?? null,
      new Date(now),
      JSON.stringify(tasks),
    ],
  );
  for (const lead of leads) {
    await queueWebhookNotice(sql, {
      workspaceId: campaign.workspace_id,
      type: 'MANUAL_STEP_REACHED',
      campaignId: campaign.id,
      clientId: campaign.client_id,
      orderKey: String(lead.enrolment_id),
      leadId: lead.lead_id,
      enrolmentId: lead.enrolment_id,
      data: {
        lead_id: lead.lead_id,
        lead_email: lead.email,
        to_email: lead.email,
        sequence_number: step.seq_number,
        step: step.seq_number,
        description: `${lead.email} reached the ${onLinkedIn ? 'LinkedIn' : 'manual'} step ${step.seq_number}.`,
      },
    });
  }
}

/**
 * What is done and said is looked up when it is done (run-linkedin.ts): an edit of the step holds for those who wait.
 * An action that was given up because its lead went elsewhere begins anew; a request that was made is waited for again.
 */
async function makeActions(sql: SqlClient, { campaign, step, detail, leads, now }: LeadsAtStep): Promise<void> {
  await sql.query(
    `
      insert into linkedin_action as a (
        workspace_id, campaign_id, enrolment_id, step_id, kind, next_look_at, created_at
      )
      select $1, $2, unnest($6::int[]), $3, $4, $5, $5
      on conflict (enrolment_id, step_id)
      do update set state = case when a.connection = 'PENDING' then 'PENDING' else 'WAITING' end,
        performed_at = case when a.provider_reference is not null then a.performed_at end,
        next_look_at = excluded.next_look_at, attempts = 0, settled_at = null, note = null
    `,
    [
      campaign.workspace_id,
      campaign.id,
      step.id,
      linkedInKind(detail),
      new Date(now),
      leads.map((lead) => lead.enrolment_id),
    ],
  );
}

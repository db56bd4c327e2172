import type { CampaignId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { TestDatabase } from '#platform/testing/test-database';

/** A step of a test's campaign; `others` are the texts of variants B, C ...; with a `metric` they are compared (AI_EQUAL). */
export interface TestStep {
  days: number;
  hours?: number;
  minutes?: number;
  subject: string;
  body: string;
  kind?: 'EMAIL' | 'MANUAL' | 'LINKEDIN';
  detail?: Record<string, unknown>;
  others?: string[];
  metric?: string;
}

export interface TestCampaign {
  mailboxIds: MailboxId[];
  leads: string[];
  steps?: TestStep[];
  settings?: Record<string, unknown>;
}

interface Place {
  query: TestDatabase['query'];
  workspaceId: WorkspaceId;
}

const idOf = async ({ query }: Place, sql: string, values: unknown[]) =>
  (await query<{ id: number }>(sql, values))[0]?.id as number;

/** A campaign that runs from `now` on, with its mailboxes, steps and leads. */
export async function runningCampaign(place: Place, now: number, campaign: TestCampaign): Promise<CampaignId> {
  const { query, workspaceId } = place;
  const {
    mailboxIds,
    leads,
    steps = [{ days: 0, subject: 'Hello {{first_name}}', body: '<p>Hi {{first_name}}</p>' }],
    settings = {},
  } = campaign;
  const given = {
    status: 'ACTIVE',
    sending_days: [1, 2, 3, 4, 5, 6, 7],
    window_start: '08:00',
    window_end: '18:00',
    min_time_btwn_emails: 10,
    next_trigger_at: new Date(now),
    ...settings,
  };
  const names = Object.keys(given);
  const id = await idOf(
    place,
    `insert into campaign (workspace_id, ${names.join(', ')})
      values ($1, ${names.map((_, index) => `$${index + 2}`).join(', ')}) returning id`,
    [workspaceId, ...Object.values(given)],
  );
  for (const mailboxId of mailboxIds)
    await query('insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id) values ($1, $2, $3)', [
      workspaceId,
      id,
      mailboxId,
    ]);
  await addSteps(place, id, steps);
  await addLeads(place, id, leads);
  return id;
}

async function addSteps(place: Place, campaignId: CampaignId, steps: TestStep[]): Promise<void> {
  const { query, workspaceId } = place;
  for (const [index, step] of steps.entries()) {
    const stepId = await idOf(
      place,
      `
        insert into sequence_step (
          workspace_id, campaign_id, seq_number, delay_days, delay_hours, delay_minutes, seq_type, detail,
            distribution, winning_metric, sample_percentage
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        returning id
      `,
      [
        workspaceId,
        campaignId,
        index + 1,
        step.days,
        step.hours ?? 0,
        step.minutes ?? 0,
        step.kind ?? 'EMAIL',
        JSON.stringify(step.detail ?? {}),
        step.metric ? 'AI_EQUAL' : 'MANUAL_EQUAL',
        step.metric ?? null,
        step.metric ? 20 : null,
      ],
    );
    for (const [place, body] of [step.body, ...(step.others ?? [])].entries())
      await query(
        `
          insert into step_variant (workspace_id, step_id, label, subject, email_body)
          values ($1, $2, $3, $4, $5)
        `,
        [workspaceId, stepId, String.fromCharCode(65 + place), step.subject, body],
      );
  }
}

async function addLeads(place: Place, campaignId: CampaignId, leads: string[]): Promise<void> {
  const { query, workspaceId } = place;
  for (const email of leads) {
    const leadId = await idOf(
      place,
      `
        insert into lead (workspace_id, email, first_name, domain)
        values ($1, $2, $3, $4)
        on conflict (workspace_id, email)
        do update set first_name = excluded.first_name
        returning id
      `,
      [workspaceId, email, email.split(/[.+@]/)[0], email.split('@')[1]],
    );
    await query('insert into enrolment (workspace_id, campaign_id, lead_id) values ($1, $2, $3)', [
      workspaceId,
      campaignId,
      leadId,
    ]);
  }
}

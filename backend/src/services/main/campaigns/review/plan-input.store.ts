import { plan } from '#engine/sending/plan';
import { createContext } from '#engine/sending/plan-context';
import type { EnrolmentSnapshot, MailboxSnapshot, PlanInput } from '#engine/sending/plan.types';
import { requiredRows } from '#engine/sending/required-rows';
import type { Database, SqlClient } from '#platform/db/database';
import {
  campaignSnapshot,
  lockMailboxes,
  mailboxSnapshots,
  countLaterToday,
  loadEnrolments,
  loadRows,
  type LoadedCounts,
} from '#sending/sending.api';
import { readSteps, readCampaign, type StepRow, type CampaignRow } from '#lifecycle/lifecycle.api';

/** Whether an operator has to confirm this instance before anything leaves. */
export async function readSendingHeld(db: Pick<Database, 'systemSql'>): Promise<boolean> {
  return db.systemSql(
    async (sql) =>
      (await sql.query<{ held: boolean }>('select sending_paused_at is not null as held from instance where id = 1'))
        .rows[0]?.held ?? false,
  );
}

interface Times {
  now: number;
  realNow: number;
  isSendingHeld: boolean;
}

/** A campaign at one time, with leads that must be among those loaded. */
interface LeadsToPlan {
  campaignId: number;
  times: Times;
  also?: readonly number[];
}

/** The planner's input for the coming trigger, loaded exactly as the trigger loads it; null when the campaign is gone. Rows of `also` are in it, whatever queue they stand in. */
export async function loadPlanInput(
  workspaceId: number,
  sql: SqlClient,
  { campaignId, times, also = [] }: LeadsToPlan,
): Promise<PlanInput | null> {
  const loaded = await loadHead(workspaceId, sql, campaignId, times);
  if (!loaded) return null;
  const { row, steps, campaign, mailboxes } = loaded;
  // Between two triggers the coming one is judged, with the rows that it will load.
  const { closed } = createContext({ campaign, mailboxes, enrolments: [], incompleteQueues: [], now: times.now });
  const now = closed?.code === 'TRIGGER_INTERVAL' && closed.until !== null ? closed.until : times.now;
  const then = now === times.now ? mailboxes : mailboxes.map((mailbox) => asIfLeft(mailbox, now));
  const required = requiredRows(campaign, then, now);
  const later = await countLaterToday(sql, row.id, required);
  const counted = then.map((mailbox) => ({ ...mailbox, followUpsLaterToday: later.get(mailbox.id) ?? 0 }));
  const places: LoadedCounts = new Map();
  const first = await loadRows(sql, { campaign: row, steps, required, loaded: places, now });
  let input: PlanInput = {
    campaign,
    mailboxes: counted,
    enrolments: first.rows,
    incompleteQueues: first.incomplete,
    now,
  };
  for (let needMore = plan(input).needMore; needMore.length > 0; needMore = plan(input).needMore) {
    const further = {
      ...required,
      rows: required.rows
        .filter((request) => needMore.includes(request.key))
        .map((request) => ({ ...request, limit: request.limit * 4 })),
    };
    const more = await loadRows(sql, { campaign: row, steps, required: further, loaded: places, now });
    if (more.rows.length === 0) {
      input = { ...input, incompleteQueues: [] };
      break;
    }
    input = {
      ...input,
      enrolments: [...input.enrolments, ...more.rows],
      incompleteQueues: [...input.incompleteQueues.filter((key) => !needMore.includes(key)), ...more.incomplete],
    };
  }
  const extra = also.filter((id) => !input.enrolments.some((candidate) => candidate.id === String(id)));
  if (extra.length > 0)
    input = {
      ...input,
      enrolments: [
        ...input.enrolments,
        ...(await loadEnrolments(sql, { campaign: row, steps, enrolmentIds: extra, now })),
      ],
    };
  return input;
}

/** A mailbox at a later instant: what is reserved before it has left by then. */
function asIfLeft(mailbox: MailboxSnapshot, at: number): MailboxSnapshot {
  const left = mailbox.openIntents.filter((sendAt) => sendAt < at);
  return left.length === 0
    ? mailbox
    : {
        ...mailbox,
        openIntents: mailbox.openIntents.filter((sendAt) => sendAt >= at),
        lastSendAt: Math.max(mailbox.lastSendAt ?? 0, ...left),
      };
}

async function loadHead(workspaceId: number, sql: SqlClient, campaignId: number, times: Times) {
  const row: CampaignRow | null = await readCampaign(sql, workspaceId, campaignId);
  if (!row) return null;
  const steps: StepRow[] = await readSteps(sql, row);
  const campaign = await campaignSnapshot(sql, row, steps, {
    now: times.now,
    sendingHeld: times.isSendingHeld,
    realNow: times.realNow,
  });
  const mailboxes = await mailboxSnapshots(sql, campaign, await lockMailboxes(sql, row.id), times.now);
  return { row, steps, campaign, mailboxes };
}

/** A campaign at one time, with up to a number of leads. */
interface LeadsToSimulate {
  campaignId: number;
  times: Times;
  most: number;
}

/** The simulator's input: the campaign with its first `most` open leads, and how many there are. */
export async function loadSimulationInput(
  workspaceId: number,
  sql: SqlClient,
  { campaignId, times, most }: LeadsToSimulate,
) {
  const loaded = await loadHead(workspaceId, sql, campaignId, times);
  if (!loaded) return null;
  const { rows } = await sql.query<{ id: number }>(
    `
      select id
      from enrolment
      where workspace_id = $1 and campaign_id = $2 and status in ('STARTED', 'INPROGRESS')
      order by status, id
      limit $3
    `,
    [workspaceId, campaignId, most + 1],
  );
  const enrolments: EnrolmentSnapshot[] = await loadEnrolments(sql, {
    campaign: loaded.row,
    steps: loaded.steps,
    enrolmentIds: rows.slice(0, most).map((row) => row.id),
    now: times.now,
  });
  return { campaign: loaded.campaign, mailboxes: loaded.mailboxes, enrolments, isWhole: rows.length <= most };
}

export interface PastRates {
  reply_rate: number;
  bounce_rate: number;
  unsubscribe_rate: number;
}

/** Rates per e-mail of the workspace's last 12 other campaigns that contacted at least 50 leads. */
export async function findPastRates(workspaceId: number, sql: SqlClient, campaignId: number): Promise<PastRates[]> {
  const { rows } = await sql.query<PastRates>(
    `
      select r.replied::float8 / r.contacted as reply_rate, r.bounced::float8 / r.sent as bounce_rate,
        r.unsubscribed::float8 / r.sent as unsubscribe_rate
      from (
        select dimension_id, coalesce(sum(first_count) filter (where kind = 'SENT'), 0) as contacted,
          coalesce(sum(count) filter (where kind = 'SENT'), 0) as sent,
          coalesce(sum(first_count) filter (where kind = 'REPLY'), 0) as replied,
          coalesce(sum(count) filter (where kind = 'BOUNCE'), 0) as bounced,
          coalesce(sum(count) filter (where kind = 'UNSUBSCRIBE'), 0) as unsubscribed
        from event_rollup
        where workspace_id = $1 and dimension = 'campaign' and axis = 'event' and dimension_id <> $2
        group by 1
      ) r
      where r.contacted >= 50 and r.sent > 0
      order by r.dimension_id desc
      limit 12
    `,
    [workspaceId, campaignId],
  );
  return rows;
}

/** Addresses of mailboxes, by id. */
export async function findMailboxEmails(
  workspaceId: number,
  sql: SqlClient,
  mailboxIds: readonly number[],
): Promise<Map<number, string>> {
  return new Map(
    (
      await sql.query<{ id: number; from_email: string }>(
        'select id, from_email from mailbox where workspace_id = $1 and id = any($2)',
        [workspaceId, mailboxIds],
      )
    ).rows.map((row) => [row.id, row.from_email]),
  );
}

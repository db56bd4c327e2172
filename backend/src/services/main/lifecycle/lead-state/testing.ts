import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { LeadEvent } from '#engine/enrolment/lead-events';
import type { ConstraintCode } from '#engine/sending/constraints';
import type { SqlClient } from '#platform/db/database';
import type { TestMain } from '#main/testing';
import { waitManually } from '../outcomes/sending-outcomes';
import { changeLeads, type LockedState } from './enrolment/enrolment.store';
import { optOut } from './enrolment/opt-out.store';
import { pointLeads } from './enrolment/places.store';
import { writeReasonsOfLeads } from './enrolment/queues.store';
import { resumeLeads } from './enrolment/resume-leads';

/** Which leads something happens to: by their enrolments, or those of a campaign, all or the one of an address. */
type Whose = number | readonly number[] | { campaignId: CampaignId; email?: string };

async function idsOf(sql: SqlClient, whose: Whose): Promise<number[]> {
  if (typeof whose === 'number') return [whose];
  if (!('campaignId' in whose)) return [...whose];
  const { rows } = await sql.query<{ id: number }>(
    `
      select e.id
      from enrolment e
      join lead l on l.id = e.lead_id
      where e.campaign_id = $1 and ($2::text is null or l.email = $2)
      order by e.id
    `,
    [whose.campaignId, whose.email ?? null],
  );
  if (rows.length === 0) throw new Error('No lead is there.');
  return rows.map((row) => row.id);
}

interface StepBehind {
  id: number;
  step_id: number | null;
  seq_number: number | null;
  delay: number;
}

/** The step behind the one that each lead stands at, and its delay in milliseconds. */
async function stepsBehind(sql: SqlClient, ids: readonly number[]): Promise<Map<number, StepBehind>> {
  const { rows } = await sql.query<StepBehind>(
    `
      select e.id, s.id as step_id, s.seq_number,
        coalesce(((s.delay_days * 24 + s.delay_hours) * 60 + s.delay_minutes) * 60000, 0)::int as delay
      from enrolment e
      left join lateral (
        select * from sequence_step o
        where o.campaign_id = e.campaign_id and not o.is_deleted and o.seq_number > e.next_seq_number
        order by o.seq_number
        limit 1
      ) s on true
      where e.id = any($1)
    `,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** One of its emails was sent to each lead: it is before the next step, and the email is counted. */
async function sendTo(sql: SqlClient, ids: readonly number[], at: Date): Promise<void> {
  const behind = await stepsBehind(sql, ids);
  await change(sql, ids, ({ id, lead }) => {
    const next = behind.get(id);
    const step = next?.step_id == null ? null : { id: next.step_id, number: next.seq_number as number };
    const dueAt = step && next ? at.getTime() + next.delay : null;
    return {
      kind: 'SEND',
      passed: lead.stepNumber,
      next: { step, number: lead.stepNumber + 1, dueAt },
      at: at.getTime(),
    };
  });
  await sql.query(
    `
      update enrolment
      set steps_sent = steps_sent + 1, first_sent_at = coalesce(first_sent_at, $2), last_sent_at = $2
      where id = any($1)
    `,
    [ids, at],
  );
}

/** @throws Error for leads whose state does not allow the event: the test expects another one */
async function change(
  sql: SqlClient,
  ids: readonly number[],
  event: LeadEvent | ((state: LockedState) => LeadEvent),
): Promise<void> {
  const { changed } = await changeLeads(sql, ids, event);
  if (changed.length !== ids.length) throw new Error('The state of a lead does not allow this event.');
}

/** How tests run what happens to leads: each event in a transaction of its own, or in that of the test. */
type Run = (work: (sql: SqlClient) => Promise<void>) => Promise<void>;

const happenings = (run: Run, whose: Whose, now: () => number) => {
  const each = (work: (sql: SqlClient, ids: number[]) => Promise<void>): Promise<void> =>
    run(async (sql) => work(sql, await idsOf(sql, whose)));
  const event = (one: LeadEvent): Promise<void> => each((sql, ids) => change(sql, ids, one));
  return {
    /** One of its emails was sent, and counts. */
    emailed: (at = new Date(now())) => each((sql, ids) => sendTo(sql, ids, at)),
    replied: (detail: object | null = null) =>
      event({ kind: 'END', as: 'STOPPED', reason: 'REPLIED', detail, at: now() }),
    bounced: () => event({ kind: 'END', as: 'BLOCKED', reason: 'BOUNCED', detail: null, at: now() }),
    paused: () => event({ kind: 'PAUSE', reason: 'MANUAL' }),
    away: (until: Date, detail?: object) =>
      event({ kind: 'HOLD', hold: 'OUT_OF_OFFICE', until: until.getTime(), detail, at: now() }),
    /** Somebody else of its company replied. */
    companyHeld: () => event({ kind: 'HOLD', hold: 'COMPANY_REPLY', until: null, at: now() }),
    /** Its server asked for another try then. */
    putOff: (until: Date) => event({ kind: 'HOLD', hold: 'RETRY', until: until.getTime(), at: now() }),
    /** No step is left for it. */
    finished: () => event({ kind: 'RUN_OUT', at: now() }),
    /** A person resumed it; with `lifts` also what another person had decided. */
    resumed: (lifts?: 'DO_NOT_CONTACT') =>
      each(async (sql, ids) => {
        const at = new Date(now());
        const { resumed } = await resumeLeads(sql, { ids, at, dueAt: () => null, withoutStep: 'STAYS', lifts });
        if (resumed.length !== ids.length) throw new Error('The state of a lead does not allow this event.');
      }),
    /** It asked its campaign to stop, and nothing has ended it yet. */
    optedOut: () => each(optOut),
    /** It stands at the manual step that is its next one. */
    waitsManually: (stepId: number) => each((sql, ids) => waitManually(sql, ids, { id: stepId, kind: 'MANUAL' })),
    /** A round noted why it sends nothing to it. */
    noted: (campaignId: CampaignId, code: ConstraintCode) =>
      each((sql, ids) =>
        writeReasonsOfLeads(
          sql,
          campaignId,
          ids.map((enrolmentId) => ({ enrolmentId, code, nextEligibleAt: null, defer: false, park: false })),
        ),
      ),
    /** Its next step is due then. */
    dueAt: (dueAt: Date) => each((sql, ids) => putTo(sql, ids, dueAt, new Date(now()))),
  };
};

async function putTo(sql: SqlClient, ids: readonly number[], dueAt: Date, at: Date): Promise<void> {
  const { rows } = await sql.query<{ id: number; workspace_id: WorkspaceId; step_id: number | null; number: number }>(
    'select id, workspace_id, next_step_id as step_id, next_seq_number as number from enrolment where id = any($1)',
    [ids],
  );
  for (const { id, workspace_id: workspaceId, step_id: stepId, number } of rows)
    await pointLeads(workspaceId, sql, { step: { id: stepId, number }, leads: [{ id, dueAt }], at });
}

/** What happens to leads, in the caller's transaction. */
export const leadsIn = (sql: SqlClient, whose: Whose, now: number) =>
  happenings(
    (work) => work(sql),
    whose,
    () => now,
  );

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
/** A moment of the week, UTC. */
type Moment = `${(typeof weekdays)[number]} ${number}:${number}`;
const day = 86_400_000;

/** The next such moment after a time. */
function momentAfter(moment: Moment, now: number): number {
  const [weekday, time] = moment.split(' ') as [(typeof weekdays)[number], string];
  const [hour, minute] = time.split(':').map(Number) as [number, number];
  const today = Math.floor(now / day) * day;
  const ahead = (weekdays.indexOf(weekday) - new Date(today).getUTCDay() + 7) % 7;
  const found = today + ahead * day + (hour * 60 + minute) * 60_000;
  return found > now ? found : found + 7 * day;
}

/** What this needs of a world that sends. */
interface World<Options> {
  main: TestMain;
  campaign(options: Options): Promise<number>;
  runUntil(instant: number): Promise<void>;
}

/**
 * What has happened before a test begins, as events: `await given(main).lead(id).replied()`. What a lead looks like
 * afterwards is decided where the product decides it.
 */
export const given = (main: Pick<TestMain, 'deps' | 'clock'>) => ({
  lead: (whose: Whose) =>
    happenings(
      (work) => main.deps.db.systemSql(work),
      whose,
      () => main.clock.now(),
    ),
});

/** The same in a world that sends: campaigns that run, their leads by address, and the time of day. */
export const givenIn = <Options>(world: World<Options>) => ({
  ...given(world.main),
  async campaign(options: Options) {
    const id = await world.campaign(options);
    return { id, lead: (email: string) => given(world.main).lead({ campaignId: id, email }) };
  },
  /** Runs until then. */
  at: (moment: Moment) => world.runUntil(momentAfter(moment, world.main.clock.now())),
});

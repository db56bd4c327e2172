import { nextOpening, openSpanAt } from '#engine/sending/calendar';
import { leadSchedule } from '#engine/sending/lead-schedule';
import type { Database, SqlClient } from '#platform/db/database';
import {
  loadLeadZones,
  findUnreachable,
  stopEnrolment,
  scheduleOf,
  readSequence,
  type CampaignRow,
  type StepRow,
} from '#lifecycle/lifecycle.api';
import type { LinkedInAction, LinkedInProvider } from '#platform/linkedin/linkedin-provider';
import type { Live } from '#platform/live/live';
import { findPlanEnd, isInPlan } from '#platform/plans/plan-in-force.store';
import { linkedInKind, readDetails, manualTexts, type StepDetail } from '../delivery/manual-step.store';
import { makeTasks } from '../delivery/reach-steps.store';
import {
  claimAction,
  countProfileRead,
  findAccounts,
  handOverAction,
  isConnectable,
  nextActionAt,
  writeActing,
  writeState,
  type ActingAccount,
  type DueAction,
} from './linkedin-action.store';
import { notInPlan } from './linkedin-texts';
import { recordAnswer, recordConnection, recordResult, settle } from './record-result';

export interface LinkedInDeps {
  db: Database;
  live: Live;
  /** Null where no provider is set up: steps become tasks for a person. */ linkedIn?: LinkedInProvider | null;
  isSendingHeld: () => boolean;
  /** Real time: plans run by it. */
  realNow: () => number;
}

const hour = 3_600_000;
/** Days for which a connection request may wait to be accepted, by default and at most. */
const daysToAccept = 7;
const mostDaysToAccept = 60;

export const nextLinkedInAt = ({ db }: Pick<LinkedInDeps, 'db'>, now: number): Promise<number | null> =>
  nextActionAt(db, now);

/**
 * Does, or looks at, the LinkedIn action that is due first. What stops a mail stops it as well: a plan that has ended,
 * a campaign that does not run, a lead that ended or is paused, a closed window. What a worker that died may have done
 * is asked for as a repetition, which the provider looks up first.
 * @returns false when nothing is due
 */
export async function runDueLinkedIn(deps: LinkedInDeps, now: number): Promise<boolean> {
  const next = await nextActionAt(deps.db, now);
  if (next === null || next > now) return false;
  const prepared = await deps.db.systemSql(async (sql) => {
    const action = await claimAction(sql, new Date(now));
    return action && { action, go: await prepare(sql, deps, action, now) };
  });
  if (!prepared) return false;
  const { action, go } = prepared;
  if (go === null || !deps.linkedIn) return true;
  const { account, ask } = go;
  const at = new Date(now);
  if (ask === null) {
    const found = await deps.linkedIn
      .readConnection(account.provider_account, action.provider_reference ?? '', at)
      .catch(() => null);
    await deps.db.systemSql((sql) => recordAnswer(sql, { action, account, found, at }));
  } else {
    const result = await deps.linkedIn.perform({
      firstAskedAt: action.performed_at,
      account: account.provider_account,
      action: ask.kind,
      profileUrl: action.linkedin_profile ?? '',
      subject: ask.subject,
      body: ask.body,
      at,
    });
    await deps.db.systemSql((sql) => recordResult(sql, { action: { ...action, ...ask }, account, result, now }));
  }
  await deps.db.systemSql((sql) => deps.live.publish(sql, action.workspace_id, [`campaign:${action.campaign_id}`]));
  return true;
}

/** What the provider is asked to do. */
interface Ask {
  kind: LinkedInAction;
  subject: string | null;
  body: string | null;
  give_up_at: Date | null;
}

/**
 * Everything that may keep the action from being done now; the account that does it, with what it does (null: it looks
 * at a request), or null when it waits or is over.
 */
async function prepare(
  sql: SqlClient,
  deps: LinkedInDeps,
  action: DueAction,
  now: number,
): Promise<{ account: ActingAccount; ask: Ask | null } | null> {
  const at = new Date(now);
  const wait = async (until: number, note: string) => {
    await writeState(sql, action.id, { state: action.state, nextLookAt: new Date(until), note });
    return null;
  };
  const skip = async (note: string) => {
    await writeState(sql, action.id, { state: 'SKIPPED', settledAt: at, note });
    return null;
  };
  if (!['STARTED', 'INPROGRESS', 'PAUSED'].includes(action.lead_status) || action.next_step_id !== action.step_id)
    return skip('The lead does not wait for this step any more.');
  if (deps.isSendingHeld()) return wait(now + hour, 'This instance waits for an operator.');
  const planEnd = await findPlanEnd(sql, action.workspace_id, deps.realNow());
  if (planEnd) return wait(now + hour, planEnd);
  if (action.campaign_status !== 'ACTIVE') return wait(now + hour, 'The campaign does not run.');
  if (action.lead_status === 'PAUSED') return wait(now + hour, 'The lead is paused.');
  if ((await findUnreachable(sql, [action.lead_id], action.client_id)).size > 0) {
    await stopEnrolment(sql, { enrolmentId: action.enrolment_id, reason: 'SUPPRESSED', at, detail: {} });
    return skip('The lead unsubscribed or is on a block list.');
  }
  if (action.hold_kind !== null && (action.hold_until === null || action.hold_until > at))
    return wait(action.hold_until?.getTime() ?? now + hour, 'The lead is on hold.');
  const sequence = await readSequence(sql, action.workspace_id, action.campaign_id);
  const campaign = sequence?.campaign;
  const step = sequence?.steps.find((one) => one.id === action.step_id);
  if (!campaign || step?.snapshot.kind !== 'LINKEDIN') return skip('The step is not on LinkedIn any more.');
  const schedule = scheduleOf(campaign);
  const zone = schedule.timeZoneMode === 'LEAD' ? (await loadLeadZones())(action)?.zone : undefined;
  const own = leadSchedule(schedule, zone);
  if (action.state !== 'PENDING' && !openSpanAt(own, now))
    return wait(nextOpening(own, now) ?? now + 24 * hour, 'The sending window is closed.');
  if (!action.linkedin_profile) {
    await settle(sql, action, { state: 'SKIPPED', note: 'The lead has no LinkedIn profile.' }, at);
    return null;
  }
  const detail = (await readDetails(sql, campaign, [step.id])).get(step.id) ?? {};
  if (!deps.linkedIn) {
    await goOnWithoutProvider(sql, deps, { action, campaign, step, detail, now });
    return null;
  }
  if (!(await isInPlan(sql, action.workspace_id, 'linkedinAccessAllowed'))) return wait(now + hour, notInPlan);
  const kind = action.performed_at === null ? linkedInKind(detail) : action.kind;
  const accounts = await findAccounts(sql, action, { kind, provider: deps.linkedIn.name, now });
  const known = action.account_id === null ? undefined : accounts.find((account) => account.id === action.account_id);
  if (action.state === 'PENDING') {
    if (known) return { account: known, ask: null };
    if (action.give_up_at === null || action.give_up_at > at)
      return wait(now + hour, 'Its LinkedIn account is not connected any more.');
    await recordConnection(sql, action, 'PENDING', at);
    return null;
  }
  if (accounts.length === 0) return wait(now + hour, 'No LinkedIn account is connected.');
  if (action.performed_at !== null && !known) {
    if (await isConnectable(sql, action.account_id)) return wait(now + hour, 'Its LinkedIn account is signed out.');
    await settle(
      sql,
      action,
      { state: 'FAILED', note: 'Its LinkedIn account is gone, and it may have been done.' },
      at,
    );
    return null;
  }
  const account = (action.state === 'ACTING' ? known : undefined) ?? accounts.find((one) => one.free_at <= at);
  if (!account) {
    const [first] = accounts.toSorted((one, other) => one.free_at.getTime() - other.free_at.getTime());
    return wait(first!.free_at.getTime(), first!.busy);
  }
  return { account, ask: await begin(sql, { action, campaign, step, detail, now }, { account, kind }) };
}

/** The action is about to be done; asked before, it is asked again as it was. */
async function begin(
  sql: SqlClient,
  { action, campaign, step, detail, now }: HandedOver,
  { account, kind }: { account: ActingAccount; kind: LinkedInAction },
): Promise<Ask> {
  const texts = manualTexts(campaign, step, action, now);
  const giveUpAt =
    kind === 'CONNECTION_REQUEST'
      ? new Date(now + Math.min(mostDaysToAccept, Math.max(1, detail.accept_within_days ?? daysToAccept)) * 24 * hour)
      : null;
  await countProfileRead(sql, account);
  const acting = await writeActing(sql, action.id, {
    accountId: account.id,
    kind,
    body: JSON.stringify({ subject: texts.subject || null, body: texts.body || null }),
    giveUpAt,
    at: new Date(now),
  });
  return {
    kind: acting.kind,
    give_up_at: acting.give_up_at,
    ...(JSON.parse(acting.body ?? '{}') as Pick<Ask, 'subject' | 'body'>),
  };
}

/** An action with what its step says. */
interface HandedOver {
  action: DueAction;
  campaign: CampaignRow;
  step: StepRow;
  detail: StepDetail;
  now: number;
}

/**
 * Without a provider the step is a task. A request that was made before is nobody's to look at: it is passed over when
 * its days are over. Where the provider went away before it answered, the person is told to look first.
 */
async function goOnWithoutProvider(
  sql: SqlClient,
  deps: LinkedInDeps,
  { action, campaign, step, detail, now }: HandedOver,
): Promise<void> {
  const at = new Date(now);
  if (action.state === 'PENDING') return recordConnection(sql, action, 'PENDING', at);
  await handOverAction(sql, action.id, at);
  await makeTasks(sql, {
    campaign,
    step,
    detail,
    leads: [action],
    now,
    mayBeDone: action.performed_at !== null,
  });
  await deps.live.publish(sql, action.workspace_id, ['inbox', `campaign:${action.campaign_id}`]);
}

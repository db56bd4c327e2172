import type { SqlClient } from '#platform/db/database';
import type { LinkedInConnection, LinkedInResult } from '#platform/linkedin/linkedin-provider';
import { passStep, queueWebhookNotice } from '#lifecycle/lifecycle.api';
import {
  failAccount,
  restAccount,
  writeState,
  type ActingAccount,
  type DueAction,
  type RefusedAccount,
} from './linkedin-action.store';

const minute = 60_000;
const hour = 60 * minute;
/** Waits after an answer that says "later", in minutes of campaign time; after the last the lead goes on without. */
const retryMinutes = [5, 30, 120, 720];
const lookEvery = 6 * hour;
/** How often an action may be told to wait; then the lead goes on without. */
const mostWaits = 5;
const longestWait = 24;
/** How long after its days a request is still asked for while nobody knows whether it was accepted. */
const doubtLasts = 24 * hour;

/** An action, the account that took it, and the result. */
interface FinishedAction {
  action: Pick<
    DueAction,
    'id' | 'workspace_id' | 'enrolment_id' | 'step_id' | 'kind' | 'give_up_at' | 'attempts' | 'performed_at'
  >;
  account: ActingAccount;
  result: LinkedInResult;
  now: number;
}

/** What an answer of the provider means for its action, and for the account that was to do it. */
export async function recordResult(sql: SqlClient, { action, account, result, now }: FinishedAction): Promise<void> {
  const at = new Date(now);
  if (result.outcome === 'DONE') {
    const { reference, person } = result;
    if (action.kind === 'CONNECTION_REQUEST' && result.isAccepted)
      await settle(sql, action, { state: 'DONE', connection: 'ACCEPTED', reference, person }, at);
    else if (action.kind === 'CONNECTION_REQUEST')
      await writeState(sql, action.id, {
        state: 'PENDING',
        connection: 'PENDING',
        reference,
        person,
        nextLookAt: new Date(Math.min(now + lookEvery, action.give_up_at?.getTime() ?? Infinity)),
      });
    else await settle(sql, action, { state: 'DONE', reference, person }, at);
  } else if (result.outcome === 'REFUSED') {
    await settle(sql, action, { state: 'SKIPPED', note: result.reason }, at);
  } else if (result.outcome === 'ACCOUNT') {
    await stopAccount(sql, account, result.reason);
    await writeUndone(sql, action, { until: now + 5 * minute, note: result.reason, forgetAttempts: true });
  } else if (result.outcome === 'WAIT') {
    await recordWait(sql, { action, account, result, now });
  } else {
    const wait = retryMinutes[action.attempts];
    if (wait === undefined) await settle(sql, action, { state: 'FAILED', note: result.reason }, at);
    else
      await writeState(sql, action.id, {
        state: 'ACTING',
        nextLookAt: new Date(now + wait * minute),
        note: result.reason,
      });
  }
}

/** Disconnects an account that the provider refused, if it has not changed since it was read, and publishes that. */
export async function stopAccount(sql: SqlClient, account: RefusedAccount, reason: string): Promise<void> {
  const failed = await failAccount(sql, account, reason);
  if (!failed) return;
  await queueWebhookNotice(sql, {
    workspaceId: failed.workspace_id,
    type: 'LINKEDIN_DISCONNECTED',
    data: {
      eventType: 'LINKEDIN_DISCONNECTED',
      accountId: account.id,
      name: failed.name,
      error: reason,
      title: 'LinkedIn account disconnected',
      message: `${failed.name} cannot act on LinkedIn.`,
    },
  });
}

/**
 * What the answer holds for waits with the action, so that not every lead finds out by itself; told too often, the lead goes on without.
 */
async function recordWait(
  sql: SqlClient,
  {
    action,
    account,
    result,
    now,
  }: Omit<FinishedAction, 'result'> & { result: Extract<LinkedInResult, { outcome: 'WAIT' }> },
): Promise<void> {
  const { holds, reason } = result;
  const isOurs = holds === 'INSTALLATION';
  const until = now + Math.min(longestWait, result.hours * 2 ** (isOurs ? 0 : action.attempts)) * hour;
  if (holds !== 'ACTION')
    await restAccount(sql, account.id, { kind: holds === 'KIND' ? action.kind : 'ALL', until: new Date(until) });
  if (!isOurs && action.attempts + 1 >= mostWaits)
    await settle(
      sql,
      action,
      { state: action.performed_at === null ? 'SKIPPED' : 'FAILED', note: reason },
      new Date(now),
    );
  else await writeUndone(sql, action, { until, note: reason, forgetAttempts: isOurs });
}

/** Nothing was done this time: the cap is not used up, unless an earlier attempt may have done it. */
const writeUndone = (
  sql: SqlClient,
  action: FinishedAction['action'],
  { until, note, forgetAttempts }: { until: number; note: string; forgetAttempts: boolean },
): Promise<void> =>
  writeState(sql, action.id, {
    ...(action.performed_at === null
      ? { state: 'WAITING', forgetPerformed: true, forgetAttempts }
      : { state: 'ACTING' }),
    nextLookAt: new Date(until),
    note,
  });

/** What the provider said of a request. `found`: null when it could not be asked, which says nothing about the request. */
export async function recordAnswer(
  sql: SqlClient,
  {
    action,
    account,
    found,
    at,
  }: Pick<FinishedAction, 'action' | 'account'> & { found: LinkedInConnection | null; at: Date },
): Promise<void> {
  if (found && found.state !== 'ACCOUNT') return recordConnection(sql, action, found.state, at);
  if (found) await stopAccount(sql, account, found.reason);
  if (action.give_up_at && action.give_up_at.getTime() + doubtLasts <= at.getTime())
    return recordConnection(sql, action, 'PENDING', at);
  await writeState(sql, action.id, {
    state: 'PENDING',
    nextLookAt: new Date(at.getTime() + hour),
    note: found?.reason ?? 'The LinkedIn provider could not be asked.',
  });
}

/**
 * A request that is not accepted in time is passed over: the lead stands behind its step (`passStep`), and the next one, of whatever kind,
 * is due after its own delay. A lead without a further step is done.
 */
export async function recordConnection(
  sql: SqlClient,
  action: Pick<DueAction, 'id' | 'workspace_id' | 'enrolment_id' | 'step_id' | 'give_up_at'>,
  state: 'PENDING' | 'ACCEPTED',
  at: Date,
): Promise<void> {
  if (state === 'ACCEPTED') await settle(sql, action, { state: 'DONE', connection: 'ACCEPTED' }, at);
  else if (action.give_up_at && action.give_up_at <= at)
    await settle(
      sql,
      action,
      { state: 'SKIPPED', connection: 'SKIPPED_AND_EMAIL_MESSAGE_SENT', note: 'The request was not accepted in time.' },
      at,
    );
  else
    await writeState(sql, action.id, {
      state: 'PENDING',
      nextLookAt: new Date(Math.min(at.getTime() + lookEvery, action.give_up_at?.getTime() ?? Infinity)),
    });
}

/** The step is over, and the lead goes on. */
export async function settle(
  sql: SqlClient,
  action: Pick<DueAction, 'id' | 'workspace_id' | 'enrolment_id' | 'step_id' | 'give_up_at'>,
  change: {
    state: 'DONE' | 'SKIPPED' | 'FAILED';
    connection?: string;
    reference?: string;
    person?: string | undefined;
    note?: string;
  },
  at: Date,
): Promise<void> {
  await writeState(sql, action.id, { ...change, settledAt: at });
  await passStep(action.workspace_id, sql, { enrolmentId: action.enrolment_id, stepId: action.step_id, at });
}

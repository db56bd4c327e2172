import type { SqlClient } from '#platform/db/database';
import type { LinkedInResult } from '#platform/linkedin/linkedin-provider';
import { passStep, queueWebhookNotice } from '#lifecycle/lifecycle.api';
import { failAccount, writeState, type ActingAccount, type DueAction } from './linkedin-action.store';

const minute = 60_000;
const hour = 60 * minute;
/** Waits after an answer that says "later", in minutes of campaign time; after the last the lead goes on without. */
const retryMinutes = [5, 30, 120, 720];
const lookEvery = 6 * hour;

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
    if (action.kind === 'CONNECTION_REQUEST' && result.isAccepted)
      await settle(sql, action, { state: 'DONE', connection: 'ACCEPTED', reference: result.reference }, at);
    else if (action.kind === 'CONNECTION_REQUEST')
      await writeState(sql, action.id, {
        state: 'PENDING',
        connection: 'PENDING',
        reference: result.reference,
        nextLookAt: new Date(Math.min(now + lookEvery, action.give_up_at?.getTime() ?? Infinity)),
      });
    else await settle(sql, action, { state: 'DONE', reference: result.reference }, at);
  } else if (result.outcome === 'REFUSED') {
    await settle(sql, action, { state: 'SKIPPED', note: result.reason }, at);
  } else if (result.outcome === 'ACCOUNT') {
    const failed = await failAccount(sql, account.id, result.reason);
    if (failed)
      await queueWebhookNotice(sql, {
        workspaceId: failed.workspace_id,
        type: 'LINKEDIN_DISCONNECTED',
        data: {
          eventType: 'LINKEDIN_DISCONNECTED',
          accountId: account.id,
          name: failed.name,
          error: result.reason,
          title: 'LinkedIn account disconnected',
          message: `${failed.name} cannot act on LinkedIn.`,
        },
      });
    await writeUndone(sql, action, { until: now + 5 * minute, note: result.reason });
  } else if (result.outcome === 'WAIT') {
    await writeUndone(sql, action, { until: now + result.hours * hour, note: result.reason });
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

/** Nothing was done this time: the cap is not used up, unless an earlier attempt may have done it. */
const writeUndone = (
  sql: SqlClient,
  action: FinishedAction['action'],
  { until, note }: { until: number; note: string },
): Promise<void> =>
  writeState(sql, action.id, {
    ...(action.performed_at === null ? { state: 'WAITING', forgetPerformed: true } : { state: 'ACTING' }),
    nextLookAt: new Date(until),
    note,
  });

/** A request that is not accepted in time is passed over: the next step, usually an e-mail, goes out instead. */
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
  change: { state: 'DONE' | 'SKIPPED' | 'FAILED'; connection?: string; reference?: string; note?: string },
  at: Date,
): Promise<void> {
  await writeState(sql, action.id, { ...change, settledAt: at });
  await passStep(action.workspace_id, sql, { enrolmentId: action.enrolment_id, stepId: action.step_id, at });
}

import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SubmitResult } from '#platform/mail/submit-mail';
import { SmtpFailure } from '#platform/mail/smtp-failure';
import { judgeFailure } from '#engine/bounces/judge-failure';
import { lastTry, waitBeforeRetry } from '#engine/bounces/retry-after-refusal';
import type { SenderState } from '#engine/inbox-sync/sender-state';
import { restMailbox } from '#lifecycle/lifecycle.api';
import type { ComposedIntent } from './compose-intent';
import type { ClaimedIntent } from './lane.store';
import { markMailboxFailing } from './failing-mailbox.store';
import { recordFailed, releaseIntent, type ReleasedEmail } from './outcome.store';
import { sendsOthers, waitForRest } from './sender-rest.store';
import type { SendJob } from './send-job.store';
import { sendTogether, topicsOf } from './send-together';
import { recordSentMails } from './sent.store';
import { toldBy, type DoubtDeps } from './settle-doubt';
import { withdrawSubmitting, type StandDown } from './submit.store';
import type { Readable } from 'node:stream';
import type { Database, SqlClient } from '#platform/db/database';
import type { Journal } from '#platform/journal/journal';
import type { Live } from '#platform/live/live';
import type { ConnectionRules, MailServer } from '#platform/mail/mail-server';
import type { Relays } from '#platform/mail/relays';
import type { AttachedFile } from './open-attachment';
import type { ReadInboxesDeps } from './read-inboxes';

export interface SendDeps extends Pick<DoubtDeps, 'clock' | 'serverTimeout'>, ReadInboxesDeps {
  db: Database;
  live: Live;
  /** Campaign time in milliseconds. */
  now: () => number;
  isSendingHeld: () => boolean;
  trackingKey: Uint8Array;
  trackingBase: string;
  /** How the mailbox is reached, with its unsealed credentials. */
  smtpServer: (workspaceId: WorkspaceId, mailboxId: MailboxId) => Promise<MailServer>;
  /** Dedicated servers of campaigns; where there are none, every email leaves through its mailbox's own server. */
  relays?: Relays;
  /** Outlives the loss of the database. Where there is none (tests, the demo's history), a restore knows less. */
  journal?: Pick<Journal, 'noteSend'>;
  /** A file as it is stored; the mail is made while it is read. */
  readAttachment: (file: AttachedFile) => Promise<Readable>;
  rules: ConnectionRules;
  /** Seconds of real time that a lane is held without a sign of life; `leaseSeconds` unless a test needs it short. */
  leaseSeconds?: number;
  /** Real seconds before a copy is put into Sent (file-sent-copies.ts). */
  copyAfterSeconds?: number;
  log: { error: (fields: object, text: string) => void };
}

export type SendOutcome = 'SENT' | 'IN_DOUBT' | 'FAILED' | 'RELEASED' | 'MAILBOX_TROUBLE';

/** Raised inside the submission when the last check says no: the connection is torn down before the final dot. */
export class StoodDown extends Error {
  constructor(readonly reason: StandDown) {
    super(reason);
    this.name = 'StoodDown';
  }
}

/** A follow-up whose mail before it is still looked for in Sent becomes due when the next look is over. */
export const whenAgain = (deps: SendDeps, reason: StandDown, now: number): { eligibleAt?: number } =>
  reason === 'STEP_NOT_DUE' ? { eligibleAt: now + deps.serverTimeout * deps.clock.scale() } : {};

/** An email that its server accepted. */
interface SentEmail {
  job: SendJob;
  mail: ComposedIntent;
  result: SubmitResult;
}

export async function settleSent(
  deps: SendDeps,
  claim: ClaimedIntent,
  { job, mail, result }: SentEmail,
): Promise<SendOutcome> {
  const at = deps.now();
  await retrySettling(() =>
    sendTogether(deps).settle({
      job,
      mail,
      result: { state: 'SENT', response: result.response, providerMessageId: result.providerMessageId },
      at,
      release: claim,
    }),
  );
  return 'SENT';
}

/** Real milliseconds between tries to write down what a server said: together shorter than the lease. */
const settlingPauses = [100, 400, 1_500, 5_000, 15_000];

/**
 * The server's word is known to this process only: a database that restarts or fails over must not turn it into a
 * doubt. Doing it twice changes nothing.
 */
async function retrySettling(work: () => Promise<void>): Promise<void> {
  for (const pause of settlingPauses) {
    try {
      return await work();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return work();
}

/** An email that was not accepted, and how far it came. */
interface FailedSending {
  job: SendJob;
  mail: ComposedIntent;
  error: Error;
  progress: { isSubmitting: boolean; isRelayed: boolean };
}

export async function settleFailure(
  deps: SendDeps,
  claim: ClaimedIntent,
  { job, mail, error, progress: { isSubmitting, isRelayed } }: FailedSending,
): Promise<SendOutcome> {
  const now = deps.now();
  if (error instanceof StoodDown) {
    await deps.db.systemSql((sql) =>
      releaseIntent(sql, claim, {
        job,
        reason: error.reason,
        options: { at: now, ...whenAgain(deps, error.reason, now) },
      }),
    );
    return 'RELEASED';
  }
  if (!(error instanceof SmtpFailure)) {
    // Our own trouble (the database, a defect). Before the commit nothing left; after it nobody knows, and the sweep of
    // lost intents takes over.
    deps.log.error({ error, intent: claim.intentId }, 'sending failed for a reason of our own');
    if (isSubmitting) return 'IN_DOUBT';
    await deps.db.systemSql((sql) =>
      releaseIntent(sql, claim, { job, reason: 'RETRY', options: { at: now, eligibleAt: now + 5 * 60_000 } }),
    );
    return 'RELEASED';
  }
  return deps.db.systemSql(async (sql): Promise<SendOutcome> => {
    await deps.live.publish(sql, job.intent.workspace_id, topicsOf(job));
    if (error.failureClass === 'doubt') {
      await recordSentMails(sql, [
        {
          job,
          mail,
          result: {
            state: 'IN_DOUBT',
            evidence: {
              since: new Date(now),
              stage: error.stage,
              words: error.response,
              why: 'The final dot was sent and no reply came (RFC 1047).',
            },
            toldBy: toldBy(deps),
          },
          at: now,
        },
      ]);
      return 'IN_DOUBT';
    }
    // The server answered the final dot with a refusal: it did not take the mail, so the reservation may be used again.
    if (isSubmitting) await withdrawSubmitting(sql, claim);
    return settleRefusal(deps, sql, claim, { job, error, isRelayed, now });
  });
}

/** A refusal as it is settled. */
interface RefusedSending {
  job: SendJob;
  error: SmtpFailure;
  isRelayed: boolean;
  now: number;
}

/** By what the server's words are about: the mailbox, its sender, this email, or its recipient. */
async function settleRefusal(
  deps: SendDeps,
  sql: SqlClient,
  claim: ClaimedIntent,
  { job, error, isRelayed, now }: RefusedSending,
): Promise<SendOutcome> {
  const verdict = judgeFailure(error);
  const release = async (reason: ReleasedEmail['reason'], options: Omit<ReleasedEmail['options'], 'at'> = {}) => {
    await releaseIntent(sql, claim, { job, reason, options: { at: now, ...options } });
  };
  // The server's trouble, not the mailbox's: the next one takes the mail.
  if (isRelayed && (verdict.kind === 'MAILBOX' || verdict.kind === 'SENDER' || error.failureClass === 'lost')) {
    await release('DEDICATED_SERVER', { eligibleAt: now + (verdict.kind === 'SENDER' ? 60 : 1) * 60_000 });
    return 'RELEASED';
  }
  if (verdict.kind === 'MAILBOX') {
    await release('MAILBOX_TROUBLE');
    // At the first refused login: failures are not counted.
    await markMailboxFailing(sql, job.intent.workspace_id, { mailboxId: claim.mailboxId, failure: error, now });
    await deps.live.publish(sql, job.intent.workspace_id, ['mailboxes']);
    return 'MAILBOX_TROUBLE';
  }
  const isLastTry = job.intent.attempts >= lastTry;
  if (verdict.kind === 'SENDER' && (verdict.sender.isSure || !isLastTry || !(await sendsOthers(sql, job, now))))
    return settleSenderState(deps, sql, claim, { job, error, sender: verdict.sender, now });
  // A server that drops every connection says nothing about this email, however often it was tried.
  const attempts =
    error.failureClass === 'lost' && isLastTry && !(await sendsOthers(sql, job, now)) ? lastTry : job.intent.attempts;
  const wait = waitBeforeRetry(verdict.kind, attempts);
  if (wait !== null) {
    await release('RETRY', { eligibleAt: now + wait * 60_000, isTry: true });
    return 'RELEASED';
  }
  await recordFailed(sql, claim, { job, failure: error, verdict, now });
  return 'FAILED';
}

/**
 * The mailbox's own server sends nothing for it: the mailbox rests, and the email waits unharmed. Where the words could
 * also be about this email, its lead waits a little longer than the mailbox, so that another email is tried first.
 */
async function settleSenderState(
  deps: SendDeps,
  sql: SqlClient,
  claim: ClaimedIntent,
  { job, error, sender, now }: { job: SendJob; error: SmtpFailure; sender: SenderState; now: number },
): Promise<SendOutcome> {
  const { intent } = job;
  // First the email, as what is reserved from a resting mailbox is released in one go.
  await releaseIntent(sql, claim, {
    job,
    reason: 'MAILBOX_PROVIDER_REST',
    options: { at: now, isTry: !sender.isSure },
  });
  const until = await restMailbox(intent.workspace_id, sql, {
    mailboxId: claim.mailboxId,
    sender,
    words: error.response,
    now,
  });
  await waitForRest(sql, job, { until: sender.isSure ? until : until + 30 * 60_000, isHeld: !sender.isSure, now });
  await deps.live.publish(sql, intent.workspace_id, ['mailboxes', `mailbox:${claim.mailboxId}`]);
  return 'RELEASED';
}

import type { SubmitResult } from '../../../../../platform/mail/submit-mail';
import { SmtpFailure } from '../../../../../platform/mail/smtp-failure';
import type { ComposedIntent } from './compose-intent';
import type { ClaimedIntent } from './lane.store';
import { recordFailed, recordMailboxTrouble, releaseIntent } from './outcome.store';
import type { SendJob } from './send-job.store';
import { sendTogether, topicsOf } from './send-together';
import { recordSentMails } from './sent.store';
import { toldBy, type DoubtDeps } from './settle-doubt';
import { withdrawSubmitting, type StandDown } from './submit.store';
import type { Readable } from 'node:stream';
import type { Database } from '../../../../../platform/db/database';
import type { Live } from '../../../../../platform/live/live';
import type { ConnectionRules, MailServer } from '../../../../../platform/mail/mail-server';
import type { Relays } from '../../../../../platform/mail/relays';
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
  smtpServer: (workspaceId: number, mailboxId: number) => Promise<MailServer>;
  /** Dedicated servers of campaigns; where there are none, every email leaves through its mailbox's own server. */
  relays?: Relays;
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

/** Waits between tries of a mail that met a 4xx, in minutes of campaign time; after the last the lead is stopped with the server's words. */
const retryMinutes = [5, 15, 60, 240];

const isLostBeforeTheDot = ({ failureClass, code }: SmtpFailure): boolean =>
  failureClass === 'transient' && code === null;

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
  await insist(() =>
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
const insistence = [100, 400, 1_500, 5_000, 15_000];

/** The server's word is known to this process only: a database that restarts or fails over must not turn it into a doubt. Doing it twice changes nothing. */
async function insist(work: () => Promise<void>): Promise<void> {
  for (const pause of insistence) {
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
    // Our own trouble (the database, a defect). Before the commit nothing left; after it nobody knows, and the sweep of lost intents takes over.
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
    // The server's trouble, not the mailbox's: the next one takes the mail.
    if (isRelayed && (['credentials', 'connection'].includes(error.failureClass) || isLostBeforeTheDot(error))) {
      await releaseIntent(sql, claim, {
        job,
        reason: 'DEDICATED_SERVER',
        options: { at: now, eligibleAt: now + 60_000 },
      });
      return 'RELEASED';
    }
    if (error.failureClass === 'credentials' || error.failureClass === 'connection') {
      await releaseIntent(sql, claim, { job, reason: 'MAILBOX_TROUBLE', options: { at: now } });
      await recordMailboxTrouble(sql, job.intent.workspace_id, { mailboxId: claim.mailboxId, failure: error, now });
      await deps.live.publish(sql, job.intent.workspace_id, ['mailboxes']);
      return 'MAILBOX_TROUBLE';
    }
    const wait = retryMinutes[job.intent.attempts];
    if (error.failureClass === 'transient' && wait !== undefined) {
      await releaseIntent(sql, claim, {
        job,
        reason: 'RETRY',
        options: { at: now, eligibleAt: now + wait * 60_000, isTry: true },
      });
      return 'RELEASED';
    }
    await recordFailed(sql, claim, { job, failure: error, now });
    return 'FAILED';
  });
}

import type { Readable } from 'node:stream';
import type { Database } from '../../../../../platform/db/database';
import type { Live } from '../../../../../platform/live/live';
import { composeMime, streamMime, type MailParts } from '../../../../../platform/mail/compose-mime';
import type { ConnectionRules, MailServer } from '../../../../../platform/mail/mail-server';
import type { RelayOutcome, Relays, RelayTicket } from '../../../../../platform/mail/relays';
import { submitMail, type SubmitResult } from '../../../../../platform/mail/submit-mail';
import { SmtpFailure } from '../../../../../platform/mail/smtp-failure';
import { composeIntent, MissingDataError, type ComposedIntent } from './compose-intent';
import { leaseSeconds, releaseLane, type ClaimedIntent } from './lane.store';
import type { AttachedFile } from './open-attachment';
import { recordFailed, recordMailboxTrouble, releaseIntent } from './outcome.store';
import { loadSendJob, type SendJob } from './send-job.store';
import { withInboxesRead, type ReadInboxesDeps } from './read-inboxes';
import { sendTogether, topicsOf } from './send-together';
import { recordSentMails } from './sent.store';
import { toldBy, type DoubtDeps } from './settle-doubt';
import { findRefusal, withdrawSubmitting, type StandDown } from './submit.store';

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
class StoodDown extends Error {
  constructor(readonly reason: StandDown) {
    super(reason);
    this.name = 'StoodDown';
  }
}

/** Waits between tries of a mail that met a 4xx, in minutes of campaign time; after the last the lead is stopped with the server's words. */
const retryMinutes = [5, 15, 60, 240];

/** Sends one claimed mail and records what came of it (docs/engine.md, States of an outbound email). Never throws for what a mail server does. */
export async function sendIntent(deps: SendDeps, claim: ClaimedIntent): Promise<SendOutcome> {
  const { onTheirWay } = sendTogether(deps);
  const way: Way = {
    at: 'dot',
    move(to) {
      if (this.at !== null) onTheirWay[this.at] -= 1;
      if (to !== null) onTheirWay[to] += 1;
      this.at = to;
    },
  };
  onTheirWay.dot += 1;
  let outcome: SendOutcome | null = null;
  try {
    outcome = await attempt(deps, claim, way);
    return outcome;
  } finally {
    way.move(null);
    // With the outcome of a mail that left, its lane was given back.
    if (outcome !== 'SENT')
      await deps.db
        .systemSql((sql) => releaseLane(sql, claim))
        .catch((error) =>
          deps.log.error(
            { error, mailbox: claim.mailboxId },
            'a lane could not be given back; its lease ends by itself',
          ),
        );
  }
}

/** Where a mail is on its way, for those that gather (send-together.ts). */
interface Way {
  at: 'dot' | 'answer' | null;
  move(to: 'dot' | 'answer' | null): void;
}

async function attempt(deps: SendDeps, claim: ClaimedIntent, way: Way): Promise<SendOutcome> {
  const prepared = await prepare(deps, claim);
  if (typeof prepared === 'string') return prepared;
  const { job, mail, content, files, recipients } = prepared;
  let isSubmitting = false;
  const beforeFinalDot = async () => {
    let begun = 0;
    const no = await withInboxesRead(deps, claim, patienceOf(deps).atTheDot, () => {
      begun = performance.now();
      return sendTogether(deps).submit({
        claim,
        mail,
        onSubmitting: (at) => {
          job.intent.send_at = new Date(at);
        },
      });
    });
    if (no) throw new StoodDown(no);
    isSubmitting = true;
    way.move('answer');
    // A process that was frozen in between may find itself replaced, its mail looked for and taken back: its dot must not go out any more.
    if (performance.now() - begun > (deps.leaseSeconds ?? leaseSeconds) * 500) {
      await deps.db.systemSql((sql) => withdrawSubmitting(sql, claim));
      throw new StoodDown('LOST_LEASE');
    }
  };
  let ticket: RelayTicket | null = null;
  let outcome: RelayOutcome = { state: 'RELEASED', failure: null };
  try {
    const relay = await takeRelay(deps, job);
    if (relay && 'waitUntil' in relay) return await waitForServer(deps, claim, job, relay.waitUntil);
    ticket = relay;
    const result = await submitMail({
      server: relay?.server ?? (await deps.smtpServer(claim.workspaceId, claim.mailboxId)),
      rules: deps.rules,
      envelope: { from: job.mailbox.from_email, to: recipients, envelopeId: job.intent.envelope_id },
      content,
      clientName: job.mailbox.from_email.split('@')[1],
      beforeFinalDot,
    });
    outcome = { state: 'SENT', code: 250, response: result.response };
    return await settleSent(deps, claim, job, mail, result);
  } catch (error) {
    // Sent, and not written down: the place at the server stays taken, and the sweep of lost intents takes over.
    if (outcome.state !== 'SENT') outcome = relayOutcomeOf(error as Error, isSubmitting);
    return await settleFailure(deps, claim, job, mail, error as Error, { isSubmitting, isRelayed: ticket !== null });
  } finally {
    if (ticket) await deps.relays?.settle(ticket, outcome);
    for (const file of files) file.destroy();
  }
}

/** The dedicated server of a mail whose campaign sends through some; null: its mailbox's own server. */
async function takeRelay(deps: SendDeps, job: SendJob): Promise<RelayTicket | { waitUntil: number } | null> {
  const groupId = job.intent.kind === 'CAMPAIGN' ? (job.campaign?.server_group_id ?? null) : null;
  if (!deps.relays || groupId === null || !job.campaign) return null;
  const relay = await deps.relays.take(
    { workspaceId: job.intent.workspace_id, intentId: job.intent.id, campaignId: job.campaign.id, groupId },
    deps.now(),
  );
  // No provider files what leaves here: Sent proves nothing, and gets a copy from us.
  if ('server' in relay) job.mailbox.files_sent_mail = false;
  return relay;
}

/** Every server of the group is down, resting or full: the lead waits, and no mail leaves by another way. */
async function waitForServer(deps: SendDeps, claim: ClaimedIntent, job: SendJob, until: number): Promise<SendOutcome> {
  await deps.db.systemSql((sql) =>
    releaseIntent(sql, claim, job, 'DEDICATED_SERVER', { at: deps.now(), eligibleAt: until }),
  );
  return 'RELEASED';
}

/** What a failure says of the server: without one of SMTP nothing is known of it. */
function relayOutcomeOf(error: Error, isSubmitting: boolean): RelayOutcome {
  if (!(error instanceof SmtpFailure))
    return isSubmitting && !(error instanceof StoodDown)
      ? { state: 'IN_DOUBT', failure: new SmtpFailure('doubt', 'final', null, null, 'The outcome is not known.') }
      : { state: 'RELEASED', failure: null };
  if (error.failureClass === 'doubt') return { state: 'IN_DOUBT', failure: error };
  if (error.failureClass === 'connection' || error.failureClass === 'credentials')
    return { state: 'RELEASED', failure: error };
  if (error.failureClass === 'transient')
    return error.code === null ? { state: 'RELEASED', failure: error } : { state: 'DEFERRED', failure: error };
  return { state: 'REFUSED', failure: error };
}

const isLostBeforeTheDot = ({ failureClass, code }: SmtpFailure): boolean =>
  failureClass === 'transient' && code === null;

/** How long a follow-up waits for the inboxes: by far shorter than its lease, and between DATA and the final dot shorter than the server's patience with silence. */
const patienceOf = ({ leaseSeconds: lease = leaseSeconds, rules }: SendDeps) => ({
  beforeConnecting: { milliseconds: Math.min(8_000, lease * 300), counts: true },
  atTheDot: { milliseconds: Math.min(8_000, lease * 300, rules.socketTimeout / 2), counts: false },
});

interface Prepared {
  job: SendJob;
  mail: ComposedIntent;
  content: Buffer | Readable;
  files: Readable[];
  recipients: string[];
}

/** First check and rendering, before any connection is opened. */
async function prepare(deps: SendDeps, claim: ClaimedIntent): Promise<Prepared | SendOutcome> {
  const now = deps.now();
  const found = await withInboxesRead(deps, claim, patienceOf(deps).beforeConnecting, () =>
    sendTogether(deps).prepare(claim),
  );
  const job = typeof found === 'string' ? await giveBack(deps, claim, now) : found;
  if (!job) return 'RELEASED';
  const files: Readable[] = [];
  let isWritten = false;
  try {
    const mail = composeIntent(job, { trackingKey: deps.trackingKey, trackingBase: deps.trackingBase, now });
    isWritten = true;
    for (const file of job.intent.attachments) {
      const stream = await deps.readAttachment(file);
      // A file that fails before its turn is told when it is read; until then nobody listens.
      stream.on('error', () => undefined);
      files.push(stream);
    }
    const attachments = job.intent.attachments.map((file, index) => ({
      filename: file.name,
      contentType: file.content_type,
      content: files[index] as Readable,
    }));
    const named = (name: string) => mail.headers.find((header) => header.name.toLowerCase() === name)?.value;
    const others = mail.headers.filter((header) => !['in-reply-to', 'references'].includes(header.name.toLowerCase()));
    const parts: MailParts = {
      from: { name: job.mailbox.from_name, address: job.mailbox.from_email },
      to: {
        name: [job.lead?.first_name, job.lead?.last_name].filter(Boolean).join(' ') || undefined,
        address: job.intent.to_email,
      },
      cc: job.intent.cc,
      replyTo: job.mailbox.different_reply_to_address,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      messageId: job.intent.message_id,
      inReplyTo: named('in-reply-to') ?? mail.inReplyTo,
      references: mail.references,
      date: new Date(now),
      headers: Object.fromEntries(others.map((header) => [header.name, header.value])),
      attachments,
    };
    // Files are read while they are sent: 25 MB of them never stand in memory.
    const content = files.length > 0 ? streamMime(parts) : await composeMime(parts);
    const bcc = [
      ...job.intent.bcc,
      ...(job.intent.kind === 'CAMPAIGN' && job.mailbox.bcc_email ? [job.mailbox.bcc_email] : []),
    ];
    return { job, mail, content, files, recipients: [job.intent.to_email, ...job.intent.cc, ...bcc] };
  } catch (error) {
    for (const file of files) file.destroy();
    if (!(error instanceof MissingDataError))
      deps.log.error({ error, intent: claim.intentId }, 'a mail could not be made');
    // A file that cannot be read now says nothing about the lead.
    await deps.db.systemSql((sql) =>
      isWritten
        ? releaseIntent(sql, claim, job, 'RETRY', { at: now, eligibleAt: now + 5 * 60_000 })
        : releaseIntent(sql, claim, job, 'MISSING_MERGE_DATA', { at: now, park: true }),
    );
    return 'RELEASED';
  }
}

/** A mail that may not leave goes back under its own lock, with the reason that holds then. @returns the job when nothing speaks against it any more */
async function giveBack(deps: SendDeps, claim: ClaimedIntent, now: number): Promise<SendJob | null> {
  return deps.db.systemSql(async (sql) => {
    const no = await findRefusal(sql, claim, now, deps.isSendingHeld());
    const job = await loadSendJob(sql, claim);
    if (no && job) await releaseIntent(sql, claim, job, no, { at: now, ...whenAgain(deps, no, now) });
    return no ? null : job;
  });
}

/** A follow-up whose mail before it is still looked for in Sent becomes due when the next look is over. */
const whenAgain = (deps: SendDeps, reason: StandDown, now: number): { eligibleAt?: number } =>
  reason === 'STEP_NOT_DUE' ? { eligibleAt: now + deps.serverTimeout * deps.clock.scale() } : {};

async function settleSent(
  deps: SendDeps,
  claim: ClaimedIntent,
  job: SendJob,
  mail: ComposedIntent,
  result: SubmitResult,
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

async function settleFailure(
  deps: SendDeps,
  claim: ClaimedIntent,
  job: SendJob,
  mail: ComposedIntent,
  error: Error,
  { isSubmitting, isRelayed }: { isSubmitting: boolean; isRelayed: boolean },
): Promise<SendOutcome> {
  const now = deps.now();
  if (error instanceof StoodDown) {
    await deps.db.systemSql((sql) =>
      releaseIntent(sql, claim, job, error.reason, { at: now, ...whenAgain(deps, error.reason, now) }),
    );
    return 'RELEASED';
  }
  if (!(error instanceof SmtpFailure)) {
    // Our own trouble (the database, a defect). Before the commit nothing left; after it nobody knows, and the sweep of lost intents takes over.
    deps.log.error({ error, intent: claim.intentId }, 'sending failed for a reason of our own');
    if (isSubmitting) return 'IN_DOUBT';
    await deps.db.systemSql((sql) =>
      releaseIntent(sql, claim, job, 'RETRY', { at: now, eligibleAt: now + 5 * 60_000 }),
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
      await releaseIntent(sql, claim, job, 'DEDICATED_SERVER', { at: now, eligibleAt: now + 60_000 });
      return 'RELEASED';
    }
    if (error.failureClass === 'credentials' || error.failureClass === 'connection') {
      await releaseIntent(sql, claim, job, 'MAILBOX_TROUBLE', { at: now });
      await recordMailboxTrouble(sql, job.intent.workspace_id, claim.mailboxId, error, now);
      await deps.live.publish(sql, job.intent.workspace_id, ['mailboxes']);
      return 'MAILBOX_TROUBLE';
    }
    const wait = retryMinutes[job.intent.attempts];
    if (error.failureClass === 'transient' && wait !== undefined) {
      await releaseIntent(sql, claim, job, 'RETRY', { at: now, eligibleAt: now + wait * 60_000, isTry: true });
      return 'RELEASED';
    }
    await recordFailed(sql, claim, job, error, now);
    return 'FAILED';
  });
}

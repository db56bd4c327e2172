import type { Readable } from 'node:stream';
import type { RelayOutcome, RelayTicket } from '#platform/mail/relays';
import { submitMail } from '#platform/mail/submit-mail';
import { relayOutcomeOf } from '#engine/bounces/relay-outcome';
import { composeIntent, MissingDataError, type ComposedIntent } from './compose-intent';
import { leaseSeconds, releaseLane, type ClaimedIntent } from './lane.store';
import { writeMail } from './mail-parts';
import { releaseIntent } from './outcome.store';
import { loadSendJob, type SendJob } from './send-job.store';
import { withInboxesRead } from './read-inboxes';
import { sendTogether } from './send-together';
import { findRefusal, withdrawSubmitting } from './submit.store';
import { settleSent, settleFailure, type SendDeps, type SendOutcome, StoodDown, whenAgain } from './settle-sending';

/** Sends one claimed email and records the outcome (docs/engine.md, States of an intent). Never throws because of a mail server. */
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
    // With the outcome of a mail that left, its lane was released.
    if (outcome !== 'SENT')
      await deps.db
        .systemSql((sql) => releaseLane(sql, claim))
        .catch((error) =>
          deps.log.error({ error, mailbox: claim.mailboxId }, 'a lane could not be released; its lease ends by itself'),
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
    await noteInJournal(deps, claim, job);
    isSubmitting = true;
    way.move('answer');
    // A process that was frozen in between may find itself replaced, its mail looked for and undone: its dot must not go out any more.
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
    return await settleSent(deps, claim, { job, mail, result });
  } catch (error) {
    // Sent, and not written down: the place at the server stays taken, and the sweep of lost intents takes over.
    if (outcome.state !== 'SENT')
      outcome = relayOutcomeOf(error as Error, isSubmitting && !(error instanceof StoodDown));
    return await settleFailure(deps, claim, {
      job,
      mail,
      error: error as Error,
      progress: { isSubmitting, isRelayed: ticket !== null },
    });
  } finally {
    if (ticket) await deps.relays?.settle(ticket, outcome);
    for (const file of files) file.destroy();
  }
}

/**
 * SUBMITTING also outside the database: one that is restored must know that this email may have left. What cannot be
 * written down does not leave.
 */
async function noteInJournal(deps: SendDeps, claim: ClaimedIntent, { intent, mailbox }: SendJob): Promise<void> {
  try {
    await deps.journal?.noteSend({
      messageId: intent.message_id,
      mailboxId: intent.mailbox_id,
      intentId: intent.id,
      isFiled: mailbox.files_sent_mail,
      at: intent.send_at.getTime(),
    });
  } catch (error) {
    deps.log.error({ error, intent: claim.intentId }, 'the journal could not be written: the email waits');
    await deps.db.systemSql((sql) => withdrawSubmitting(sql, claim));
    throw new StoodDown('SENDING_HELD');
  }
}

/** The dedicated server of a mail whose campaign sends through some; null: its mailbox's own server. */
async function takeRelay(deps: SendDeps, job: SendJob): Promise<RelayTicket | { waitUntil: number } | null> {
  const groupId = job.intent.kind === 'CAMPAIGN' ? (job.campaign?.server_group_id ?? null) : null;
  if (!deps.relays || groupId === null || !job.campaign) return null;
  const relay = await deps.relays.take(
    { workspaceId: job.intent.workspace_id, mail: { intentId: job.intent.id }, campaignId: job.campaign.id, groupId },
    deps.now(),
  );
  // No provider files what leaves here: Sent proves nothing, and gets a copy from us.
  if ('server' in relay) job.mailbox.files_sent_mail = false;
  return relay;
}

/** Every server of the group is down, resting or full: the lead waits, and no mail leaves by another way. */
async function waitForServer(deps: SendDeps, claim: ClaimedIntent, job: SendJob, until: number): Promise<SendOutcome> {
  await deps.db.systemSql((sql) =>
    releaseIntent(sql, claim, { job, reason: 'DEDICATED_SERVER', options: { at: deps.now(), eligibleAt: until } }),
  );
  return 'RELEASED';
}

/**
 * How long a follow-up waits for the inboxes: by far shorter than its lease, and between DATA and the final dot shorter
 * than the server's patience with silence.
 */
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
  const job = typeof found === 'string' ? await releaseClaim(deps, claim, now) : found;
  if (!job) return 'RELEASED';
  const files: Readable[] = [];
  let isWritten = false;
  try {
    const mail = composeIntent(job, { trackingKey: deps.trackingKey, trackingBase: deps.trackingBase, now });
    isWritten = true;
    const content = await writeMail(deps, { job, mail, now }, files);
    const bcc = [
      ...job.intent.bcc,
      ...(job.intent.kind === 'CAMPAIGN' && job.mailbox.bcc_email ? [job.mailbox.bcc_email] : []),
    ];
    return { job, mail, content, files, recipients: [job.intent.to_email, ...job.intent.cc, ...bcc] };
  } catch (error) {
    for (const file of files) file.destroy();
    if (!(error instanceof MissingDataError))
      deps.log.error({ error, intent: claim.intentId }, 'an email could not be created');
    // A file that cannot be read now says nothing about the lead.
    await deps.db.systemSql((sql) =>
      isWritten
        ? releaseIntent(sql, claim, { job, reason: 'RETRY', options: { at: now, eligibleAt: now + 5 * 60_000 } })
        : releaseIntent(sql, claim, { job, reason: 'MISSING_MERGE_DATA', options: { at: now, park: true } }),
    );
    return 'RELEASED';
  }
}

/**
 * A mail that may not leave goes back under its own lock, with the reason that holds then.
 * @returns the job when nothing speaks against it any more
 */
async function releaseClaim(deps: SendDeps, claim: ClaimedIntent, now: number): Promise<SendJob | null> {
  return deps.db.systemSql(async (sql) => {
    const no = await findRefusal(sql, claim, now, deps.isSendingHeld());
    const job = await loadSendJob(sql, claim);
    if (no && job)
      await releaseIntent(sql, claim, { job, reason: no, options: { at: now, ...whenAgain(deps, no, now) } });
    return no ? null : job;
  });
}

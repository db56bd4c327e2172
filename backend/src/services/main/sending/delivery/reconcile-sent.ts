import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { ImapFlow } from 'imapflow';
import type { Database } from '#platform/db/database';
import type { JournaledSend } from '#platform/journal/journal-lines';
import type { ConnectionRules, MailServer } from '#platform/mail/mail-server';
import { openImap } from '#platform/mail/open-imap';
import { uidsSince } from '#platform/mail/search-folder';
import { messageIdentity } from '#engine/sending/message-identity';
import {
  mailboxesToReconcile,
  openSteps,
  takeWaitingEmail,
  waitingEmails,
  writeFoundIntent,
  type MailboxToReconcile,
  type OpenStep,
} from './reconcile.store';
import { loadSendJob } from './send-job.store';
import { recordSentMails } from './sent.store';
import { isSentFolder } from './settle-doubt';

export interface ReconcileDeps {
  db: Database;
  identityKey: Uint8Array;
  imapServer: (workspaceId: WorkspaceId, mailboxId: MailboxId) => Promise<MailServer>;
  rules: ConnectionRules;
  /** Campaign time in milliseconds. */
  now: () => number;
  /** Emails that may have been accepted, by Message-ID, where the journal knows them (platform/journal). */
  sends?: ReadonlyMap<string, JournaledSend>;
}

export interface Reconciled {
  mailboxes: number;
  /** mails that had left without this database knowing */
  found: number;
  /** mails that were at their servers, of which Sent says nothing: they count as sent until somebody settles them */
  unconfirmed: number;
  /** mailboxes that could not be read: of those nothing is known */
  unread: { id: number; email: string; words: string }[];
}

const page = 2_000;

/** What is known of one mail that this database does not know of. */
interface LeftMail {
  at: Date;
  subject: string;
  /** Its number, where the journal has it: the links in the mail name it. */
  intentId: string | null;
  /** False where only the journal knows of it: its server had it before the final dot. */
  isCertain: boolean;
  /** Whether its provider files it, so that later looks into Sent can prove that it was not sent. */
  isFiled: boolean;
}

/** What left a mailbox, or may have left it. */
type Evidence = (messageId: string) => LeftMail | undefined;

/**
 * Learns what left after a database was backed up or copied, from the Sent folders and from the journal. The Message-ID
 * of a step follows from its enrolment (message-identity.ts), so a restored database knows the ids of the mails that it
 * does not know to be sent. One that is in Sent is recorded as sent, with its event and the enrolment's next step, as
 * if its reply had just come; one that only the journal knows is unconfirmed, and is settled like any other. Replies
 * and single emails carry their Message-ID from the start.
 */
export async function reconcileSent(deps: ReconcileDeps): Promise<Reconciled> {
  const mailboxes = await deps.db.systemSql((sql) => mailboxesToReconcile(sql, deps.now()));
  const result: Reconciled = { mailboxes: 0, found: 0, unconfirmed: 0, unread: [] };
  for (const mailbox of mailboxes) {
    let sent = new Map<string, SentMail>();
    try {
      sent = await readSentIds(deps, mailbox);
      result.mailboxes += 1;
    } catch (error) {
      result.unread.push({ id: mailbox.id, email: mailbox.from_email, words: (error as Error).message });
    }
    const counts = await recordLeft(deps, mailbox, evidenceOf(deps, mailbox, sent));
    result.found += counts.found;
    result.unconfirmed += counts.unconfirmed;
  }
  return result;
}

/** What Sent tells of one mail. */
interface SentMail {
  at: Date;
  subject: string;
}

/** Sent is certain; the journal says that a mail of this very mailbox was about to be accepted. */
function evidenceOf({ sends }: ReconcileDeps, mailbox: MailboxToReconcile, sent: Map<string, SentMail>): Evidence {
  return (messageId) => {
    const found = sent.get(messageId);
    const noted = sends?.get(messageId);
    const intentId = noted?.intentId ?? null;
    if (found) return { ...found, intentId, isCertain: true, isFiled: true };
    return noted?.mailboxId === mailbox.id
      ? { at: new Date(noted.at), subject: '', intentId, isCertain: false, isFiled: noted.isFiled }
      : undefined;
  };
}

/** Message-IDs in Sent and All Mail since the last mail that this database knows, with their dates. */
async function readSentIds(deps: ReconcileDeps, mailbox: MailboxToReconcile): Promise<Map<string, SentMail>> {
  const client = await openImap(await deps.imapServer(mailbox.workspace_id, mailbox.id), deps.rules);
  const ids = new Map<string, SentMail>();
  try {
    for (const folder of await client.list()) {
      if (!isSentFolder(folder) && folder.specialUse !== '\\All') continue;
      const lock = await client.getMailboxLock(folder.path);
      try {
        await addSentIds(client, { since: mailbox.since, now: deps.now, ids });
      } finally {
        lock.release();
      }
    }
    return ids;
  } finally {
    await client.logout().catch(() => client.close());
  }
}

/** Adds those of the folder that is open. */
async function addSentIds(
  client: ImapFlow,
  { since, now, ids }: { since: Date; now: ReconcileDeps['now']; ids: Map<string, SentMail> },
): Promise<void> {
  const uids = await uidsSince(client, since);
  if (uids.length === 0) return;
  for await (const message of client.fetch(uids, { envelope: true, internalDate: true }, { uid: true })) {
    const { messageId, date, subject } = message.envelope ?? {};
    if (messageId) ids.set(messageId, { at: new Date(date ?? message.internalDate ?? now()), subject: subject ?? '' });
  }
}

interface LeftCounts {
  found: number;
  unconfirmed: number;
}

const count = (counts: LeftCounts, { isCertain }: LeftMail): void => {
  counts[isCertain ? 'found' : 'unconfirmed'] += 1;
};

async function recordLeft(deps: ReconcileDeps, mailbox: MailboxToReconcile, evidence: Evidence): Promise<LeftCounts> {
  const domain = mailbox.from_email.split('@')[1] ?? 'localhost';
  const counts: LeftCounts = { found: 0, unconfirmed: 0 };
  await recordWaiting(deps, mailbox, evidence, counts);
  for (let after = 0; ;) {
    const steps = await deps.db.systemSql((sql) => openSteps(sql, mailbox, after, page));
    const last = steps.at(-1);
    if (!last) return counts;
    for (const step of steps) await recordSteps(deps, { mailbox, domain, first: step, evidence }, counts);
    after = last.enrolment_id;
  }
}

/** Milliseconds in which a provider that files sent mail itself is asked twice for an unconfirmed one (settle-doubt.ts). */
const untilTold = 25 * 60_000;

/** What `recordSentMails` is told of an email that left, or may have. */
const resultOf = ({ now }: ReconcileDeps, { isCertain, isFiled }: LeftMail) =>
  isCertain
    ? ({ state: 'SENT', response: 'Found in Sent after a restore', providerMessageId: null } as const)
    : ({
        state: 'IN_DOUBT',
        evidence: {
          since: new Date(),
          why: 'Its server had it when the database was lost, and Sent does not hold it.',
          after_restore: true,
          is_filed: isFiled,
        },
        toldBy: now() + untilTold,
      } as const);

/** Emails of no step: they wait with all they hold, so that what left is known without reading it. */
async function recordWaiting(
  deps: ReconcileDeps,
  mailbox: MailboxToReconcile,
  evidence: Evidence,
  counts: LeftCounts,
): Promise<void> {
  for (const { id, message_id } of await deps.db.systemSql((sql) => waitingEmails(sql, mailbox))) {
    const left = evidence(message_id);
    if (left && (await recordWaitingEmail(deps, mailbox, id, left))) count(counts, left);
  }
}

/** @returns whether it still waited */
const recordWaitingEmail = (deps: ReconcileDeps, mailbox: MailboxToReconcile, id: string, left: LeftMail) =>
  deps.db.systemSql(async (sql) => {
    const claim = { intentId: id, mailboxId: mailbox.id, workspaceId: mailbox.workspace_id, token: '0' };
    const isTaken = await takeWaitingEmail(sql, mailbox, id, left.at);
    const job = isTaken ? await loadSendJob(sql, claim, 'SUBMITTING') : null;
    if (!job) return false;
    const { subject, body_html, body_text, in_reply_to, references } = job.intent;
    const mail = {
      subject: subject ?? left.subject,
      html: body_html,
      text: body_text ?? '',
      inReplyTo: in_reply_to,
      references,
      links: [],
      spinChoice: 0,
    };
    await recordSentMails(sql, [{ job, mail, result: resultOf(deps, left), at: left.at.getTime() }]);
    return true;
  });

/**
 * Emails of no step that were due by now and are in no Sent folder, where neither the journal nor the provider proves
 * that they did not leave: they become unconfirmed, for the person who wrote them.
 * @param proven mailboxes whose Sent folder proves what is absent
 * @returns how many
 */
export async function doubtWaiting(deps: ReconcileDeps, proven: ReadonlySet<number>): Promise<number> {
  let doubted = 0;
  for (const mailbox of await deps.db.systemSql((sql) => mailboxesToReconcile(sql, deps.now()))) {
    if (proven.has(mailbox.id)) continue;
    for (const { id, send_at } of await deps.db.systemSql((sql) => waitingEmails(sql, mailbox))) {
      if (send_at.getTime() > deps.now()) continue;
      const left = { at: send_at, subject: '', intentId: null, isCertain: false, isFiled: false };
      if (await recordWaitingEmail(deps, mailbox, id, left)) doubted += 1;
    }
  }
  return doubted;
}

/** What is known of the open steps of a mailbox. */
interface StepsToRecord {
  mailbox: MailboxToReconcile;
  domain: string;
  first: OpenStep;
  evidence: Evidence;
}

/** One enrolment: its next step, and the ones behind it as long as they left. */
async function recordSteps(
  deps: ReconcileDeps,
  { mailbox, domain, first, evidence }: StepsToRecord,
  counts: LeftCounts,
): Promise<void> {
  for (let step: OpenStep | undefined = first; step;) {
    const present: OpenStep = step;
    const identity = messageIdentity(
      deps.identityKey,
      { enrolmentId: String(present.enrolment_id), stepId: String(present.step_id) },
      domain,
    );
    const left = evidence(identity.messageId);
    if (!left || !(await recordStep(deps, mailbox, { step: present, identity, left }))) return;
    count(counts, left);
    [step] = (await deps.db.systemSql((sql) => openSteps(sql, mailbox, present.enrolment_id - 1, 1))).filter(
      (next) => next.enrolment_id === present.enrolment_id && next.step_id !== present.step_id,
    );
  }
}

/** @returns whether the database did not know of it */
const recordStep = (
  deps: ReconcileDeps,
  mailbox: MailboxToReconcile,
  { step, identity, left }: { step: OpenStep; identity: { messageId: string; envelopeId: string }; left: LeftMail },
) =>
  deps.db.systemSql(async (sql) => {
    const { at: sentAt, intentId: knownId } = left;
    const intentId = await writeFoundIntent(sql, mailbox, { step, identity, sentAt, knownId });
    const claim =
      intentId === null ? null : { intentId, mailboxId: mailbox.id, workspaceId: mailbox.workspace_id, token: '0' };
    const job = claim && (await loadSendJob(sql, claim, 'SUBMITTING'));
    if (!job) return false;
    const { enrolment } = job;
    const mail = {
      subject: left.subject,
      html: null,
      text: '',
      inReplyTo: enrolment?.last_message_id ?? null,
      references: enrolment?.last_message_id ? enrolment.thread_references : [],
      links: [],
      spinChoice: 0,
    };
    await recordSentMails(sql, [
      { job, mail, result: resultOf(deps, left), at: sentAt.getTime(), isFoundElsewhere: true },
    ]);
    return true;
  });

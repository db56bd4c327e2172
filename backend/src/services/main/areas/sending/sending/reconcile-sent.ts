import type { ImapFlow } from 'imapflow';
import type { Database } from '../../../../../platform/db/database';
import type { ConnectionRules, MailServer } from '../../../../../platform/mail/mail-server';
import { openImap } from '../../../../../platform/mail/open-imap';
import { uidsSince } from '../../../../../platform/mail/search-folder';
import { messageIdentity } from '../../../../../engine/sending/message-identity';
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
  imapServer: (workspaceId: number, mailboxId: number) => Promise<MailServer>;
  rules: ConnectionRules;
  /** Campaign time in milliseconds. */
  now: () => number;
}

export interface Reconciled {
  mailboxes: number;
  /** mails that had left without this database knowing */
  found: number;
  /** mailboxes that could not be read: of those nothing is known */
  unread: { email: string; words: string }[];
}

const page = 2_000;

/** What Sent tells of one mail. */
interface SentMail {
  at: Date;
  subject: string;
}

/**
 * Learns from the Sent folders what left after a database was backed up or copied. The Message-ID of a step follows from its enrolment
 * (message-identity.ts), so a restored database knows the ids of the mails that it does not know to be sent. Each one found is recorded as
 * sent, with its event and the enrolment's next step, as if its reply had just come. Replies and single emails carry their Message-ID from the start.
 */
export async function reconcileSent(deps: ReconcileDeps): Promise<Reconciled> {
  const mailboxes = await deps.db.systemSql((sql) => mailboxesToReconcile(sql));
  const result: Reconciled = { mailboxes: 0, found: 0, unread: [] };
  for (const mailbox of mailboxes) {
    try {
      const sent = await readSentIds(deps, mailbox);
      result.mailboxes += 1;
      result.found += await recordFound(deps, mailbox, sent);
    } catch (error) {
      result.unread.push({ email: mailbox.from_email, words: (error as Error).message });
    }
  }
  return result;
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

async function recordFound(
  deps: ReconcileDeps,
  mailbox: MailboxToReconcile,
  sent: Map<string, SentMail>,
): Promise<number> {
  const domain = mailbox.from_email.split('@')[1] ?? 'localhost';
  if (sent.size === 0) return 0;
  let found = await recordWaiting(deps, mailbox, sent);
  for (let after = 0; ;) {
    const steps = await deps.db.systemSql((sql) => openSteps(sql, mailbox, after, page));
    const last = steps.at(-1);
    if (!last) return found;
    for (const step of steps) found += await recordSteps(deps, { mailbox, domain, first: step, sent });
    after = last.enrolment_id;
  }
}

/** What `recordSentMails` is told of an email that Sent holds. */
const foundInSent = { state: 'SENT', response: 'Found in Sent after a restore', providerMessageId: null } as const;

/** Emails of no step: they wait with all they hold, so that what left is known without reading it. */
async function recordWaiting(
  deps: ReconcileDeps,
  mailbox: MailboxToReconcile,
  sent: Map<string, SentMail>,
): Promise<number> {
  let found = 0;
  for (const { id, message_id } of await deps.db.systemSql((sql) => waitingEmails(sql, mailbox))) {
    const left = sent.get(message_id);
    if (!left) continue;
    found += await deps.db.systemSql(async (sql) => {
      const claim = { intentId: id, mailboxId: mailbox.id, workspaceId: mailbox.workspace_id, token: '0' };
      const isTaken = await takeWaitingEmail(sql, mailbox, id, left.at);
      const job = isTaken ? await loadSendJob(sql, claim, 'SUBMITTING') : null;
      if (!job) return 0;
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
      await recordSentMails(sql, [{ job, mail, result: foundInSent, at: left.at.getTime() }]);
      return 1;
    });
  }
  return found;
}

/** What the Sent folder of a mailbox holds of open steps. */
interface StepsToRecord {
  mailbox: MailboxToReconcile;
  domain: string;
  first: OpenStep;
  sent: Map<string, SentMail>;
}

/** One enrolment: its next step, and the ones behind it as long as Sent holds them. */
async function recordSteps(deps: ReconcileDeps, { mailbox, domain, first, sent }: StepsToRecord): Promise<number> {
  let count = 0;
  for (let step: OpenStep | undefined = first; step;) {
    const present: OpenStep = step;
    const identity = messageIdentity(
      deps.identityKey,
      { enrolmentId: String(present.enrolment_id), stepId: String(present.step_id) },
      domain,
    );
    const left = sent.get(identity.messageId);
    if (!left) return count;
    const isRecorded = await deps.db.systemSql(async (sql) => {
      const intentId = await writeFoundIntent(sql, mailbox, { step: present, identity, sentAt: left.at });
      const job =
        intentId === null
          ? null
          : await loadSendJob(
              sql,
              { intentId, mailboxId: mailbox.id, workspaceId: mailbox.workspace_id, token: '0' },
              'SUBMITTING',
            );
      if (!job) return false;
      const mail = {
        subject: left.subject,
        html: null,
        text: '',
        inReplyTo: null,
        references: [],
        links: [],
        spinChoice: 0,
      };
      const { enrolment } = job;
      const follows = enrolment?.last_message_id
        ? { ...mail, inReplyTo: enrolment.last_message_id, references: enrolment.thread_references }
        : mail;
      await recordSentMails(sql, [
        {
          job,
          mail: follows,
          result: foundInSent,
          at: left.at.getTime(),
          isFoundElsewhere: true,
        },
      ]);
      return true;
    });
    if (!isRecorded) return count;
    count += 1;
    [step] = (await deps.db.systemSql((sql) => openSteps(sql, mailbox, present.enrolment_id - 1, 1))).filter(
      (next) => next.enrolment_id === present.enrolment_id && next.step_id !== present.step_id,
    );
  }
  return count;
}

import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { ImapFlow } from 'imapflow';
import type { CampaignClock } from '#platform/clock/clock';
import type { Database, SqlClient } from '#platform/db/database';
import type { Live } from '#platform/live/live';
import type { ConnectionRules, MailServer } from '#platform/mail/mail-server';
import { findByMessageId } from '#platform/mail/find-by-message-id';
import { openImap } from '#platform/mail/open-imap';
import { IncompleteAnswer } from '#platform/mail/search-folder';
import { findDoubts, noteAbsence, noteFailedLook, putOff, settleAsSent, type Doubt } from './doubts.store';
import { findLost } from './outcome.store';
import { loadSendJob, type SendJob } from './send-job.store';
import { recordSentMails } from './sent.store';
import { undoSending } from './undo-sending.store';

export interface DoubtDeps {
  db: Database;
  live: Live;
  now: () => number;
  clock: Pick<CampaignClock, 'scale'>;
  imapServer: (workspaceId: WorkspaceId, mailboxId: MailboxId) => Promise<MailServer>;
  rules: ConnectionRules;
  log: { error: (fields: object, text: string) => void };
  /**
   * Real milliseconds after the final dot before absence is looked at: the server's own time-out for the data phase (RFC 5321, 4.5.3.2.6).
   */
  serverTimeout: number;
}

/**
 * When Sent will have told of a mail that is in doubt now (campaign time in milliseconds): two looks, a server's
 * time-out apart, prove what is absent, and looks come a little late.
 */
export const toldBy = ({ now, clock, serverTimeout }: Pick<DoubtDeps, 'now' | 'clock' | 'serverTimeout'>): number =>
  now() + 2.5 * serverTimeout * clock.scale();

/**
 * Marks intents whose worker died in SUBMITTING as in doubt; they count as sent until evidence says otherwise (docs/engine.md).
 * @returns how many
 */
export async function markLost(
  deps: Pick<DoubtDeps, 'db' | 'live' | 'now' | 'clock' | 'serverTimeout'>,
): Promise<number> {
  // Each in a transaction of its own: several would hold the campaign's rollups while they wait for mailboxes, and
  // outcomes the other way round.
  for (let count = 0; ; count += 1) {
    const isMore = await deps.db.systemSql(async (sql) => {
      const [claim] = await findLost(sql, deps.now(), 1);
      if (!claim) return false;
      const job = await loadSendJob(sql, claim, 'SUBMITTING');
      if (!job) return false;
      await recordSentMails(sql, [
        {
          job,
          mail: mailOf(job),
          result: {
            state: 'IN_DOUBT',
            evidence: { since: new Date(), why: 'The worker ended between the final dot and its record.' },
            toldBy: toldBy(deps),
          },
          at: deps.now(),
        },
      ]);
      await deps.live.publish(sql, claim.workspaceId, ['campaigns', `campaign:${job.intent.campaign_id ?? 0}`]);
      return true;
    });
    if (!isMore) return count;
  }
}

const mailOf = ({ intent }: SendJob) => ({
  subject: intent.subject ?? '',
  html: intent.body_html,
  text: intent.body_text ?? '',
  inReplyTo: intent.in_reply_to,
  references: intent.references,
  links: [],
  spinChoice: 0,
});

/**
 * Looks for mails in doubt in the mailbox's Sent and All Mail. Found settles as sent; absence proves unsent only where
 * the provider itself files what is submitted.
 */
export async function settleDoubts(deps: DoubtDeps): Promise<number> {
  const doubts = await deps.db.systemSql((sql) =>
    findDoubts(sql, { now: deps.now(), serverTimeout: deps.serverTimeout }),
  );
  const byMailbox = new Map<number, Doubt[]>();
  for (const doubt of doubts) byMailbox.set(doubt.mailbox_id, [...(byMailbox.get(doubt.mailbox_id) ?? []), doubt]);
  for (const [mailboxId, group] of byMailbox)
    await settleMailbox(deps, mailboxId, group).catch(async (error) => {
      deps.log.error({ error, mailbox: mailboxId }, 'emails unconfirmed could not be looked up');
      await deps.db.systemSql((sql) => noteFailedLook(sql, group, String((error as Error).message)));
    });
  return doubts.length;
}

async function settleMailbox(deps: DoubtDeps, mailboxId: MailboxId, doubts: Doubt[]): Promise<void> {
  const [first] = doubts;
  if (!first) return;
  const client = await openImap(await deps.imapServer(first.workspace_id, mailboxId), deps.rules);
  try {
    const seen = await lookIntoSent(client, doubts);
    for (const doubt of doubts) await deps.db.systemSql((sql) => settleOne(sql, doubt, seen, deps.now()));
  } finally {
    await client.logout().catch(() => client.close());
  }
}

/** Whether sent mail is kept here, by the server's word (RFC 6154) or by the usual names. */
export const isSentFolder = (folder: { specialUse?: string; path: string }): boolean =>
  folder.specialUse === '\\Sent' || /^(inbox[./])?sent( items| mail|-mail| messages)?$/i.test(folder.path);

/** What Sent and All Mail tell of some emails, by Message-ID. */
interface Seen {
  folders: Map<string, string>;
  /** Of which a folder cannot tell, because it holds too much. */
  untold: Set<string>;
  isEmpty: boolean;
}

/** Looks for all of a mailbox's emails at once, so that a folder that must be listed is listed once. */
async function lookIntoSent(client: ImapFlow, doubts: readonly Doubt[]): Promise<Seen> {
  const seen: Seen = { folders: new Map(), untold: new Set(), isEmpty: true };
  const folders = (await client.list()).filter((folder) => isSentFolder(folder) || folder.specialUse === '\\All');
  // An empty list proves nothing about the emails.
  if (folders.length === 0 && doubts.some((doubt) => doubt.files_sent_mail))
    throw new IncompleteAnswer('The mail server lists no Sent folder');
  for (const { path } of folders) {
    const open = doubts.filter((doubt) => !seen.folders.has(doubt.message_id));
    if (open.length === 0) break;
    const lock = await client.getMailboxLock(path);
    try {
      if (client.mailbox && client.mailbox.exists > 0) seen.isEmpty = false;
      const wanted = open.map((doubt) => ({ messageId: doubt.message_id, reach: doubt.submitting_at }));
      const { uids, untold } = await findByMessageId(client, wanted);
      for (const messageId of uids.keys()) seen.folders.set(messageId, path);
      for (const messageId of untold) seen.untold.add(messageId);
    } finally {
      lock.release();
    }
  }
  return seen;
}

async function settleOne(sql: SqlClient, doubt: Doubt, seen: Seen, now: number): Promise<void> {
  const folder = seen.folders.get(doubt.message_id);
  if (folder !== undefined) return settleAsSent(sql, doubt, folder, now);
  // Folders that somebody empties tell of nothing that was in them.
  const isTold = !seen.untold.has(doubt.message_id) && !(seen.isEmpty && doubt.has_filed);
  const isProof = doubt.files_sent_mail && isTold && doubt.checks >= 1;
  if (isProof && (await undoSending(sql, doubt.id, now)) === 'SETTLED') return;
  // The proof stands; what follows is waited for without further looks counted.
  return isProof ? putOff(sql, doubt) : noteAbsence(sql, doubt, doubt.files_sent_mail && isTold);
}

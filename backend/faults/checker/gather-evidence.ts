import PostalMime from 'postal-mime';
import type { MailWorld } from '#sandbox/mail-world/world';
import { senderStates } from '#sandbox/mail-world/smtp/sender-states';
import type { AnswerEvidence, Evidence, StopEvidence } from './evidence';
import {
  readCampaigns,
  readEnrolments,
  readIntents,
  readLeads,
  readMailboxes,
  readOutgoingMessages,
  readPunished,
  readRolledUp,
  readSentEvents,
  readSteps,
  readVariants,
} from './workspace-rows';

/** Rows of one statement as somebody who sees everything. */
export type Query = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** What servers of the sandbox say of their senders. A spam filter is left out: it may mean one email, which then ends alone. */
const { 'outbound-spam': _, ...aboutSenders } = senderStates;
const senderWords = Object.values(aboutSenders).flatMap((answers) => Object.values(answers).map(([, text]) => text));

/** What the mail server's record has of these mailboxes, read as a mail program reads it. */
async function recordedMails(
  mail: Pick<MailWorld, 'record' | 'readMail'>,
  mailboxes: Evidence['mailboxes'],
): Promise<Evidence['mails']> {
  const logins = new Set(mailboxes.map((mailbox) => mailbox.email));
  const recorded = mail.record.find().filter((row) => row.login !== null && logins.has(row.login));
  return Promise.all(
    recorded.map(async (row) => {
      const parsed = await PostalMime.parse(await mail.readMail(row.contentId));
      return {
        recordId: row.id,
        acceptedAt: row.acceptedAt,
        acceptedAtReal: row.acceptedAtReal,
        login: row.login as string,
        recipients: row.recipients.map((recipient) => recipient.address),
        messageId: row.messageId,
        inReplyTo: parsed.inReplyTo ?? null,
        references: (parsed.references ?? '').split(/\s+/).filter(Boolean),
        subject: parsed.subject ?? '',
        text: parsed.text ?? '',
        html: parsed.html ?? '',
      };
    }),
  );
}

/**
 * Reads the mail server's record and the rows of a workspace. Mail that is no campaign's (the product's own, between
 * mailboxes) is left out.
 */
export async function gatherEvidence(source: {
  query: Query;
  mail: Pick<MailWorld, 'record' | 'readMail'>;
  workspaceId: number;
  stops?: readonly StopEvidence[];
  answers?: readonly AnswerEvidence[];
  sentFolders?: Evidence['sentFolders'];
  now: number;
}): Promise<Evidence> {
  const { query, mail, workspaceId } = source;
  const all = <Row extends object>(sql: string) => query<Row>(sql, [workspaceId]);
  const mailboxes = await readMailboxes(all);
  const mails = await recordedMails(mail, mailboxes);
  const intents = await readIntents(all);
  const enrolments = await readEnrolments(all);
  const campaigns = await readCampaigns(all);
  const steps = await readSteps(all);
  const leads = await readLeads(all);
  const [credits] = await query<{ email_credits_used: number }>(
    'select email_credits_used from workspace where id = $1',
    [workspaceId],
  );
  return {
    mails,
    intents,
    enrolments,
    campaigns,
    steps,
    variants: await readVariants(all),
    mailboxes,
    leads,
    stops: [...(source.stops ?? [])],
    answers: [...(source.answers ?? [])],
    sentEvents: await readSentEvents(all),
    rolledUp: await readRolledUp(all),
    outgoingMessages: await readOutgoingMessages(all),
    sentFolders: source.sentFolders ?? [],
    punished: await readPunished(all),
    senderWords,
    creditsUsed: credits?.email_credits_used ?? 0,
    now: source.now,
    nowReal: Date.now(),
  };
}

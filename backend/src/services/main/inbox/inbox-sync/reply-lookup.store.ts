import type { EnrolmentId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { getDomain } from 'tldts';
import type { ReplyLookup, SentCandidate } from '#engine/inbox-sync/match-reply';
import type { SqlClient } from '#platform/db/database';

interface CandidateRow {
  id: string;
  enrolment_id: EnrolmentId;
  lead_email: string;
  mailbox_email: string;
  message_id: string;
  subject: string;
  sent_at: Date;
}

/** Mails of ours that left or may have left. A forward went to somebody else: an answer to it is none of the lead's. */
const from = `from intent i join enrolment e on e.id = i.enrolment_id join lead l on l.id = e.lead_id
  join mailbox m on m.id = i.mailbox_id`;
const sent = `i.workspace_id = $1 and i.state in ('SUBMITTING', 'SENT', 'IN_DOUBT') and i.kind in ('CAMPAIGN', 'REPLY')`;
const columns = `i.id, i.enrolment_id, l.email as lead_email, m.from_email as mailbox_email,
  coalesce(i.subject, '') as subject, coalesce(i.sent_at, i.send_at) as sent_at`;
const newest = 'order by coalesce(i.sent_at, i.send_at) desc, i.id desc limit 50';

const toCandidate = (row: CandidateRow): SentCandidate => ({
  id: row.id,
  enrolmentId: String(row.enrolment_id),
  leadEmail: row.lead_email,
  mailboxEmail: row.mailbox_email,
  messageId: row.message_id,
  subject: row.subject,
  sentAt: row.sent_at.getTime(),
});

/** Who a mail came from, for the suggestion of who else might have written it. */
export interface Sender {
  name: string;
  address: string;
}

/** The text of the newest of our emails with one of these ids; null where none is ours. */
export async function findSentText(workspaceId: WorkspaceId, sql: SqlClient, ids: string[]): Promise<string | null> {
  if (ids.length === 0) return null;
  const { rows } = await sql.query<{ text_body: string }>(
    `
      select text_body
      from message
      where workspace_id = $1 and direction = 'out' and message_id = any($2) and text_body <> ''
      order by id desc
      limit 1
    `,
    [workspaceId, ids],
  );
  return rows[0]?.text_body ?? null;
}

type Find = (text: string, values: unknown[]) => Promise<SentCandidate[]>;

/**
 * Our ids, those that providers put in their place, and ids of mails already in the thread (the lead's own, or sent
 * from the mailbox by a person).
 */
async function findByMessageIds(find: Find, ids: readonly string[]): Promise<SentCandidate[]> {
  return [
    ...(await find(
      `
        select ${columns},
          case
            when i.message_id = any($2) then i.message_id
            else i.provider_message_id
            end as message_id ${from}
        where ${sent} and (i.message_id = any($2) or i.provider_message_id = any($2)) ${newest}
      `,
      [ids],
    )),
    ...(await find(
      `
        select ${columns}, t.message_id
        from message t
        join lateral (
          select *
          from intent x
          where x.enrolment_id = t.enrolment_id
            and x.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
            and x.kind in ('CAMPAIGN', 'REPLY')
          order by x.id desc
          limit 1
        ) i on true
        join enrolment e on e.id = t.enrolment_id
        join lead l on l.id = e.lead_id
        join mailbox m on m.id = i.mailbox_id
        where t.workspace_id = $1
          and t.message_id = any($2)
          and t.enrolment_id is not null
          and t.intent_id is distinct from i.id
        order by t.at desc
        limit 50
      `,
      [ids],
    )),
  ];
}

/** Whom a sender may answer for: a lead of the same company with the sender's name, of the same mailbox, or any. */
async function findByCompany(
  find: Find,
  { domain, since, sender, mailboxId }: { domain: string; since: number; sender: Sender | null; mailboxId: MailboxId },
): Promise<SentCandidate[]> {
  const registrable = getDomain(domain) ?? domain;
  const found = (mailbox: string, name: string, values: unknown[]) =>
    find(
      `
        select ${columns}, i.message_id ${from}
        where ${sent} and l.workspace_id = $1 and l.domain = any($2) and i.send_at >= $3 ${mailbox} ${name} ${newest}
      `,
      [[...new Set([domain, registrable])], new Date(since), ...values],
    );
  const words = nameWords(sender);
  const bySameName =
    words.length === 0
      ? []
      : await found(
          'and i.mailbox_id = $4',
          `and (lower(l.first_name) = any($5) or lower(l.last_name) = any($5) or split_part(l.email, '@', 1) = $6)`,
          [mailboxId, words, localPart(sender)],
        );
  if (bySameName.length > 0) return bySameName;
  const bySameMailbox = await found('and i.mailbox_id = $4', '', [mailboxId]);
  return bySameMailbox.length > 0 ? bySameMailbox : found('', '', []);
}

/** What the matcher asks, answered out of one workspace. */
export function replyLookup(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  sender: Sender | null,
  mailboxId: MailboxId,
): ReplyLookup {
  const find: Find = async (text, values) =>
    (await sql.query<CandidateRow>(text, [workspaceId, ...values])).rows.map(toCandidate);
  return {
    byMessageIds: (ids) => findByMessageIds(find, ids),
    byTokens: (tokens) =>
      find(`select ${columns}, i.message_id ${from} where ${sent} and i.envelope_id = any($2) ${newest}`, [tokens]),
    byLeadAddress: (addresses, since) =>
      find(
        `
          select ${columns}, i.message_id ${from}
          where ${sent} and l.workspace_id = $1 and l.email = any($2) and i.send_at >= $3 ${newest}
        `,
        [addresses, new Date(since)],
      ),
    byAlias: (addresses, since) =>
      find(
        `
          select ${columns}, i.message_id ${from}
          where ${sent}
            and l.id in (select a.lead_id from lead_alias a where a.workspace_id = $1 and a.email = any($2))
            and i.send_at >= $3 ${newest}
        `,
        [addresses, new Date(since)],
      ),
    byCompanyDomain: (domain, since) => findByCompany(find, { domain, since, sender, mailboxId }),
  };
}

const localPart = (sender: Sender | null) => sender?.address.split('@')[0] ?? '';

/** Words of a sender's name and address by which a lead may be recognised. */
function nameWords(sender: Sender | null): string[] {
  if (!sender) return [];
  const words = `${sender.name} ${localPart(sender).replace(/[^\p{L}]+/gu, ' ')}`
    .toLowerCase()
    .split(/[\s,."']+/)
    .filter((word) => word.length >= 2);
  return [...new Set(words)].slice(0, 12);
}

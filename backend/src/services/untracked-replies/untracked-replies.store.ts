import { Conditions } from '../../platform/db/conditions';
import type { SqlClient } from '../../platform/db/database';
import type { RequestActor } from '../../platform/http/request-actor';
import type { InboundClassification } from '../../platform/outcomes/inbound';

/** Who looks: clients see what came into their mailboxes, limited members what came into the mailboxes that are theirs (market.md 2, item 16). */
export type Viewer = Pick<RequestActor, 'workspaceId' | 'userId' | 'name' | 'role' | 'client'>;

export interface UntrackedRecord {
  id: string;
  from_name: string | null;
  from_email: string;
  to_emails: string[];
  mailbox_id: number;
  mailbox_email: string;
  subject: string;
  snippet: string;
  at: Date;
  is_read: boolean;
  kind: string;
  message_id: string;
  match: { evidence?: { rule: string; text: string }[] };
  suggestion: { enrolment_id: number; subject: string; sent_at: string }[] | null;
  text_body: string;
  html_body: string | null;
  classification: InboundClassification;
  untracked_state: string;
  attachments: {
    name?: string;
    content_type?: string;
    size?: number;
    content_id?: string | null;
    is_inline?: boolean;
    storage_key?: string | null;
  }[];
}

function addMailboxScope(where: Conditions, viewer: Viewer): void {
  if (viewer.client) where.add('b.client_id = ?', viewer.client.id);
  else if (viewer.role === 'LIMITED_FULL_MEMBER_ACCESS')
    where.add('b.id IN (SELECT member_mailboxes(?))', viewer.userId);
}

/** Adds which campaigns a viewer may touch; expects `campaign` as c and `enrolment` as e. */
function addCampaignScope(where: Conditions, viewer: Viewer): void {
  if (viewer.client) where.add('c.client_id = ?', viewer.client.id);
  else if (viewer.role === 'LIMITED_FULL_MEMBER_ACCESS')
    where.add('c.id IN (SELECT member_campaigns(?))', viewer.userId);
  const restricted = viewer.client?.restrictedCategories ?? [];
  if (restricted.length > 0) where.add('e.category_id IS NULL OR e.category_id <> ALL(?)', [...restricted]);
}

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
const columns =
  'm.id, m.from_name, m.from_email, m.to_emails, m.mailbox_id, b.from_email AS mailbox_email, m.subject, m.snippet, m.at, m.is_read, m.kind, m.message_id, m.match, m.suggestion, m.text_body, m.html_body, m.classification, m.untracked_state, m.attachments';

export interface UntrackedFilter {
  state: 'OPEN' | 'IGNORED';
  from_email?: string;
  to_email?: string;
  subject?: string;
  mailbox_id?: number;
}

/** One page of untracked replies, newest first, and how many there are up to 10,001. */
export async function findUntracked(
  viewer: Viewer,
  sql: SqlClient,
  filter: UntrackedFilter,
  after: (string | number | null)[] | null,
  limit: number,
  offset = 0,
): Promise<{ rows: UntrackedRecord[]; total: number }> {
  const where = new Conditions()
    .add('m.workspace_id = ?', viewer.workspaceId)
    .add('m.untracked_state = ?', filter.state);
  addMailboxScope(where, viewer);
  if (filter.from_email) where.add('m.from_email ILIKE ?', like(filter.from_email));
  if (filter.to_email) where.add('m.to_emails::text ILIKE ?', like(filter.to_email));
  if (filter.subject) where.add('m.subject ILIKE ?', like(filter.subject));
  if (filter.mailbox_id) where.add('m.mailbox_id = ?', filter.mailbox_id);
  const {
    rows: [count],
  } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM message m JOIN mailbox b ON b.id = m.mailbox_id WHERE ${where.sql} LIMIT 10001) q`,
    where.values,
  );
  if (after) where.add('(m.at, m.id) < (?::timestamptz, ?::bigint)', after[0], after[1]);
  const { rows } = await sql.query<UntrackedRecord>(
    `SELECT ${columns} FROM message m JOIN mailbox b ON b.id = m.mailbox_id WHERE ${where.sql} ORDER BY m.at DESC, m.id DESC LIMIT ${where.value(limit + 1)} OFFSET ${where.value(offset)}`,
    where.values,
  );
  return { rows, total: count?.count ?? 0 };
}

/** One untracked reply inside the viewer's scope; locked until the transaction ends when asked. */
export async function findUntrackedById(
  viewer: Viewer,
  sql: SqlClient,
  id: number,
  lock = false,
): Promise<UntrackedRecord | null> {
  const where = new Conditions()
    .add('m.workspace_id = ?', viewer.workspaceId)
    .add('m.id = ?', id)
    .add('m.untracked_state IS NOT NULL');
  addMailboxScope(where, viewer);
  return (
    (
      await sql.query<UntrackedRecord>(
        `SELECT ${columns} FROM message m JOIN mailbox b ON b.id = m.mailbox_id WHERE ${where.sql}${lock ? ' FOR UPDATE OF m' : ''}`,
        where.values,
      )
    ).rows[0] ?? null
  );
}

export interface Candidate {
  enrolment_id: number;
  lead_id: number;
  lead_email: string;
  lead_name: string;
  campaign_id: number;
  campaign_name: string;
  sent_at: Date;
  subject: string;
  intent_id: string;
}

/** Enrolments that were mailed, with their newest mail: by their ids, or by a text of the lead. */
export async function findCandidates(
  viewer: Viewer,
  sql: SqlClient,
  by: { ids: readonly number[] } | { search: string },
): Promise<Candidate[]> {
  const where = new Conditions().add('e.workspace_id = ?', viewer.workspaceId);
  addCampaignScope(where, viewer);
  if ('ids' in by) where.add('e.id = ANY(?)', [...by.ids]);
  else where.add('e.lead_id IN (SELECT search_leads(?, ?, NULL, 50))', viewer.workspaceId, by.search);
  return (
    await sql.query<Candidate>(
      `SELECT e.id AS enrolment_id, e.lead_id, l.email AS lead_email, trim(coalesce(l.first_name, '') || ' ' || coalesce(l.last_name, '')) AS lead_name, c.id AS campaign_id, c.name AS campaign_name, i.id AS intent_id, coalesce(i.sent_at, i.send_at) AS sent_at, coalesce(i.subject, '') AS subject
     FROM enrolment e JOIN lead l ON l.id = e.lead_id JOIN campaign c ON c.id = e.campaign_id
     JOIN LATERAL (SELECT x.id, x.sent_at, x.send_at, x.subject FROM intent x WHERE x.enrolment_id = e.id AND x.state IN ('SUBMITTING', 'SENT', 'IN_DOUBT') AND x.kind IN ('CAMPAIGN', 'REPLY') ORDER BY x.id DESC LIMIT 1) i ON true
     WHERE ${where.sql} ORDER BY coalesce(i.sent_at, i.send_at) DESC LIMIT 50`,
      where.values,
    )
  ).rows;
}

/** Gives an untracked reply its place in a conversation. */
export async function placeReply(
  viewer: Viewer,
  sql: SqlClient,
  messageId: string,
  candidate: Candidate,
): Promise<void> {
  await sql.query(
    `UPDATE message SET enrolment_id = $3, campaign_id = $4, lead_id = $5, intent_id = $6, untracked_state = NULL, match = jsonb_build_object('by', 'person', 'evidence', jsonb_build_array(jsonb_build_object('rule', 'associated by', 'text', $7::text)) || coalesce(match->'evidence', '[]'::jsonb)) WHERE workspace_id = $1 AND id = $2`,
    [
      viewer.workspaceId,
      messageId,
      candidate.enrolment_id,
      candidate.campaign_id,
      candidate.lead_id,
      candidate.intent_id,
      viewer.name,
    ],
  );
}

/** Changes state or reading of untracked replies inside the viewer's scope. @returns how many were different before */
export async function changeUntracked(
  viewer: Viewer,
  sql: SqlClient,
  ids: readonly number[],
  change: 'ignore' | 'restore' | 'read' | 'unread',
): Promise<number> {
  const where = new Conditions()
    .add('m.workspace_id = ?', viewer.workspaceId)
    .add('m.id = ANY(?)', [...ids])
    .add('m.untracked_state IS NOT NULL');
  addMailboxScope(where, viewer);
  const [assignment, differs] = {
    ignore: [`untracked_state = 'IGNORED'`, `m.untracked_state <> 'IGNORED'`],
    restore: [`untracked_state = 'OPEN'`, `m.untracked_state <> 'OPEN'`],
    read: ['is_read = true', 'NOT m.is_read'],
    unread: ['is_read = false', 'm.is_read'],
  }[change] as [string, string];
  return (
    (
      await sql.query(
        `UPDATE message m SET ${assignment} FROM mailbox b WHERE b.id = m.mailbox_id AND ${where.sql} AND ${differs}`,
        where.values,
      )
    ).rowCount ?? 0
  );
}

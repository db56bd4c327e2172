import type { CampaignId, EnrolmentId, LeadId, MailboxId, UserId } from '@skein/contracts/ids';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import type { InboundClassification } from '#engine/inbox-sync/inbound.types';

/**
 * Who looks: clients see what came into their mailboxes, limited members what came into the mailboxes that are theirs
 * (docs/domain.md, Roles and access).
 */
export type Viewer = Pick<RequestActor, 'workspaceId' | 'userId' | 'name' | 'role' | 'client'>;

export interface UntrackedRecord {
  id: string;
  from_name: string | null;
  from_email: string;
  to_emails: string[];
  mailbox_id: MailboxId;
  mailbox_email: string;
  subject: string;
  snippet: string;
  at: Date;
  is_read: boolean;
  kind: string;
  message_id: string;
  match: { evidence?: { rule: string; text: string }[] };
  suggestion: { enrolment_id: EnrolmentId; subject: string; sent_at: string }[] | null;
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

export function addMailboxScope(where: Conditions, viewer: Viewer): void {
  if (viewer.client) where.add('b.client_id = ?', viewer.client.id);
  else if (viewer.role === 'LIMITED_FULL_MEMBER_ACCESS')
    where.add('b.id in (select member_mailboxes(?))', viewer.userId);
}

/** Adds which campaigns a viewer may touch; expects `campaign` as c and `enrolment` as e. */
export function addCampaignScope(where: Conditions, viewer: Viewer): void {
  if (viewer.client) where.add('c.client_id = ?', viewer.client.id);
  else if (viewer.role === 'LIMITED_FULL_MEMBER_ACCESS')
    where.add('c.id in (select member_campaigns(?))', viewer.userId);
  const restricted = viewer.client?.restrictedCategories ?? [];
  if (restricted.length > 0) where.add('e.category_id is null or e.category_id <> all(?)', [...restricted]);
}

/** Mailboxes that a person connected or that are assigned to them; expects `mailbox` as b. */
export function addMailboxesOf(where: Conditions, userId: UserId): void {
  where.add(
    'b.created_by = ? or b.id in (select a.mailbox_id from member_assignment a where a.workspace_id = b.workspace_id and a.user_id = ?)',
    userId,
    userId,
  );
}

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
const columns =
  'm.id, m.from_name, m.from_email, m.to_emails, m.mailbox_id, b.from_email AS mailbox_email, m.subject, m.snippet, m.at, m.is_read, m.kind, m.message_id, m.match, m.suggestion, m.text_body, m.html_body, m.classification, m.untracked_state, m.attachments';

export interface UntrackedFilter {
  state: 'OPEN' | 'IGNORED';
  from_email?: string;
  to_email?: string;
  subject?: string;
  mailbox_id?: MailboxId;
  user_id?: UserId;
}

/** The untracked replies that a filter finds, after one. */
interface UntrackedPage {
  filter: UntrackedFilter;
  after: (string | number | null)[] | null;
  limit: number;
  offset?: number;
}

/** One page of untracked replies, newest first, and how many there are up to 10,001. */
export async function findUntracked(
  viewer: Viewer,
  sql: SqlClient,
  { filter, after, limit, offset = 0 }: UntrackedPage,
): Promise<{ rows: UntrackedRecord[]; total: number }> {
  const where = new Conditions()
    .add('m.workspace_id = ?', viewer.workspaceId)
    .add('m.untracked_state = ?', filter.state);
  addMailboxScope(where, viewer);
  if (filter.from_email) where.add('m.from_email ILIKE ?', like(filter.from_email));
  if (filter.to_email) where.add('m.to_emails::text ILIKE ?', like(filter.to_email));
  if (filter.subject) where.add('m.subject ILIKE ?', like(filter.subject));
  if (filter.mailbox_id) where.add('m.mailbox_id = ?', filter.mailbox_id);
  if (filter.user_id) addMailboxesOf(where, filter.user_id);
  const {
    rows: [count],
  } = await sql.query<{ count: number }>(
    `
      select count(*)::int as count
      from (select 1 from message m join mailbox b on b.id = m.mailbox_id where ${where.sql} limit 10001) q
    `,
    where.values,
  );
  if (after) where.add('(m.at, m.id) < (?::timestamptz, ?::bigint)', after[0], after[1]);
  const { rows } = await sql.query<UntrackedRecord>(
    `
      select ${columns}
      from message m
      join mailbox b on b.id = m.mailbox_id
      where ${where.sql}
      order by m.at desc, m.id desc
      limit ${where.value(limit + 1)}
      offset ${where.value(offset)}
    `,
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
    .add('m.untracked_state is not null');
  addMailboxScope(where, viewer);
  return (
    (
      await sql.query<UntrackedRecord>(
        `select ${columns} from message m join mailbox b on b.id = m.mailbox_id where ${where.sql}${lock ? ' FOR UPDATE OF m' : ''}`,
        where.values,
      )
    ).rows[0] ?? null
  );
}

/** What else an address wrote that nobody was found for, since the lead was first mailed; oldest first, at most 50. */
export async function findOthersFrom(
  viewer: Viewer,
  sql: SqlClient,
  record: UntrackedRecord,
  candidate: Candidate,
): Promise<UntrackedRecord[]> {
  const where = new Conditions()
    .add('m.workspace_id = ?', viewer.workspaceId)
    .add(`m.untracked_state = 'OPEN'`)
    .add('m.from_email = ? and m.id <> ?', record.from_email, record.id)
    .add(
      'm.at >= (select min(i.send_at) from intent i where i.workspace_id = m.workspace_id and i.enrolment_id = ?)',
      candidate.enrolment_id,
    );
  addMailboxScope(where, viewer);
  return (
    await sql.query<UntrackedRecord>(
      `
        select ${columns}
        from message m
        join mailbox b on b.id = m.mailbox_id
        where ${where.sql}
        order by m.at, m.id
        limit 50
        for update of m
      `,
      where.values,
    )
  ).rows;
}

export interface Candidate {
  enrolment_id: EnrolmentId;
  lead_id: LeadId;
  lead_email: string;
  lead_name: string;
  campaign_id: CampaignId;
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
  else where.add('e.lead_id in (select search_leads(?, ?, null, 50))', viewer.workspaceId, by.search);
  return (
    await sql.query<Candidate>(
      `
        select e.id as enrolment_id, e.lead_id, l.email as lead_email,
          trim(coalesce(l.first_name, '') || ' ' || coalesce(l.last_name, '')) as lead_name,
          c.id as campaign_id, c.name as campaign_name, i.id as intent_id,
          coalesce(i.sent_at, i.send_at) as sent_at, coalesce(i.subject, '') as subject
        from enrolment e
        join lead l on l.id = e.lead_id
        join campaign c on c.id = e.campaign_id
        join lateral (
          select x.id, x.sent_at, x.send_at, x.subject
          from intent x
          where x.enrolment_id = e.id
            and x.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
            and x.kind in ('CAMPAIGN', 'REPLY')
          order by x.id desc
          limit 1
        ) i on true
        where ${where.sql}
        order by coalesce(i.sent_at, i.send_at) desc
        limit 50
      `,
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
    `
      update message
      set enrolment_id = $3, campaign_id = $4, lead_id = $5, intent_id = $6, untracked_state = null,
        match = jsonb_build_object(
          'by', 'person', 'evidence',
            jsonb_build_array(
              jsonb_build_object('rule', 'associated by', 'text', $7::text)
            ) || coalesce(match->'evidence', '[]'::jsonb)
        )
      where workspace_id = $1 and id = $2
    `,
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
    .add('m.untracked_state is not null');
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
        `update message m set ${assignment} from mailbox b where b.id = m.mailbox_id and ${where.sql} and ${differs}`,
        where.values,
      )
    ).rowCount ?? 0
  );
}

/** Holds the conversation that a reply is put into until the transaction ends. */
export async function lockConversation(
  viewer: Pick<Viewer, 'workspaceId'>,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
): Promise<void> {
  await sql.query('select 1 from enrolment where workspace_id = $1 and id = $2 for update', [
    viewer.workspaceId,
    enrolmentId,
  ]);
}

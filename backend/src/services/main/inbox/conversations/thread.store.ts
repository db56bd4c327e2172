import type { CampaignId, EnrolmentId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredIntent } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

/** A mail of a thread with what is known of it. */
export interface MessageRecord {
  id: string;
  direction: 'in' | 'out';
  kind: string;
  at: Date;
  from_email: string;
  from_name: string | null;
  to_emails: string[];
  cc_emails: string[];
  subject: string;
  message_id: string;
  references: string[];
  text_body: string;
  html_body: string | null;
  is_read: boolean;
  is_automatic: boolean;
  is_ignored: boolean;
  classification: Record<string, unknown>;
  match: Record<string, unknown>;
  headers: Record<string, string>;
  attachments: {
    name?: string;
    content_type?: string;
    size?: number;
    content_id?: string | null;
    is_inline?: boolean;
    storage_key?: string | null;
  }[];
  mailbox_id: MailboxId;
  enrolment_id: EnrolmentId | null;
  intent_id: string | null;
  stats_id: string | null;
  seq_number: number | null;
  variant_label: string | null;
  state: StoredIntent['state'] | null;
  open_count: number | null;
  click_count: number | null;
  machine_open_count: number | null;
  is_bounced: boolean | null;
  links: string[] | null;
  untracked_state: string | null;
  suggestion: { enrolment_id: EnrolmentId; sent_at: string; subject: string }[] | null;
  campaign_id: CampaignId | null;
}

const columns = `m.id, m.direction, m.kind, m.at, m.from_email, m.from_name, m.to_emails, m.cc_emails, m.subject,
  m.message_id, m."references", m.text_body, m.html_body, m.is_read, m.is_automatic, m.is_ignored, m.classification,
  m.match, m.headers, m.attachments, m.mailbox_id, m.enrolment_id, m.intent_id, m.untracked_state, m.suggestion, m.campaign_id,
  i.stats_id, i.seq_number, v.label AS variant_label, i.state, i.open_count, i.click_count, i.machine_open_count, i.is_bounced, i.links`;
const joins = 'left join intent i on i.id = m.intent_id left join step_variant v on v.id = i.variant_id';

/** Mails of a thread, oldest first; of a very long thread the newest 300. */
export async function findMessages(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
): Promise<MessageRecord[]> {
  const { rows } = await sql.query<MessageRecord>(
    `
      select ${columns}
      from message m ${joins}
      where m.workspace_id = $1 and m.enrolment_id = $2
      order by m.at desc, m.id desc
      limit 300
    `,
    [workspaceId, enrolmentId],
  );
  return rows.reverse();
}

export async function findMessage(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  messageId: number,
): Promise<MessageRecord | null> {
  return (
    (
      await sql.query<MessageRecord>(
        `select ${columns} from message m ${joins} where m.workspace_id = $1 and m.id = $2`,
        [workspaceId, messageId],
      )
    ).rows[0] ?? null
  );
}

/** What a lead wrote on LinkedIn, oldest first; of very much the newest 300. */
export async function findLinkedInMessages(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
): Promise<{ id: number; at: Date; sender_name: string | null; text: string; account_name: string }[]> {
  const { rows } = await sql.query<{
    id: number;
    at: Date;
    sender_name: string | null;
    text: string;
    account_name: string;
  }>(
    `
      select m.id, m.at, m.sender_name, m.text, a.name as account_name
      from linkedin_message m
      join linkedin_account a on a.workspace_id = m.workspace_id and a.id = m.account_id
      where m.workspace_id = $1 and m.enrolment_id = $2
      order by m.at desc, m.id desc
      limit 300
    `,
    [workspaceId, enrolmentId],
  );
  return rows.reverse();
}

/** How many steps are left, and which number each has. */
export async function stepNumbers(workspaceId: WorkspaceId, sql: SqlClient, campaignId: CampaignId): Promise<number[]> {
  return (
    await sql.query<{ seq_number: number }>(
      `
        select seq_number
        from sequence_step
        where workspace_id = $1 and campaign_id = $2 and not is_deleted
        order by 1
      `,
      [workspaceId, campaignId],
    )
  ).rows.map((row) => row.seq_number);
}

export interface SenderRecord {
  id: number;
  from_email: string;
  signature: string | null;
}

/**
 * Mailboxes that can answer in a thread: its own, and the other connected ones of its campaign, as far as the asker sees them.
 * @param memberId a member with limited access; null sees all
 */
export async function findSenders(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { campaignId: CampaignId; mailboxId: MailboxId | null; memberId: number | null },
): Promise<SenderRecord[]> {
  return (
    await sql.query<SenderRecord>(
      `
        select m.id, m.from_email, m.signature
        from mailbox m
        where m.workspace_id = $1
          and m.deleted_at is null
          and (
            m.id = $3
              or (
                m.id in (
                  select k.mailbox_id from campaign_mailbox k where k.workspace_id = $1 and k.campaign_id = $2
                )
                  and not m.is_suspended
                  and m.is_smtp_success
                  and ($4::int is null or m.id in (select member_mailboxes($4)))
              )
          )
        order by m.id = $3 desc nulls last, m.from_email
        limit 100
      `,
      [workspaceId, given.campaignId, given.mailboxId, given.memberId],
    )
  ).rows;
}

/** Whether replies of a campaign are plain text, unless their writer chooses: where it says so for replies too. */
export async function sendsPlainText(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<boolean> {
  const { rows } = await sql.query<{ plain: boolean }>(
    'select force_plain_text as plain from campaign where workspace_id = $1 and id = $2',
    [workspaceId, campaignId],
  );
  return rows[0]?.plain ?? false;
}

/** Sender and signature of a mailbox that was not removed; it may be suspended or failing. */
export async function findSender(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId | null,
): Promise<{ id: number; from_email: string; from_name: string; signature: string | null } | null> {
  if (mailboxId === null) return null;
  return (
    (
      await sql.query<{ id: number; from_email: string; from_name: string; signature: string | null }>(
        `
          select id, from_email, from_name, signature
          from mailbox
          where workspace_id = $1 and id = $2 and deleted_at is null
        `,
        [workspaceId, mailboxId],
      )
    ).rows[0] ?? null
  );
}

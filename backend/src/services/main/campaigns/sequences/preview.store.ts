import type { CampaignId, EnrolmentId, LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredIntent } from '#engine/rows/central-rows';
import type { StepAttachment } from '@skein/contracts/main/attachments.contract';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import type { CampaignScope } from '#access/access.api';
import type { LeadColumns } from '#sending/sending.api';

export interface PreviewLead extends LeadColumns {
  lead_id: LeadId;
  enrolment_id: EnrolmentId | null;
  mailbox_id: MailboxId | null;
  variant_by_step: Record<string, number>;
  spin_index: number;
  thread_subject: string | null;
  thread_references: string[];
  next_eligible_at: Date | null;
  next_step_id: number | null;
}

const columns = `l.id AS lead_id, l.email, l.first_name, l.last_name, l.phone_number, l.company_name, l.website,
  l.location, l.linkedin_profile, l.company_url, l.custom_fields,
  e.id AS enrolment_id, e.mailbox_id, coalesce(e.variant_by_step, '{}') AS variant_by_step,
    coalesce(e.spin_index, 0) AS spin_index, e.thread_subject, coalesce(e.thread_references, '{}') AS thread_references,
    e.next_eligible_at, e.next_step_id`;
const isShown = '(e.category_id is null or e.category_id <> all($4::int[]))';

/** The lead of a campaign that a preview is for, or its first one. */
interface WantedLead {
  campaignId: CampaignId;
  wanted: { enrolmentId?: EnrolmentId; leadId?: LeadId };
  hiddenCategories: readonly number[];
}

/**
 * The lead to render for: the one named, else the campaign's first. What has a hidden category is passed over; whether
 * a lead by its own id may be seen is the caller's to ask.
 */
export async function findPreviewLead(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, wanted, hiddenCategories }: WantedLead,
): Promise<PreviewLead | null> {
  const { rows } = await sql.query<PreviewLead>(
    wanted.leadId
      ? `
        select ${columns}
        from lead l
        left join enrolment e on e.lead_id = l.id and e.campaign_id = $2 and ${isShown}
        where l.workspace_id = $1 and l.id = $3
      `
      : `
        select ${columns}
        from enrolment e
        join lead l on l.id = e.lead_id
        where e.workspace_id = $1 and e.campaign_id = $2 and ($3::int is null or e.id = $3) and ${isShown}
        order by e.id
        limit 1
      `,
    [workspaceId, campaignId, wanted.leadId ?? wanted.enrolmentId ?? null, hiddenCategories],
  );
  return rows[0] ?? null;
}

export interface PreviewMailbox {
  id: number;
  from_name: string;
  from_email: string;
  signature: string | null;
  is_suspended: boolean;
  is_smtp_success: boolean;
  failing_since: Date | null;
}

/** The mailbox that a preview is sent from; null takes the campaign's first. */
interface WantedMailbox {
  campaignId: CampaignId;
  mailboxId: MailboxId | null;
}

/**
 * The mailbox to send as: the one named (a client's own; a limited member's, or one of the campaign they work in), else
 * the lead's, else the campaign's first that can send.
 */
export async function findPreviewMailbox(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  { campaignId, mailboxId }: WantedMailbox,
): Promise<PreviewMailbox | null> {
  const where = new Conditions();
  const ofCampaign = 'm.id in (select cm.mailbox_id from campaign_mailbox cm where cm.campaign_id = ?)';
  where.add('m.workspace_id = ? and m.deleted_at is null', workspaceId);
  if (scope.clientId !== null) where.add('m.client_id = ?', scope.clientId);
  if (mailboxId === null) where.add(ofCampaign, campaignId);
  else where.add('m.id = ?', mailboxId);
  if (mailboxId !== null && scope.memberId !== null)
    where.add(`m.id in (select member_mailboxes(?)) or ${ofCampaign}`, scope.memberId, campaignId);
  const { rows } = await sql.query<PreviewMailbox>(
    `
      select m.id, m.from_name, m.from_email, m.signature, m.is_suspended, m.is_smtp_success, m.failing_since
      from mailbox m
      where ${where.sql}
      order by m.is_suspended, m.failing_since is not null, not m.is_smtp_success, m.id
      limit 1
    `,
    where.values,
  );
  return rows[0] ?? null;
}

export interface TestMailRecord extends Pick<
  StoredIntent,
  'id' | 'state' | 'to_email' | 'subject' | 'sent_at' | 'failure_text'
> {
  from_email: string;
}

/** Reserves a test mail with its content; the lane of its mailbox sends it at the next free moment, outside caps and windows. */
export async function insertTestMail(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mail: {
    campaignId: CampaignId;
    seqNumber: number;
    mailboxId: MailboxId;
    to: string;
    subject: string;
    html: string | null;
    text: string;
    messageId: string;
    envelopeId: string;
    attachments: readonly StepAttachment[];
    createdBy: number;
    at: Date;
  },
): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `
      insert into intent (
        workspace_id, kind, campaign_id, seq_number, mailbox_id, state, slot_at, send_at, message_id,
          envelope_id, to_email, subject, body_html, body_text, created_by, attachments
      )
      values ($1, 'TEST', $2, $3, $4, 'RESERVED', $5, $5, $6, $7, $8, $9, $10, $11, $12, $13)
      returning id
    `,
    [
      workspaceId,
      mail.campaignId,
      mail.seqNumber,
      mail.mailboxId,
      mail.at,
      mail.messageId,
      mail.envelopeId,
      mail.to,
      mail.subject,
      mail.html,
      mail.text,
      mail.createdBy,
      JSON.stringify(mail.attachments),
    ],
  );
  return (rows[0] as { id: string }).id;
}

export async function findTestMail(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  id: string,
): Promise<TestMailRecord | null> {
  const { rows } = await sql.query<TestMailRecord>(
    `
      select i.id, i.state, i.to_email, m.from_email, i.subject, i.sent_at, i.failure_text
      from intent i
      join mailbox m on m.id = i.mailbox_id
      where i.workspace_id = $1 and i.campaign_id = $2 and i.id = $3 and i.kind = 'TEST'
    `,
    [workspaceId, campaignId, id],
  );
  return rows[0] ?? null;
}

/** When the campaign sends again, by its last round: with nothing to send or a limit reached, that is later than its next round. */
export async function sendsAgainAt(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<Date | null> {
  const { rows } = await sql.query<{ at: Date | null }>(
    `
      select (counts ->> 'resumes_at')::timestamptz as at
      from trigger_run
      where workspace_id = $1 and campaign_id = $2 and state = 'COMPLETED'
      order by scheduled_at desc
      limit 1
    `,
    [workspaceId, campaignId],
  );
  return rows[0]?.at ?? null;
}

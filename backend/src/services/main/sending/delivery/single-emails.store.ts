import type { ClientId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { addMailboxScope, type CampaignScope } from '#access/access.api';
import type { CreditRow } from './load-campaign.store';
import type { SendJob } from './send-job.store';
import { sendingChannel } from './trigger.store';

/** A mailbox by its id or its address, as far as the asker sees it. */
export async function findSingleSender(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  by: { id: number } | { email: string },
  scope: CampaignScope,
): Promise<{ id: number; from_email: string; client_id: ClientId | null } | null> {
  const where = new Conditions(workspaceId);
  if ('id' in by) where.add('m.id = ?', by.id);
  else where.add('m.from_email = ?', by.email);
  addMailboxScope(where, scope, 'm');
  const { rows } = await sql.query<{ id: number; from_email: string; client_id: ClientId | null }>(
    `
      select m.id, m.from_email, m.client_id
      from mailbox m
      where m.workspace_id = $1 and m.deleted_at is null and ${where.sql}
      limit 1
    `,
    where.values,
  );
  return rows[0] ?? null;
}

/** What decides whether the workspace, and the client of a mailbox, have emails left. */
export async function findCredits(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId | null,
): Promise<CreditRow> {
  const { rows } = await sql.query<CreditRow>(
    `
      select w.id as workspace_id, $2::int as client_id, w.plan_type, w.lead_limit, w.email_limit, w.email_credits_used
      from workspace_plan w
      where w.id = $1
    `,
    [workspaceId, clientId],
  );
  return rows[0] as CreditRow;
}

/** Of two emails that take a place in a mailbox at once, the second sees the first. */
export const holdMailbox = (workspaceId: WorkspaceId, sql: SqlClient, mailboxId: MailboxId) =>
  sql.query('select 1 from mailbox where workspace_id = $1 and id = $2 for no key update', [workspaceId, mailboxId]);

/** Whether the address belongs to a lead that was unsubscribed or whose emails bounced. */
export async function isLeadClosed(workspaceId: WorkspaceId, sql: SqlClient, email: string): Promise<boolean> {
  const { rows } = await sql.query(
    'select 1 from lead where workspace_id = $1 and email = $2 and (is_unsubscribed or is_bounced)',
    [workspaceId, email],
  );
  return rows.length > 0;
}

interface NewSingle {
  statsId: string;
  mailboxId: MailboxId;
  /** When it was asked for; three days later it does not leave any more. */
  askedAt: Date;
  sendAt: Date;
  messageId: string;
  envelopeId: string;
  toEmail: string;
  fromName: string | null;
  replyTo: string | null;
  subject: string;
  /** null: plain text only. */
  html: string | null;
  text: string;
  attachments: SendJob['intent']['attachments'];
  createdBy: number;
}

/** Reserves an email of no campaign; the lane of its mailbox takes it when its time comes. */
export async function insertSingle(workspaceId: WorkspaceId, sql: SqlClient, mail: NewSingle): Promise<void> {
  await sql.query(
    `
      insert into intent (
        workspace_id, kind, stats_id, mailbox_id, state, slot_at, send_at, message_id, envelope_id, to_email,
          from_name, reply_to, subject, body_html, body_text, attachments, created_by
      )
      values ($1, 'SINGLE', $2, $3, 'RESERVED', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
    `,
    [
      workspaceId,
      mail.statsId,
      mail.mailboxId,
      mail.askedAt,
      mail.sendAt,
      mail.messageId,
      mail.envelopeId,
      mail.toEmail,
      mail.fromName,
      mail.replyTo,
      mail.subject,
      mail.html,
      mail.text,
      JSON.stringify(mail.attachments),
      mail.createdBy,
    ],
  );
  await sql.query(`select pg_notify('${sendingChannel}', '')`);
}

export interface SingleRecord {
  stats_id: string;
  state: 'RESERVED' | 'SUBMITTING' | 'SENT' | 'IN_DOUBT' | 'FAILED' | 'CANCELLED';
  message_id: string;
  to_email: string;
  from_email: string;
  send_at: Date;
  sent_at: Date | null;
  is_bounced: boolean;
  /** The code of what holds it back while it waits; in words when it will not leave. */
  failure_text: string | null;
}

/** An email of no campaign by its id, as far as the asker sees its mailbox. */
export async function findSingle(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  statsId: string,
  scope: CampaignScope,
): Promise<SingleRecord | null> {
  const where = new Conditions(workspaceId, statsId);
  addMailboxScope(where, scope, 'm');
  const { rows } = await sql.query<SingleRecord>(
    `
      select i.stats_id, i.state, i.message_id, i.to_email, m.from_email, i.send_at, i.sent_at, i.is_bounced,
        i.failure_text
      from intent i
      join mailbox m on m.id = i.mailbox_id
      where i.workspace_id = $1 and i.stats_id = $2 and i.kind = 'SINGLE' and ${where.sql}
    `,
    where.values,
  );
  return rows[0] ?? null;
}

import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { emailFound } from '#lifecycle/lifecycle.api';

/** A mailbox whose Sent folder tells what left after the database was copied. */
export interface MailboxToReconcile {
  id: number;
  workspace_id: WorkspaceId;
  from_email: string;
  since: Date;
}

/**
 * Mailboxes that campaigns use or used, or that emails wait in, with the time from which their Sent folder is news to
 * this database (campaign time).
 */
export async function mailboxesToReconcile(sql: SqlClient, now: number): Promise<MailboxToReconcile[]> {
  const { rows } = await sql.query<MailboxToReconcile>(
    `
      select m.id, m.workspace_id, m.from_email,
        coalesce(
          (
              select max(i.send_at)
              from intent i
              where i.workspace_id = m.workspace_id and i.state in ('SENT', 'IN_DOUBT')
            ),
            $1::timestamptz - interval '60 days'
        ) - interval '2 days' as since
      from mailbox m
      where m.deleted_at is null
        and (
          exists (select from campaign_mailbox cm where cm.mailbox_id = m.id)
            or exists (select from enrolment e where e.workspace_id = m.workspace_id and e.mailbox_id = m.id)
            or exists (
              select from intent i where i.mailbox_id = m.id and i.state = 'RESERVED' and i.kind <> 'CAMPAIGN'
            )
        )
      order by m.id
    `,
    [new Date(now)],
  );
  return rows;
}

/** An enrolment that waits for a step which may have left already. */
export interface OpenStep {
  enrolment_id: EnrolmentId;
  campaign_id: CampaignId;
  step_id: number;
  seq_number: number;
  variant_id: number;
  to_email: string;
  is_new_lead: boolean;
}

/** Enrolments of a workspace that wait for an e-mail from this mailbox, or from none yet, by pages. */
export async function openSteps(
  sql: SqlClient,
  mailbox: Pick<MailboxToReconcile, 'id' | 'workspace_id'>,
  after: number,
  most: number,
): Promise<OpenStep[]> {
  const { rows } = await sql.query<OpenStep>(
    `
      select e.id as enrolment_id, e.campaign_id, s.id as step_id, s.seq_number,
        coalesce(
          (e.variant_by_step->>s.id::text)::int,
            (
              select v.id
              from step_variant v
              where v.step_id = s.id and not v.is_deleted
              order by v.label
              limit 1
            )
        ) as variant_id,
        l.email as to_email, e.steps_sent = 0 as is_new_lead
      from enrolment e
      join lead l on l.id = e.lead_id
      join lateral (
        select s.id, s.seq_number
        from sequence_step s
        where s.campaign_id = e.campaign_id
          and not s.is_deleted
          and (s.id = e.next_step_id or (e.next_step_id is null and s.seq_number >= e.next_seq_number))
        order by s.seq_number
        limit 1
      ) s on true
      where e.workspace_id = $1
        and (e.mailbox_id = $2 or e.mailbox_id is null)
        and e.status in ('STARTED', 'INPROGRESS', 'PAUSED')
        and e.id > $3
      order by e.id
      limit $4
    `,
    [mailbox.workspace_id, mailbox.id, after, most],
  );
  return rows;
}

/** An email that was found in Sent, and its step. */
interface FoundEmail {
  step: OpenStep;
  identity: { messageId: string; envelopeId: string };
  sentAt: Date;
  /** The number it had, which its links name; it keeps it where nobody else has it. */
  knownId: string | null;
}

/**
 * Writes the intent of a mail that Sent holds and this database does not know as sent. It is SUBMITTING afterwards, for `recordSentMails`.
 * @returns its id, or null when the database knows of it
 */
export async function writeFoundIntent(
  sql: SqlClient,
  mailbox: Pick<MailboxToReconcile, 'id' | 'workspace_id'>,
  { step, identity, sentAt, knownId }: FoundEmail,
): Promise<string | null> {
  const {
    rows: [row],
  } = await sql.query<{ id: string }>(
    `
      insert into intent (
        id, workspace_id, kind, campaign_id, enrolment_id, step_id, seq_number, variant_id, mailbox_id, state,
          slot_at, send_at, message_id, envelope_id, to_email, is_new_lead, submitting_at, fencing_token
      )
      values (
        case
          when $13::bigint is null or exists (select from intent where id = $13) then nextval('intent_id_seq')
          else $13
          end,
        $1, 'CAMPAIGN', $2, $3, $4, $5, $6, $7, 'SUBMITTING', $8, $8, $9, $10, $11, $12, clock_timestamp(), 0
      )
      on conflict (enrolment_id, step_id)
      do update set state = 'SUBMITTING', send_at = excluded.send_at, mailbox_id = excluded.mailbox_id,
        message_id = excluded.message_id, cancel_reason = null, submitting_at = clock_timestamp(),
        fencing_token = 0, leased_until = null, updated_at = now()
      where intent.state in ('RESERVED', 'CANCELLED', 'FAILED')
      returning id
    `,
    [
      mailbox.workspace_id,
      step.campaign_id,
      step.enrolment_id,
      step.step_id,
      step.seq_number,
      step.variant_id,
      mailbox.id,
      sentAt,
      identity.messageId,
      identity.envelopeId,
      step.to_email,
      step.is_new_lead,
      knownId,
    ],
  );
  if (row) await emailFound(sql, { enrolmentId: step.enrolment_id, intentId: row.id, mailboxId: mailbox.id });
  return row?.id ?? null;
}

/** An email that belongs to no step (a reply, a forward, a single email) and has not left as far as this database knows. */
export interface WaitingEmail {
  id: string;
  message_id: string;
  send_at: Date;
}

/** Those that wait in a mailbox. */
export async function waitingEmails(
  sql: SqlClient,
  mailbox: Pick<MailboxToReconcile, 'id' | 'workspace_id'>,
): Promise<WaitingEmail[]> {
  const { rows } = await sql.query<WaitingEmail>(
    `
      select i.id, i.message_id, i.send_at
      from intent i
      where i.workspace_id = $1 and i.mailbox_id = $2 and i.state = 'RESERVED' and i.kind <> 'CAMPAIGN'
      order by i.id
    `,
    [mailbox.workspace_id, mailbox.id],
  );
  return rows;
}

/** Makes an email that Sent holds SUBMITTING, for `recordSentMails`. @returns whether it still waited */
export async function takeWaitingEmail(
  sql: SqlClient,
  mailbox: Pick<MailboxToReconcile, 'id' | 'workspace_id'>,
  id: string,
  sentAt: Date,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update intent
      set state = 'SUBMITTING', send_at = $4, submitting_at = clock_timestamp(), fencing_token = 0, leased_until = null,
        updated_at = now()
      where workspace_id = $1 and mailbox_id = $2 and id = $3 and state = 'RESERVED'
    `,
    [mailbox.workspace_id, mailbox.id, id, sentAt],
  );
  return rowCount === 1;
}

/** Mailboxes whose provider files what is submitted, so that what Sent does not hold did not leave. */
export async function findProven(sql: SqlClient): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    'select id from mailbox where files_sent_mail and deleted_at is null order by id',
  );
  return rows.map((row) => row.id);
}

import type { CampaignId, LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { leadObject, mailboxMembers, type SendJob } from './send-job.store';
import type { LeadColumns } from './missing-fields';

export type MailboxOfMail = SendJob['mailbox'];
export type TestedCampaign = NonNullable<SendJob['campaign']>;
export type TestedVariant = NonNullable<SendJob['variant']> & {
  step_id: number;
  seq_number: number;
  is_paused: boolean;
};

/** A lead of the campaign as the emails to it are composed. */
export interface SampleLead {
  lead_id: LeadId;
  lead: LeadColumns;
  variant_by_step: Record<string, number>;
  spin_index: number;
}

/** The mailbox that a test email is sent from; null when it is gone. */
export async function findMailboxOfTest(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId,
): Promise<MailboxOfMail | null> {
  const { rows } = await sql.query<{ mailbox: MailboxOfMail }>(
    `
      select json_build_object(${mailboxMembers}, 'files_sent_mail', m.files_sent_mail) as mailbox
      from mailbox m
      where m.workspace_id = $1 and m.id = $2 and m.deleted_at is null
    `,
    [workspaceId, mailboxId],
  );
  return rows[0]?.mailbox ?? null;
}

/** The variants of a campaign's email steps up to the step of one of them, in their order; none when that one is deleted. */
export async function findStepsUpTo(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  variantId: number,
): Promise<TestedVariant[]> {
  return (
    await sql.query<TestedVariant>(
      `
        select v.id, v.subject, v.email_body, v.updated_at, v.attachments, v.is_paused, s.id as step_id, s.seq_number
        from sequence_step s
        join step_variant v on v.workspace_id = s.workspace_id and v.step_id = s.id and not v.is_deleted
        where s.workspace_id = $1
          and s.campaign_id = $2
          and s.seq_type = 'EMAIL'
          and not s.is_deleted
          and s.seq_number <= (
            select o.seq_number
            from step_variant t
            join sequence_step o on o.workspace_id = t.workspace_id and o.id = t.step_id
            where t.workspace_id = $1 and t.id = $3 and not t.is_deleted and not o.is_deleted and o.campaign_id = $2
          )
        order by s.seq_number, v.label
      `,
      [workspaceId, campaignId, variantId],
    )
  ).rows;
}

/** The first leads of a campaign, as its preview takes them. */
export async function findSampleLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
  most: number,
): Promise<SampleLead[]> {
  return (
    await sql.query<SampleLead>(
      `
        select l.id as lead_id, ${leadObject} as lead, e.variant_by_step, e.spin_index
        from enrolment e
        join lead l on l.id = e.lead_id
        where e.workspace_id = $1 and e.campaign_id = $2
        order by e.id
        limit $3
      `,
      [workspaceId, campaignId, most],
    )
  ).rows;
}

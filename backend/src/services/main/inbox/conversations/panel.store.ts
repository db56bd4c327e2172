import type { EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

export interface PanelRecord extends Pick<
  StoredEnrolment,
  | 'lead_id'
  | 'id'
  | 'campaign_id'
  | 'status'
  | 'reason'
  | 'category_id'
  | 'category_by'
  | 'steps_sent'
  | 'next_due_at'
  | 'hold_kind'
  | 'hold_until'
  | 'ended_at'
  | 'created_at'
  | 'row_number'
  | 'assigned_user_id'
  | 'revenue'
> {
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone_number: string | null;
  company_name: string | null;
  website: string | null;
  location: string | null;
  linkedin_profile: string | null;
  company_url: string | null;
  custom_fields: Record<string, unknown>;
  provider: string;
  lead_unsubscribed: boolean;
  lead_bounced: boolean;
  time_zone: string | null;
  aliases: string[];
  is_suppressed: boolean;
  step_count: number;
  campaign_zone: string;
  upload_name: string | null;
  assigned_name: string | null;
}

/** Everything that stands beside a thread in one row. */
export async function readPanel(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
): Promise<PanelRecord | null> {
  const { rows } = await sql.query<PanelRecord>(
    `
      select e.lead_id, l.email, l.first_name, l.last_name, l.phone_number, l.company_name, l.website,
        l.location, l.linkedin_profile, l.company_url, l.custom_fields, l.provider,
        l.is_unsubscribed as lead_unsubscribed, l.is_bounced as lead_bounced, l.time_zone,
        array(select a.email from lead_alias a where a.lead_id = l.id order by a.id limit 20) as aliases,
        exists (
          select
          from suppression s
          where s.workspace_id = e.workspace_id
            and (
              (s.kind = 'email' and s.value = l.email)
              or (s.kind = 'domain' and s.value = any(covering_domains(l.domain)))
            )
        ) as is_suppressed,
        e.id, e.campaign_id, e.status, e.reason, e.category_id, e.category_by, e.steps_sent,
        (
          select count(*)::int from sequence_step s where s.campaign_id = e.campaign_id and not s.is_deleted
        ) as step_count,
        c.time_zone as campaign_zone, e.next_due_at, e.hold_kind, e.hold_until, e.ended_at, e.created_at, p.file_name as upload_name,
        e.row_number + coalesce(
          (p.columns ->> 'rows_above')::int,
          coalesce(jsonb_array_length(p.columns -> 'title_rows'), 0) + p.has_header::int
        ) as row_number, e.assigned_user_id,
        coalesce(u.name, u.email) as assigned_name, e.revenue::text
      from enrolment e
      join lead l on l.id = e.lead_id
      join campaign c on c.id = e.campaign_id
      left join app_user u on u.id = e.assigned_user_id
      left join lead_upload p on p.id = e.upload_id
      where e.workspace_id = $1 and e.id = $2
    `,
    [workspaceId, enrolmentId],
  );
  return rows[0] ?? null;
}

export interface EventRecord {
  kind: string;
  at: Date;
  is_machine: boolean;
  seq_number: number | null;
  variant_label: string | null;
  subject: string | null;
  evidence: Record<string, unknown>;
}

/** The newest events of a conversation, with the replies that people sent in it: those are no event of the campaign. */
export async function findEvents(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
): Promise<EventRecord[]> {
  return (
    await sql.query<EventRecord>(
      `
        select v.kind, v.at, v.is_machine, i.seq_number, s.label as variant_label, i.subject, v.evidence
        from event v
        left join intent i on i.id = v.intent_id
        left join step_variant s on s.id = v.variant_id
        where v.workspace_id = $1 and v.enrolment_id = $2
        union all
        select 'SENT', coalesce(r.sent_at, r.send_at), false, null, null, r.subject, '{}'
        from intent r
        where r.workspace_id = $1 and r.enrolment_id = $2 and r.kind = 'REPLY' and r.state in ('SENT', 'IN_DOUBT')
        order by at desc
        limit 500
      `,
      [workspaceId, enrolmentId],
    )
  ).rows;
}

export interface OtherEnrolment extends Pick<
  StoredEnrolment,
  'campaign_id' | 'status' | 'reason' | 'reply_count' | 'category_id'
> {
  enrolment_id: EnrolmentId;
  campaign_name: string;
}

/** The same lead in other campaigns. */
export async function findOthers(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadId: LeadId,
  enrolmentId: EnrolmentId,
): Promise<OtherEnrolment[]> {
  return (
    await sql.query<OtherEnrolment>(
      `
        select e.id as enrolment_id, e.campaign_id, c.name as campaign_name, e.status, e.reason,
          e.reply_count, e.category_id
        from enrolment e
        join campaign c on c.id = e.campaign_id
        where e.workspace_id = $1 and e.lead_id = $2 and e.id <> $3
        order by e.id desc
        limit 50
      `,
      [workspaceId, leadId, enrolmentId],
    )
  ).rows;
}

/** How the newest answer was matched. */
export async function findMatch(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
): Promise<{ by?: string | null; evidence?: { rule: string; text: string }[] } | null> {
  return (
    (
      await sql.query<{ match: { by?: string | null; evidence?: { rule: string; text: string }[] } }>(
        `
          select match
          from message
          where workspace_id = $1 and enrolment_id = $2 and direction = 'in'
          order by at desc, id desc
          limit 1
        `,
        [workspaceId, enrolmentId],
      )
    ).rows[0]?.match ?? null
  );
}

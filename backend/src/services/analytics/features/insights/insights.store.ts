import type { CampaignId, ClientId, EnrolmentId, LeadId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredCampaign, StoredMailbox } from '#engine/rows/central-rows';
import type { MatrixCell } from '@skein/contracts/analytics/insights.contract';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { answersOf } from '../figures/narrow-rows.store';
import type { Scope, Selection } from '../figures/selection';
import { measureCondition } from '../figures/measure-condition.store';
import { countedColumns, eventConditions } from '../figures/selection.store';

export interface CampaignOwner extends Pick<StoredCampaign, 'id' | 'name' | 'status' | 'client_id'> {
  client_name: string | null;
}

export async function findCampaignOwners(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  ids: readonly number[],
): Promise<CampaignOwner[]> {
  const { rows } = await sql.query<CampaignOwner>(
    `
      select c.id, c.name, c.status, c.client_id, a.name as client_name
      from campaign c
      left join agency_client a on a.workspace_id = c.workspace_id and a.id = c.client_id
      where c.workspace_id = $1 and c.id = any($2::int[])
    `,
    [workspaceId, [...ids]],
  );
  return rows;
}

export interface MailboxTraits extends Pick<StoredMailbox, 'id' | 'from_email' | 'from_name' | 'type'> {
  failure: string | null;
  is_failing: boolean;
  tags: { id: number; name: string }[];
}

/** What mailboxes are grouped by, removed ones too: they have figures. */
export async function findMailboxTraits(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  ids: readonly number[],
): Promise<MailboxTraits[]> {
  const { rows } = await sql.query<MailboxTraits>(
    `
      select m.id, m.from_email, m.from_name, m.type, coalesce(m.smtp_failure_error, m.imap_failure_error) as failure,
        m.failing_since is not null and m.deleted_at is null as is_failing,
        coalesce(
          (
            select json_agg(json_build_object('id', t.id, 'name', t.name))
            from mailbox_tag k
            join tag t on t.workspace_id = $1 and t.id = k.tag_id
            where k.mailbox_id = m.id
          ),
          '[]'
        ) as tags
      from mailbox m
      where m.workspace_id = $1 and m.id = any($2::int[])
    `,
    [workspaceId, [...ids]],
  );
  return rows;
}

export interface FirstReply {
  seconds: number | null;
  seq_number: number | null;
  category_id: number | null;
  category_name: string | null;
  category_sentiment: string | null;
}

/** First replies of leads in the range: seconds since the e-mail they answer, its step, and the category of the lead now. */
export async function listFirstReplies(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  selection: Selection,
): Promise<FirstReply[]> {
  const conditions = eventConditions(new Conditions(workspaceId), scope, selection);
  conditions.add(measureCondition('replied', { includeOutOfOffice: selection.range.include_out_of_office }));
  const { rows } = await sql.query<FirstReply>(
    `
      select extract(epoch from v.at - v.sent_at)::float8 as seconds, s.seq_number, e.category_id,
        k.name as category_name, k.sentiment as category_sentiment
      from event v
      left join sequence_step s on s.workspace_id = $1 and s.id = v.step_id
      left join enrolment e on e.workspace_id = $1 and e.id = v.enrolment_id
      left join lead_category k on k.workspace_id = $1 and k.id = e.category_id
      where ${conditions.sql} and v.kind in ('REPLY', 'AUTO_REPLY')
    `,
    conditions.values,
  );
  return rows;
}

export interface PositiveReply {
  replied_at: Date;
  /** Of its arrival, in the zone of the range: Monday is 1. */
  weekday: number;
  hour: number;
  category_id: number | null;
  category_name: string | null;
  is_archived: boolean;
  assigned_user_id: number | null;
  assigned_name: string | null;
  /** Who answered; null beside `seconds` where it was written in the mailbox's own program. */
  user_id: UserId | null;
  user_name: string | null;
  seconds: number | null;
}

/** The first answer after the reply `v`. */
const firstAnswer = `left join lateral (${answersOf} order by a.at limit 1) answer on true`;

/** Positive replies of the range, each with its first answer. */
export async function listPositiveReplies(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  selection: Selection,
): Promise<PositiveReply[]> {
  const conditions = eventConditions(new Conditions(workspaceId), scope, selection);
  conditions.add(measureCondition('positive', { includeOutOfOffice: false }));
  const zone = conditions.value(selection.range.time_zone);
  const { rows } = await sql.query<PositiveReply>(
    `
      select v.at as replied_at, extract(isodow from v.at at time zone ${zone})::int as weekday,
        extract(hour from v.at at time zone ${zone})::int as hour, e.category_id, k.name as category_name,
        e.is_archived, e.assigned_user_id, w.name as assigned_name, answer.created_by as user_id, u.name as user_name,
        extract(epoch from answer.at - v.at)::float8 as seconds
      from event v
      join enrolment e on e.workspace_id = $1 and e.id = v.enrolment_id
      ${firstAnswer}
      left join lead_category k on k.workspace_id = $1 and k.id = e.category_id
      left join app_user w on w.workspace_id = $1 and w.id = e.assigned_user_id
      left join app_user u on u.workspace_id = $1 and u.id = answer.created_by
      where ${conditions.sql}
    `,
    conditions.values,
  );
  return rows;
}

export interface WaitingRecord {
  enrolment_id: EnrolmentId;
  lead_id: LeadId;
  lead_name: string;
  lead_email: string;
  company_name: string | null;
  campaign_id: CampaignId;
  campaign_name: string;
  client_id: ClientId | null;
  client_name: string | null;
  category_id: number | null;
  category_name: string | null;
  assigned_name: string | null;
  replied_at: Date;
}

/** Positive replies that nobody has answered, longest wait first. */
export async function listWaiting(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  selection: Selection,
): Promise<WaitingRecord[]> {
  const conditions = eventConditions(new Conditions(workspaceId), scope, selection);
  conditions.add(measureCondition('positive', { includeOutOfOffice: false }));
  const { rows } = await sql.query<WaitingRecord>(
    `
      select e.id as enrolment_id, l.id as lead_id, concat_ws(' ', l.first_name, l.last_name) as lead_name,
        l.email as lead_email, l.company_name, c.id as campaign_id, c.name as campaign_name,
        c.client_id, a.name as client_name, e.category_id, k.name as category_name, u.name as assigned_name, v.at as replied_at
      from event v
      join enrolment e on e.workspace_id = $1 and e.id = v.enrolment_id
      join lead l on l.workspace_id = $1 and l.id = e.lead_id
      join campaign c on c.workspace_id = $1 and c.id = e.campaign_id
      left join agency_client a on a.workspace_id = $1 and a.id = c.client_id
      left join lead_category k on k.workspace_id = $1 and k.id = e.category_id
      left join app_user u on u.workspace_id = $1 and u.id = e.assigned_user_id
      ${firstAnswer}
      where ${conditions.sql} and answer.at is null and not e.is_archived
      order by v.at, e.id
    `,
    conditions.values,
  );
  return rows;
}

/** From provider to provider: two dimensions at once, which no rollup knows. */
export async function readMatrix(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  selection: Selection,
): Promise<Omit<MatrixCell, 'placed' | 'spam'>[]> {
  const conditions = eventConditions(new Conditions(workspaceId), scope, selection);
  const counted = countedColumns(['sent', 'contacted', 'replied', 'bounced'], selection);
  const { rows } = await sql.query<Omit<MatrixCell, 'placed' | 'spam'>>(
    `
      select m.type as "from", e.provider as "to", ${counted}
      from event v
      join mailbox m on m.workspace_id = $1 and m.id = v.mailbox_id
      join enrolment e on e.workspace_id = $1 and e.id = v.enrolment_id
      where ${conditions.sql} and v.kind in ('SENT', 'REPLY', 'AUTO_REPLY', 'BOUNCE')
      group by 1, 2
      order by 1, 2
    `,
    conditions.values,
  );
  return rows;
}

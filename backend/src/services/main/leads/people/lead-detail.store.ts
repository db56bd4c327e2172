import type { ClientId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { CampaignStatus, LeadStatus } from '@skein/contracts/constants';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { detachMail, lookAgainAtPeople } from '#lifecycle/lifecycle.api';
import { addListScope } from '../list-access/list-access.store';
import { visibleClients, addEnrolmentScope, type CampaignScope } from '#access/access.api';

export interface LeadCampaignRecord extends Pick<
  StoredEnrolment,
  'campaign_id' | 'reason' | 'category_id' | 'last_seq_number' | 'last_sent_at' | 'last_reply_at'
> {
  campaign_name: string;
  campaign_status: CampaignStatus;
  client_id: ClientId | null;
  enrolment_id: EnrolmentId;
  lead_status: LeadStatus;
  added_at: Date;
  mailbox_email: string | null;
}

/** Campaigns of a lead inside the scope, newest first. */
export async function findLeadCampaigns(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadId: LeadId,
  scope: CampaignScope,
): Promise<LeadCampaignRecord[]> {
  const where = new Conditions(workspaceId, leadId).add('e.workspace_id = $1 AND e.lead_id = $2');
  addEnrolmentScope(where, scope);
  const { rows } = await sql.query<LeadCampaignRecord>(
    `
      select c.id as campaign_id, c.name as campaign_name, c.status as campaign_status, c.client_id,
        e.id as enrolment_id, e.status as lead_status, e.reason, e.category_id, e.last_seq_number,
        e.created_at as added_at, e.last_sent_at, e.last_reply_at, m.from_email as mailbox_email
      from enrolment e
      join campaign c on c.id = e.campaign_id
      left join mailbox m on m.id = e.mailbox_id
      where ${where.sql}
      order by e.id desc
    `,
    where.values,
  );
  return rows;
}

export interface LeadMarks {
  suppression: { kind: string; value: string; source: string; created_at: Date } | null;
  aliases: { email: string; created_at: Date }[];
  upload: { id: number; file_name: string } | null;
  tags: { id: number; mapping_id: number; name: string; color: string }[];
  lists: { id: number; name: string }[];
}

/** Whether a lead may be mailed, its other addresses, its tags and lists, and the upload it came from. */
export async function findLeadMarks(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  lead: { id: number; email: string; domain: string; upload_id: number | null },
): Promise<LeadMarks> {
  // The own list of another client holds for that client alone.
  const clients = await visibleClients(workspaceId, sql, scope);
  const ofLists = clients && [0, ...clients];
  const suppression = await sql.query<NonNullable<LeadMarks['suppression']>>(
    `
      select kind, value, source, created_at
      from suppression
      where workspace_id = $1
        and ((kind = 'email' and value = $2) or (kind = 'domain' and value = any(covering_domains($3))))
        and ($4::int[] is null or client_scope = any($4))
      order by client_scope, id
      limit 1
    `,
    [workspaceId, lead.email, lead.domain, ofLists],
  );
  const aliases = await sql.query<{ email: string; created_at: Date }>(
    'select email, created_at from lead_alias where workspace_id = $1 and lead_id = $2 order by id',
    [workspaceId, lead.id],
  );
  const upload = await sql.query<{ id: number; file_name: string }>(
    `
      select u.id, u.file_name
      from lead_upload u
      join bulk_run r on r.workspace_id = u.workspace_id and r.id = u.run_id
      left join campaign c on c.id = u.campaign_id
      left join lead_list t on t.id = u.list_id
      where u.workspace_id = $1
        and u.id = $2
        and ($3::int is null or c.client_id = $3 or t.client_id = $3)
        and (
          $4::int is null or r.created_by = $4 or t.created_by = $4 or c.id in (select member_campaigns($4))
        )
    `,
    [workspaceId, lead.upload_id, scope.clientId, scope.memberId],
  );
  const tags = await sql.query<LeadMarks['tags'][number]>(
    `
      select g.id, y.id as mapping_id, g.name, g.color
      from lead_tag y
      join tag g on g.id = y.tag_id
      where y.workspace_id = $1 and y.lead_id = $2
      order by g.name
    `,
    [workspaceId, lead.id],
  );
  const inside = new Conditions(workspaceId, lead.id).add('y.workspace_id = $1 AND y.lead_id = $2');
  addListScope(inside, scope, scope.memberId ?? 0);
  const lists = await sql.query<LeadMarks['lists'][number]>(
    `select t.id, t.name from lead_list_member y join lead_list t on t.id = y.list_id where ${inside.sql} order by t.name`,
    inside.values,
  );
  return {
    tags: tags.rows,
    lists: lists.rows,
    suppression: suppression.rows[0] ?? null,
    aliases: aliases.rows,
    upload: upload.rows[0] ?? null,
  };
}

/** Changes standard fields and merges custom ones (null removes one). Whoever waited for a missing field is looked at again. */
export async function writeLead(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadId: LeadId,
  change: {
    fields: Record<string, string | null>;
    custom: Record<string, unknown>;
    email?: { email: string; domain: string };
    at: Date;
  },
): Promise<void> {
  const values: unknown[] = [workspaceId, leadId, change.at, JSON.stringify(change.custom)];
  // Names come from the closed list of lead fields.
  const sets = Object.entries({ ...change.fields, ...change.email }).map(
    ([column, value]) => `"${column}" = $${values.push(value)}`,
  );
  sets.push('updated_at = $3', 'custom_fields = jsonb_strip_nulls(custom_fields || $4::jsonb)');
  await sql.query(`update lead set ${sets.join(', ')} where workspace_id = $1 and id = $2`, values);
  await lookAgainAtPeople(workspaceId, sql, [leadId]);
}

/** A new address is another mail host: its provider is what is known of the domain. */
export async function resetProvider(workspaceId: WorkspaceId, sql: SqlClient, leadId: LeadId): Promise<void> {
  await sql.query(
    `
      with changed as (
        update lead l
        set provider = coalesce((select provider from mail_domain d where d.domain = l.domain), 'OTHER'),
          is_bounced = false
        where l.workspace_id = $1 and l.id = $2
        returning id, provider
      )
      update enrolment e
      set provider = c.provider
      from changed c
      where e.workspace_id = $1 and e.lead_id = c.id
    `,
    [workspaceId, leadId],
  );
}

/** Deletes a lead with its enrolments, notes and tasks. Its mails stay in their mailboxes, no longer tied to it. */
export async function removeLead(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadId: LeadId,
  enrolmentIds: readonly EnrolmentId[],
): Promise<void> {
  const values = [workspaceId, leadId];
  await sql.query(
    `
      update message
      set enrolment_id = null, lead_id = null, intent_id = null
      where workspace_id = $1
        and (
          lead_id = $2 or enrolment_id in (select id from enrolment where workspace_id = $1 and lead_id = $2)
        )
    `,
    values,
  );
  await detachMail(workspaceId, sql, { enrolmentIds });
  await sql.query('delete from lead where workspace_id = $1 and id = $2', values);
}

/** Whether a lead is in a campaign that is not of this client. */
export const isMailedByOthers = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadId: LeadId,
  clientId: ClientId,
): Promise<boolean> =>
  ((
    await sql.query(
      `
        select
        from enrolment e
        join campaign c on c.id = e.campaign_id
        where e.workspace_id = $1 and e.lead_id = $2 and c.client_id is distinct from $3
        limit 1
      `,
      [workspaceId, leadId, clientId],
    )
  ).rowCount ?? 0) > 0;

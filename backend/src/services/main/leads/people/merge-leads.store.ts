import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { blockAddress, lookAgainAtPeople } from '#lifecycle/lifecycle.api';
import { standardFieldNames } from '../lead-rows/lead-line';

export interface SharedCampaign {
  campaign_id: CampaignId;
  name: string;
  keep_id: number;
  other_id: number;
  keep_reached: boolean;
  other_reached: boolean;
}

/**
 * Campaigns that both leads are in, and which of the two have something to keep there: they were mailed, are past a
 * step that a person or LinkedIn does, wrote on LinkedIn, or refused to be mailed by it.
 */
export async function findShared(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  keepId: number,
  otherId: number,
): Promise<SharedCampaign[]> {
  const reached = (
    alias: string,
  ) => `(${alias}.steps_sent > 0 OR ${alias}.reply_count > 0 OR ${alias}.first_sent_at IS NOT NULL
    OR ${alias}.last_step_at IS NOT NULL OR ${alias}.last_seq_number > 0
    OR ${alias}.is_unsubscribed OR coalesce(${alias}.reason IN ('UNSUBSCRIBED', 'DO_NOT_CONTACT'), false) OR
      EXISTS (SELECT FROM linkedin_action a WHERE a.enrolment_id = ${alias}.id AND a.performed_at IS NOT NULL)
    OR EXISTS (SELECT FROM linkedin_message m WHERE m.enrolment_id = ${alias}.id))`;
  return (
    await sql.query<SharedCampaign>(
      `
        select k.campaign_id, c.name, k.id as keep_id, o.id as other_id, ${reached('k')} as keep_reached,
          ${reached('o')} as other_reached
        from enrolment k
        join enrolment o on o.campaign_id = k.campaign_id and o.lead_id = $3
        join campaign c on c.id = k.campaign_id
        where k.workspace_id = $1 and k.lead_id = $2
        order by k.id
      `,
      [workspaceId, keepId, otherId],
    )
  ).rows;
}

/**
 * That an address must not be written to any more: it unsubscribed, or somebody marked it Do Not Contact.
 * `client_scope` is 0 for the whole workspace.
 */
export interface Decision {
  client_scope: number;
  source: 'unsubscribe' | 'category';
}

/**
 * Gives the kept address what was decided of the other one, each decision for the client it was made for.
 * @returns what holds for the kept address now
 */
export async function copyDecisions(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  keepEmail: string,
  otherEmail: string,
): Promise<Decision[]> {
  const { rows: made } = await sql.query<
    Decision & { reason: string | null; created_by: number | null; created_at: Date }
  >(
    `
      select client_scope, source, reason, created_by, created_at
      from suppression
      where workspace_id = $1 and kind = 'email' and value = $2 and source in ('unsubscribe', 'category')
      order by client_scope
    `,
    [workspaceId, otherEmail],
  );
  for (const { client_scope: clientScope, source, reason, created_by: by, created_at: at } of made)
    await blockAddress(workspaceId, sql, { email: keepEmail, source, reason, clientScope, by, at });
  return (
    await sql.query<Decision>(
      `
        select distinct client_scope, source
        from suppression
        where workspace_id = $1
          and kind = 'email'
          and value in ($2, $3)
          and source in ('unsubscribe', 'category')
      `,
      [workspaceId, keepEmail, otherEmail],
    )
  ).rows;
}

/** The lead that stays and the one that is merged into it. */
interface LeadMerge {
  keepId: number;
  other: { id: number; email: string };
  at: Date;
}

/** Lists, tags and other addresses; the address of the merged lead becomes one of those that stay. */
async function moveMemberships(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { keepId, other, at }: LeadMerge,
): Promise<void> {
  const ids = [workspaceId, keepId, other.id];
  await sql.query(
    `
      insert into lead_list_member (workspace_id, list_id, lead_id, upload_id, added_at)
      select workspace_id, list_id, $2, upload_id, added_at
      from lead_list_member
      where workspace_id = $1 and lead_id = $3
      on conflict
      do nothing
    `,
    ids,
  );
  await sql.query(
    `
      insert into lead_tag (workspace_id, lead_id, tag_id, created_at)
      select workspace_id, $2, tag_id, created_at
      from lead_tag
      where workspace_id = $1 and lead_id = $3
      on conflict
      do nothing
    `,
    ids,
  );
  await sql.query(
    `
      insert into lead_alias (workspace_id, lead_id, email, evidence, created_at)
      select workspace_id, $2, email, evidence, created_at
      from lead_alias
      where workspace_id = $1 and lead_id = $3
      on conflict
      do nothing
    `,
    ids,
  );
  await sql.query(
    `
      insert into lead_alias (workspace_id, lead_id, email, evidence, created_at)
      values ($1, $2, $3, '{"by": "merge"}', $4)
      on conflict
      do nothing
    `,
    [workspaceId, keepId, other.email, at],
  );
}

/** Gives everything of one lead to another and deletes the empty one. Fields that the kept one has stay; empty ones are filled. */
export async function mergeRows(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { keepId, other, at }: LeadMerge,
): Promise<void> {
  const ids = [workspaceId, keepId, other.id];
  for (const table of ['enrolment', 'message', 'lead_note', 'lead_task', 'placement_mail'])
    await sql.query(`update ${table} set lead_id = $2 where workspace_id = $1 and lead_id = $3`, ids);
  await sql.query(
    `
      update event
      set lead_id = $2
      where workspace_id = $1
        and enrolment_id in (select id from enrolment where workspace_id = $1 and lead_id = $2)
        and lead_id = $3
    `,
    ids,
  );
  await sql.query(
    `
      update subsequence_push p
      set lead_id = $2
      where p.workspace_id = $1
        and p.lead_id = $3
        and not exists (select from subsequence_push q where q.campaign_id = p.campaign_id and q.lead_id = $2)
    `,
    ids,
  );
  await moveMemberships(workspaceId, sql, { keepId, other, at });
  await sql.query(
    `
      update lead k
      set ${standardFieldNames.map((name) => `"${name}" = coalesce(k."${name}", o."${name}")`).join(', ')},
        custom_fields = o.custom_fields || k.custom_fields,
        time_zone = coalesce(k.time_zone, o.time_zone),
        is_unsubscribed = k.is_unsubscribed or o.is_unsubscribed,
        unsubscribed_at = least(k.unsubscribed_at, o.unsubscribed_at),
        created_at = least(k.created_at, o.created_at), updated_at = $4
      from lead o
      where k.workspace_id = $1 and k.id = $2 and o.workspace_id = $1 and o.id = $3
    `,
    [...ids, at],
  );
  await lookAgainAtPeople(workspaceId, sql, [keepId]);
  await sql.query('delete from lead where workspace_id = $1 and id = $2', [workspaceId, other.id]);
}

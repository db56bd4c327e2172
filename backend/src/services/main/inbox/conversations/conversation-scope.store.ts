import type { EnrolmentId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { addScope, scopeOf, type Who } from '#access/access.api';

/**
 * Adds what a person may see of conversations: their campaigns, and for clients nothing of a restricted category
 * (docs/domain.md, Roles and access). Expects `enrolment` as e.
 */
export async function addConversationScope(sql: SqlClient, conditions: Conditions, who: Who): Promise<void> {
  const scope = scopeOf(who);
  if (scope.clientId !== null || scope.memberId !== null)
    conditions.add('e.campaign_id = ANY(?)', await visibleCampaigns(sql, who));
  const restricted = who.client?.restrictedCategories ?? [];
  if (restricted.length > 0) conditions.add('e.category_id is null or e.category_id <> all(?)', [...restricted]);
}

/** Campaigns inside a person's scope; few, so that lists name them instead of joining. */
async function visibleCampaigns(sql: SqlClient, who: Who): Promise<number[]> {
  const where = new Conditions().add('c.workspace_id = ?', who.workspaceId);
  addScope(where, scopeOf(who));
  return (await sql.query<{ id: number }>(`select c.id from campaign c where ${where.sql}`, where.values)).rows.map(
    (row) => row.id,
  );
}

/** A conversation as the operations on it need it. */
export interface Conversation extends Pick<
  StoredEnrolment,
  | 'id'
  | 'campaign_id'
  | 'lead_id'
  | 'mailbox_id'
  | 'status'
  | 'reason'
  | 'steps_sent'
  | 'thread_references'
  | 'last_message_id'
  | 'thread_subject'
> {
  lead_email: string;
}

/** Those of the conversations that this person may see; locked until the transaction ends when asked. */
export async function findConversations(
  sql: SqlClient,
  who: Who,
  enrolmentIds: readonly EnrolmentId[],
  lock = false,
): Promise<Conversation[]> {
  const where = new Conditions().add('e.workspace_id = ?', who.workspaceId).add('e.id = ANY(?)', [...enrolmentIds]);
  await addConversationScope(sql, where, who);
  return (
    await sql.query<Conversation>(
      `
        select e.id, e.campaign_id, e.lead_id, e.mailbox_id, e.status, e.reason, e.steps_sent,
          e.thread_references, e.last_message_id, e.thread_subject, l.email as lead_email
        from enrolment e
        join lead l on l.id = e.lead_id
        where ${where.sql}
        order by e.id${lock ? ' FOR UPDATE OF e' : ''}
      `,
      where.values,
    )
  ).rows;
}

import type { ClientId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

/** The enrolment of a lead who wrote on LinkedIn, with what decides what follows. */
export interface LinkedInReplyContext extends Pick<
  StoredEnrolment,
  'id' | 'workspace_id' | 'campaign_id' | 'lead_id' | 'reply_count' | 'category_id' | 'is_unsubscribed'
> {
  email: string;
  domain: string;
  client_id: ClientId | null;
  stop_on: string;
  track_replies: boolean;
  categorise_replies: boolean;
  /** The only categories that replies are sorted into; empty for every one. */
  only_categories: number[];
  pause_company_on_reply: boolean;
  /** The step of the last LinkedIn action; null where the lead wrote by themselves. */
  step_id: number | null;
}

export async function lockReplied(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
): Promise<LinkedInReplyContext | null> {
  const { rows } = await sql.query<LinkedInReplyContext>(
    `
      select e.id, e.workspace_id, e.campaign_id, e.lead_id, e.reply_count, e.category_id, e.is_unsubscribed, l.email,
        l.domain, c.client_id, c.stop_on, c.track_replies, c.categorise_replies,
        coalesce(c.settings -> 'ai_categorisation_options', '[]') as only_categories, c.pause_company_on_reply,
        (
          select a.step_id
          from linkedin_action a
          where a.enrolment_id = e.id and a.performed_at is not null
          order by a.performed_at desc
          limit 1
        ) as step_id
      from enrolment e
      join lead l on l.id = e.lead_id
      join campaign c on c.id = e.campaign_id
      where e.workspace_id = $1 and e.id = $2
      for update of e
    `,
    [workspaceId, enrolmentId],
  );
  return rows[0] ?? null;
}

/** The conversation has something new and unread; `isCounted`: it is a reply in the campaign's figures. */
export async function noteReply(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { enrolmentId, at, isCounted }: { enrolmentId: EnrolmentId; at: Date; isCounted: boolean },
): Promise<void> {
  await sql.query(
    `
      update enrolment
      set last_inbound_at = greatest(last_inbound_at, $3), is_read = false, is_archived = false, snoozed_until = null,
        reply_count = reply_count + case when $4 then 1 else 0 end,
        first_reply_at = case when $4 then least(first_reply_at, $3) else first_reply_at end,
        last_reply_at = case when $4 then greatest(last_reply_at, $3) else last_reply_at end, updated_at = now()
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, enrolmentId, at, isCounted],
  );
}

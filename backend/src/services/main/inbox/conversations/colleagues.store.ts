import type { CampaignId, ClientId, EnrolmentId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface Colleague {
  id: number;
  name: string;
}

/**
 * People who see a campaign's conversations, but the one who asks: the team (with limited access only those to whom the campaign is
 * assigned) and the people of its client. @param clientId people of this client only; null for everybody
 */
export async function findColleagues(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { campaignId: CampaignId; userId: UserId; clientId: ClientId | null },
): Promise<Colleague[]> {
  const { rows } = await sql.query<Colleague>(
    `
      select u.id, coalesce(u.name, split_part(u.email, '@', 1)) as name
      from app_user u
      join campaign c on c.workspace_id = u.workspace_id and c.id = $2
      where u.workspace_id = $1
        and u.id <> $3
        and u.status = 'active'
        and ($4::int is null or u.client_id = $4)
        and (u.client_id is null or u.client_id = c.client_id)
        and (
          u.role <> 'LIMITED_FULL_MEMBER_ACCESS'
            or u.client_id is not null
            or c.id in (select member_campaigns(u.id))
        )
      order by name, u.id
      limit 500
    `,
    [workspaceId, given.campaignId, given.userId, given.clientId],
  );
  return rows;
}

/** Notifies those who are mentioned in a note, each once. */
export async function writeMentions(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { noteId: number; enrolmentId: EnrolmentId; userIds: readonly UserId[]; byUserId: number },
): Promise<void> {
  await sql.query(
    `
      select write_notice(
        n.workspace_id, c.client_id, 'mention',
        jsonb_build_object(
          'enrolment_id', e.id, 'campaign_id', e.campaign_id, 'user_id', mentioned.id, 'note_id', n.id,
            'note', left(n.note_message, 300),
            'by', coalesce(author.name, split_part(author.email, '@', 1)),
            'lead', coalesce(nullif(trim(concat_ws(' ', l.first_name, l.last_name)), ''), l.email)
        ),
        'mention:' || n.id || ':' || mentioned.id
      )
      from lead_note n
      join enrolment e on e.workspace_id = n.workspace_id and e.id = $3
      join campaign c on c.workspace_id = n.workspace_id and c.id = e.campaign_id
      join lead l on l.workspace_id = n.workspace_id and l.id = e.lead_id
      join app_user author on author.workspace_id = n.workspace_id and author.id = $5
      cross join unnest($4::int[]) as mentioned(id)
      where n.workspace_id = $1 and n.id = $2
    `,
    [workspaceId, given.noteId, given.enrolmentId, [...new Set(given.userIds)], given.byUserId],
  );
}

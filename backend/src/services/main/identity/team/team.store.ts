import type { WorkspaceId } from '@skein/contracts/ids';
import type { Assignments, MemberStatus } from '@skein/contracts/main/team.contract';
import type { Role } from '@skein/contracts/permissions';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';

export interface MemberRecord {
  id: number;
  name: string;
  email: string;
  role: Role;
  status: MemberStatus;
  profile_pic_url: string | null;
  assigned: number;
  last_login_at: Date | null;
  created_at: Date;
  invitation_expires_at: Date | null;
}

/** One page of the team, the newest first. */
export async function findMembers(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  query: { offset: number; limit: number; search?: string; status?: MemberStatus; byAddress: boolean },
): Promise<{ rows: MemberRecord[]; total: number }> {
  const where = new Conditions().add('m.workspace_id = ?', workspaceId);
  if (query.search)
    where.add(
      '? and strpos(lower(m.email), lower(?)) > 0 or strpos(lower(m.name), lower(?)) > 0',
      query.byAddress,
      query.search,
      query.search,
    );
  if (query.status) where.add('m.status = ?', query.status);
  const {
    rows: [count],
  } = await sql.query<{ count: number }>(
    `select count(*)::int as count from team_member m where ${where.sql}`,
    where.values,
  );
  const { rows } = await sql.query<MemberRecord>(
    `select m.* from team_member m where ${where.sql} order by m.id desc
      limit ${where.value(query.limit)} offset ${where.value(query.offset)}`,
    where.values,
  );
  return { rows, total: count?.count ?? 0 };
}

export async function findMember(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  memberId: number,
): Promise<MemberRecord | null> {
  return (
    (
      await sql.query<MemberRecord>('select m.* from team_member m where m.workspace_id = $1 and m.id = $2', [
        workspaceId,
        memberId,
      ])
    ).rows[0] ?? null
  );
}

/** Holds a member (and with it the choice of its role) until the transaction ends. */
export async function lockMember(workspaceId: WorkspaceId, sql: SqlClient, memberId: number): Promise<void> {
  await sql.query('select from app_user where workspace_id = $1 and id = $2 for update', [workspaceId, memberId]);
  await sql.query('select from team_invitation where workspace_id = $1 and id = $2 for update', [
    workspaceId,
    memberId,
  ]);
}

/** What changes in a member's role or status. */
interface MemberChange {
  member: Pick<MemberRecord, 'id' | 'status'>;
  change: { role?: Role; status?: 'active' | 'deactivated' };
  now: Date;
}

/** Changes role or status. Deactivating ends every session and open link of the member. */
export async function writeMember(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { member, change, now }: MemberChange,
): Promise<void> {
  if (member.status === 'invited') {
    await sql.query('update team_invitation set role = coalesce($3, role) where workspace_id = $1 and id = $2', [
      workspaceId,
      member.id,
      change.role ?? null,
    ]);
    return;
  }
  await sql.query(
    `
      update app_user
      set role = coalesce($3, role), status = coalesce($4, status)
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, member.id, change.role ?? null, change.status ?? null],
  );
  if (change.status !== 'deactivated') return;
  await sql.query(
    'update user_session set revoked_at = $3 where workspace_id = $1 and user_id = $2 and revoked_at is null',
    [workspaceId, member.id, now],
  );
  await sql.query('delete from email_token where workspace_id = $1 and user_id = $2 and used_at is null', [
    workspaceId,
    member.id,
  ]);
}

/** Removes a member with their sessions, keys and assignments, or an invitation. Campaigns, mailboxes and webhooks stay the workspace's. */
export async function deleteMember(workspaceId: WorkspaceId, sql: SqlClient, memberId: number): Promise<void> {
  const values = [workspaceId, memberId];
  await sql.query('delete from team_invitation where workspace_id = $1 and id = $2', values);
  await sql.query('delete from api_key where workspace_id = $1 and user_id = $2', values);
  await sql.query(
    'update enrolment set assigned_user_id = null where workspace_id = $1 and assigned_user_id = $2',
    values,
  );
  await sql.query('update campaign set team_member_id = null where workspace_id = $1 and team_member_id = $2', values);
  await sql.query('delete from app_user where workspace_id = $1 and id = $2', values);
}

/** Webhooks of a member whose access is limited and that reach beyond it are switched off: they would tell what the member may not see. */
export async function stopStrayWebhooks(workspaceId: WorkspaceId, sql: SqlClient, memberId: number): Promise<void> {
  await sql.query(
    `
      update webhook w
      set is_active = false, updated_at = now()
      from app_user u
      where w.workspace_id = $1
        and w.created_by = $2
        and w.is_active
        and u.workspace_id = $1
        and u.id = $2
        and u.role = 'LIMITED_FULL_MEMBER_ACCESS'
        and case w.scope
          when 3 then w.campaign_id not in (select member_campaigns($2))
          when 2 then not exists (
            select
            from member_assignment a
            where a.workspace_id = $1 and a.user_id = $2 and a.client_id = w.client_id
          )
          else true
          end
    `,
    [workspaceId, memberId],
  );
}

/** What is assigned to a member or to an invitation. */
export async function findAssignments(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  memberId: number,
): Promise<Assignments> {
  const {
    rows: [row],
  } = await sql.query<Assignments>(
    `
      select coalesce(
          array_agg(campaign_id order by campaign_id) filter (where campaign_id is not null), '{}'
        ) as campaign_ids,
        coalesce(
          array_agg(client_id order by client_id) filter (where client_id is not null), '{}'
        ) as client_ids,
        coalesce(
          array_agg(mailbox_id order by mailbox_id) filter (where mailbox_id is not null), '{}'
        ) as mailbox_ids
      from (
        select campaign_id, client_id, mailbox_id
        from member_assignment
        where workspace_id = $1 and user_id = $2
        union all
        select c, null, null
        from team_invitation i, unnest(i.campaign_ids) c
        where i.workspace_id = $1 and i.id = $2
        union all
        select null, c, null
        from team_invitation i, unnest(i.client_ids) c
        where i.workspace_id = $1 and i.id = $2
        union all
        select null, null, m
        from team_invitation i, unnest(i.mailbox_ids) m
        where i.workspace_id = $1 and i.id = $2
      ) a
    `,
    [workspaceId, memberId],
  );
  return row as Assignments;
}

/** Assigns exactly these; ids that are not of this workspace are passed over. */
export async function writeAssignments(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  member: Pick<MemberRecord, 'id' | 'status'>,
  given: Assignments,
): Promise<void> {
  const found = await keepExisting(workspaceId, sql, given);
  if (member.status === 'invited') {
    await sql.query(
      `
        update team_invitation
        set campaign_ids = $3, client_ids = $4, mailbox_ids = $5
        where workspace_id = $1 and id = $2
      `,
      [workspaceId, member.id, found.campaign_ids, found.client_ids, found.mailbox_ids],
    );
    return;
  }
  await sql.query('delete from member_assignment where workspace_id = $1 and user_id = $2', [workspaceId, member.id]);
  await sql.query(
    `
      insert into member_assignment (workspace_id, user_id, campaign_id, client_id, mailbox_id)
      select $1::int, $2::int, c, null::int, null::int
      from unnest($3::int[]) c
      union all
      select $1, $2, null, c, null
      from unnest($4::int[]) c
      union all
      select $1, $2, null, null, m
      from unnest($5::int[]) m
    `,
    [workspaceId, member.id, found.campaign_ids, found.client_ids, found.mailbox_ids],
  );
}

async function keepExisting(workspaceId: WorkspaceId, sql: SqlClient, given: Assignments): Promise<Assignments> {
  const ids = async (text: string, wanted: readonly number[]) =>
    (await sql.query<{ id: number }>(text, [workspaceId, wanted])).rows.map((row) => row.id);
  return {
    campaign_ids: await ids('select id from campaign where workspace_id = $1 and id = any($2)', given.campaign_ids),
    client_ids: await ids('select id from agency_client where workspace_id = $1 and id = any($2)', given.client_ids),
    mailbox_ids: await ids(
      'select id from mailbox where workspace_id = $1 and id = any($2) and deleted_at is null',
      given.mailbox_ids,
    ),
  };
}

export interface Choice {
  id: number;
  name: string;
}

/** Names of what can be assigned: of given ids, or the first that match a text. */
export async function findAssignable(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  query: { search: string | null; ids: Assignments | null; limit: number },
): Promise<{ campaigns: Choice[]; clients: Choice[]; mailboxes: Choice[] }> {
  const choices = async (table: string, name: string, condition: string, ids: readonly number[] | null) =>
    (
      await sql.query<Choice>(
        `
          select t.id, ${name} as name
          from ${table} t
          where t.workspace_id = $1
            and ${condition}
            and ($2::int[] is null or t.id = any($2))
            and ($3::text is null or strpos(lower(${name}), lower($3)) > 0)
          order by lower(${name}), t.id
          limit $4
        `,
        [workspaceId, ids, query.search, ids ? ids.length : query.limit],
      )
    ).rows;
  return {
    campaigns: await choices('campaign', 't.name', "t.status <> 'ARCHIVED'", query.ids?.campaign_ids ?? null),
    clients: await choices('agency_client', 't.name', 'true', query.ids?.client_ids ?? null),
    mailboxes: await choices('mailbox', 't.from_email', 't.deleted_at is null', query.ids?.mailbox_ids ?? null),
  };
}

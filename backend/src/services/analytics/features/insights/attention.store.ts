import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';
import { campaignCondition, type Scope, type Selection } from '../figures/selection';

export interface MailboxStates {
  total: number;
  connected: number;
  in_use: number;
  failing: number;
  without_warmup: number;
}

/** Mailboxes that the scope allows, by state, now. */
export async function countMailboxStates(
  workspaceId: number,
  sql: SqlClient,
  scope: Scope,
  clientIds?: readonly number[],
): Promise<MailboxStates> {
  const conditions = new Conditions(workspaceId);
  conditions.add('m.workspace_id = $1').add('m.deleted_at is null');
  if (clientIds) conditions.add('m.client_id = any(?::int[])', [...clientIds]);
  if (scope.clientId !== null) conditions.add('m.client_id = ?', scope.clientId);
  if (scope.memberId !== null) conditions.add('m.id in (select member_mailboxes(?))', scope.memberId);
  const { rows } = await sql.query<MailboxStates>(
    `
      select count(*)::int as total,
        count(*) filter (where m.is_smtp_success and m.is_imap_success)::int as connected,
        count(*) filter (
          where exists (
            select
            from campaign_mailbox k
            join campaign c on c.workspace_id = $1 and c.id = k.campaign_id
            where k.mailbox_id = m.id and c.status = 'ACTIVE'
          )
        )::int as in_use,
        count(*) filter (where not (m.is_smtp_success and m.is_imap_success))::int as failing,
        count(*) filter (where (m.warmup ->> 'enabled')::boolean is not true)::int as without_warmup
      from mailbox m
      where ${conditions.sql}
    `,
    conditions.values,
  );
  return rows[0] as MailboxStates;
}

export interface FailingMailbox {
  id: number;
  from_email: string;
  client_name: string | null;
  error: string | null;
  waiting: number;
}

/** Mailboxes that cannot sign in, with the leads that wait for them. */
export async function listFailing(workspaceId: number, sql: SqlClient, scope: Scope): Promise<FailingMailbox[]> {
  const conditions = new Conditions(workspaceId);
  conditions
    .add('m.workspace_id = $1')
    .add('m.deleted_at is null')
    .add('not (m.is_smtp_success and m.is_imap_success)');
  if (scope.clientId !== null) conditions.add('m.client_id = ?', scope.clientId);
  if (scope.memberId !== null) conditions.add('m.id in (select member_mailboxes(?))', scope.memberId);
  const { rows } = await sql.query<FailingMailbox>(
    `
      select m.id, m.from_email, a.name as client_name, coalesce(m.smtp_failure_error, m.imap_failure_error) as error,
        (
          select count(*)::int
          from enrolment e
          where e.workspace_id = $1 and e.mailbox_id = m.id and e.status in ('STARTED', 'INPROGRESS')
        ) as waiting
      from mailbox m
      left join agency_client a on a.workspace_id = $1 and a.id = m.client_id
      where ${conditions.sql}
      order by m.failing_since nulls last, m.id
      limit 20
    `,
    conditions.values,
  );
  return rows;
}

/** Leads of active campaigns that were not contacted yet: 0 means that a campaign runs dry. */
export async function listRunningOut(
  workspaceId: number,
  sql: SqlClient,
  scope: Scope,
  selection: Selection,
): Promise<{ id: number; name: string; client_name: string | null; left: number }[]> {
  const conditions = new Conditions(workspaceId);
  conditions.add('c.workspace_id = $1').add(`c.status = 'ACTIVE'`).add('c.parent_campaign_id is null');
  campaignCondition(conditions, scope, selection, 'c.id');
  const { rows } = await sql.query<{ id: number; name: string; client_name: string | null; left: number }>(
    `
      select c.id, c.name, a.name as client_name, waiting.left
      from campaign c
      left join agency_client a on a.workspace_id = $1 and a.id = c.client_id
      cross join lateral (
        select count(*)::int as left
        from enrolment e
        where e.workspace_id = $1 and e.campaign_id = c.id and e.status = 'STARTED'
      ) waiting
      where ${conditions.sql} and waiting.left < 25
      order by waiting.left, c.id
      limit 20
    `,
    conditions.values,
  );
  return rows;
}

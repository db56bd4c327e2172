import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import type { Scope, Selection } from '../figures/selection';
import { campaignCondition } from '../figures/selection.store';
import { mailboxCondition } from './placement.store';

/**
 * Failing mailboxes, as in the list of mailboxes (`state=failing`), to which the number and the items of attention lead. A suspended one is
 * not among them: somebody stopped it.
 */
const isFailing = 'not (m.is_smtp_success and m.is_imap_success and m.failing_since is null) and not m.is_suspended';

export interface MailboxStates {
  total: number;
  connected: number;
  in_use: number;
  failing: number;
  without_warmup: number;
}

/** Mailboxes that the scope allows, by state, now: by the same conditions as in the list of mailboxes, to which each number leads. */
export async function countMailboxStates(
  workspaceId: number,
  sql: SqlClient,
  scope: Scope,
  clientIds?: readonly number[],
): Promise<MailboxStates> {
  const conditions = new Conditions(workspaceId);
  conditions.add('m.workspace_id = $1').add('m.deleted_at is null');
  mailboxCondition(conditions, scope, { clientIds });
  const { rows } = await sql.query<MailboxStates>(
    `
      select count(*)::int as total,
        count(*) filter (
          where m.is_smtp_success and m.is_imap_success and m.failing_since is null and not m.is_suspended
        )::int as connected,
        count(*) filter (
          where exists (
            select
            from campaign_mailbox k
            join campaign c on c.workspace_id = $1 and c.id = k.campaign_id
            where k.mailbox_id = m.id and c.status = 'ACTIVE'
          )
        )::int as in_use,
        count(*) filter (where ${isFailing})::int as failing,
        count(*) filter (where (m.warmup ->> 'enabled')::boolean is not true)::int as without_warmup
      from mailbox m
      where ${conditions.sql}
    `,
    conditions.values,
  );
  return rows[0] as MailboxStates;
}

export interface FailingMailbox {
  /** The first of them. */
  id: number;
  from_email: string;
  domain: string;
  client_id: number | null;
  client_name: string | null;
  mailboxes: number;
  /** What most of them were told. */
  error: string | null;
  waiting: number;
  since: Date | null;
}

/** Failing mailboxes, by domain and client, with the leads that wait for them. */
export async function listFailing(
  workspaceId: number,
  sql: SqlClient,
  scope: Scope,
  clientIds?: readonly number[],
): Promise<FailingMailbox[]> {
  const conditions = new Conditions(workspaceId);
  conditions.add('m.workspace_id = $1').add('m.deleted_at is null').add(isFailing);
  mailboxCondition(conditions, scope, { clientIds });
  const { rows } = await sql.query<FailingMailbox>(
    `
      select min(box.id) as id, min(box.from_email) as from_email, box.domain, box.client_id, a.name as client_name,
        count(*)::int as mailboxes, mode() within group (order by box.error) as error, sum(box.waiting)::int as waiting,
        min(box.failing_since) as since
      from (
        select m.id, m.from_email, lower(split_part(m.from_email, '@', 2)) as domain, m.client_id, m.failing_since,
          coalesce(m.smtp_failure_error, m.imap_failure_error) as error,
          (
            select count(*)
            from enrolment e
            where e.workspace_id = $1 and e.mailbox_id = m.id and e.status in ('STARTED', 'INPROGRESS')
          ) as waiting
        from mailbox m
        where ${conditions.sql}
      ) box
      left join agency_client a on a.workspace_id = $1 and a.id = box.client_id
      group by box.domain, box.client_id, a.name
      order by since nulls last, id
      limit 100
    `,
    conditions.values,
  );
  return rows;
}

export interface RunningOut {
  id: number;
  name: string;
  client_id: number | null;
  client_name: string | null;
  left: number;
}

/** Leads of active campaigns that were not contacted yet: 0 means that a campaign runs dry. */
export async function listRunningOut(
  workspaceId: number,
  sql: SqlClient,
  scope: Scope,
  selection: Selection,
): Promise<RunningOut[]> {
  const conditions = new Conditions(workspaceId);
  conditions.add('c.workspace_id = $1').add(`c.status = 'ACTIVE'`).add('c.parent_campaign_id is null');
  campaignCondition(conditions, scope, selection, 'c.id');
  const { rows } = await sql.query<RunningOut>(
    `
      select c.id, c.name, c.client_id, a.name as client_name, waiting.left
      from campaign c
      left join agency_client a on a.workspace_id = $1 and a.id = c.client_id
      cross join lateral (
        select count(*)::int as left
        from enrolment e
        where e.workspace_id = $1 and e.campaign_id = c.id and e.status = 'STARTED'
      ) waiting
      where ${conditions.sql} and waiting.left < 25
      order by waiting.left, c.id
      limit 500
    `,
    conditions.values,
  );
  return rows;
}

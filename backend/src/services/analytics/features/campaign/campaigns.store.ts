import type { CampaignId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredCampaign } from '#engine/rows/central-rows';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { isWhole, type Scope } from '../figures/selection';
import { campaignCondition } from '../figures/selection.store';

/** Name of a campaign that the scope allows; null for one that does not exist or is somebody else's. */
export async function findCampaign(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  campaignId: CampaignId,
): Promise<{ id: number; name: string } | null> {
  const conditions = new Conditions(workspaceId);
  conditions.add('c.workspace_id = $1').add('c.id = ?', campaignId);
  if (!isWhole(scope)) campaignCondition(conditions, scope, {}, 'c.id');
  const { rows } = await sql.query<{ id: number; name: string }>(
    `select c.id, c.name from campaign c where ${conditions.sql}`,
    conditions.values,
  );
  return rows[0] ?? null;
}

export interface CampaignExtent {
  imported: number;
  planned: number;
  first_sent_at: Date | null;
  last_sent_at: Date | null;
}

/** How large a campaign is: its leads, what was sent and is still to come if nobody answers, and between which instants it sent. */
export async function readExtent(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
): Promise<CampaignExtent> {
  const { rows } = await sql.query<CampaignExtent>(
    `
      with steps as (
          select seq_number
          from sequence_step
          where workspace_id = $1 and campaign_id = $2 and not is_deleted and seq_type = 'EMAIL'
        ),
        leads as (
          select next_seq_number, status, count(*)::int as count, sum(steps_sent)::int as sent,
            min(first_sent_at) as first_sent_at, max(last_sent_at) as last_sent_at
          from enrolment
          where workspace_id = $1 and campaign_id = $2
          group by 1, 2
        )
      select coalesce(sum(count), 0)::int as imported, min(first_sent_at) as first_sent_at,
        max(last_sent_at) as last_sent_at,
        coalesce(
          sum(
              sent + case
                when status in ('STARTED', 'INPROGRESS', 'PAUSED') then count * (
                  select count(*)::int from steps s where s.seq_number >= leads.next_seq_number
                )
                else 0
                end
            ),
            0
        )::int as planned
      from leads
    `,
    [workspaceId, campaignId],
  );
  return rows[0] as CampaignExtent;
}

export interface MailboxName {
  id: number;
  from_email: string;
  from_name: string | null;
  is_removed: boolean;
}

/** Names of mailboxes, removed ones too: they have figures. */
export async function findMailboxes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  ids: readonly number[],
): Promise<MailboxName[]> {
  const { rows } = await sql.query<MailboxName>(
    `
      select id, from_email, from_name, deleted_at is not null as is_removed
      from mailbox
      where workspace_id = $1 and id = any($2::int[])
    `,
    [workspaceId, [...ids]],
  );
  return rows;
}

/**
 * Whether the scope allows a mailbox: whole scopes all, clients their own, limited members those that are assigned to
 * them or that they connected.
 */
export async function findMailbox(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  mailboxId: MailboxId,
): Promise<MailboxName | null> {
  const conditions = new Conditions(workspaceId);
  conditions.add('m.workspace_id = $1').add('m.id = ?', mailboxId);
  if (scope.clientId !== null) conditions.add('m.client_id = ?', scope.clientId);
  if (scope.memberId !== null) conditions.add('m.id in (select member_mailboxes(?))', scope.memberId);
  const { rows } = await sql.query<MailboxName>(
    `select m.id, m.from_email, m.from_name, m.deleted_at is not null as is_removed from mailbox m where ${conditions.sql}`,
    conditions.values,
  );
  return rows[0] ?? null;
}

export interface CampaignName extends Pick<StoredCampaign, 'id' | 'name' | 'status'> {
  client_name: string | null;
}

export async function findCampaigns(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  ids: readonly number[],
): Promise<CampaignName[]> {
  const { rows } = await sql.query<CampaignName>(
    `
      select c.id, c.name, c.status, a.name as client_name
      from campaign c
      left join agency_client a on a.workspace_id = c.workspace_id and a.id = c.client_id
      where c.workspace_id = $1 and c.id = any($2::int[])
    `,
    [workspaceId, [...ids]],
  );
  return rows;
}

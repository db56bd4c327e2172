import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** The next leads that a restored database may be wrong about: after one id, so many at most. */
interface LeadsToHold {
  /** Mailboxes whose Sent folder proves what did not leave. */
  proven: readonly number[];
  after: number;
  most: number;
}

/** The next open leads by their ids, locked, and whether a restored database may be wrong about them. */
export async function lockRestored(
  sql: SqlClient,
  { proven, after, most }: LeadsToHold,
): Promise<{ id: number; is_held: boolean }[]> {
  const { rows } = await sql.query<{ id: number; is_held: boolean }>(
    `
      select e.id,
        not (e.hold_kind is not null and e.hold_until is null)
          and (
            e.steps_sent > 0
              or exists (
                select
                from campaign_server_group g
                join campaign c on c.id = e.campaign_id
                where g.workspace_id = e.workspace_id and g.campaign_id = coalesce(c.parent_campaign_id, c.id)
              )
              or exists (
                select
                from campaign_mailbox m
                where m.campaign_id = e.campaign_id
                  and not (m.mailbox_id = any($1))
                  and (e.mailbox_id is null or e.mailbox_id = m.mailbox_id)
              )
          )
          and e.hold_kind is distinct from 'RESTORED' as is_held
      from enrolment e
      where e.id > $2 and e.status in ('STARTED', 'INPROGRESS', 'PAUSED')
      order by e.id
      limit $3
      for update of e
    `,
    [proven, after, most],
  );
  return rows;
}

/** Which held leads. */
export interface HeldFilter {
  workspaceId?: WorkspaceId;
  campaignId?: CampaignId;
  /** Addresses that stay on hold. */
  except?: readonly string[];
}

const isHeld = `
  e.hold_kind = 'RESTORED'
    and ($1::int is null or e.workspace_id = $1)
    and ($2::int is null or e.campaign_id = $2)
`;

export interface HeldCampaign {
  workspace_id: WorkspaceId;
  campaign_id: CampaignId;
  name: string;
  new_leads: number;
  follow_ups: number;
}

/** Held leads by campaign. */
export async function countHeld(sql: SqlClient, { workspaceId, campaignId }: HeldFilter): Promise<HeldCampaign[]> {
  const { rows } = await sql.query<HeldCampaign>(
    `
      select e.workspace_id, e.campaign_id, c.name, count(*) filter (where e.steps_sent = 0)::int as new_leads,
        count(*) filter (where e.steps_sent > 0)::int as follow_ups
      from enrolment e
      join campaign c on c.id = e.campaign_id
      where ${isHeld}
      group by e.workspace_id, e.campaign_id, c.name
      order by e.workspace_id, e.campaign_id
    `,
    [workspaceId ?? null, campaignId ?? null],
  );
  return rows;
}

/** Held leads by their ids, locked. */
export async function lockHeld(sql: SqlClient, filter: HeldFilter, most: number): Promise<number[]> {
  const { rows: held } = await sql.query<{ id: number }>(
    `
      select e.id
      from enrolment e
      join lead l on l.id = e.lead_id
      where ${isHeld} and not (l.email = any($3))
      order by e.id
      limit $4
      for update of e
    `,
    [filter.workspaceId ?? null, filter.campaignId ?? null, filter.except ?? [], most],
  );
  return held.map((row) => row.id);
}

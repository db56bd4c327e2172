import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export type AgeGate = 'OFF' | 'WARN' | 'HOLD';

/** What a workspace chose for the warmup of all its mailboxes. */
export interface WarmupPolicy {
  shares_pool: boolean;
  joined_at: Date | null;
  put_out_at: Date | null;
  put_out_reason: string | null;
  age_gate: AgeGate;
  age_days: number;
}

/** A workspace that never chose takes these. */
const usual: WarmupPolicy = {
  shares_pool: false,
  joined_at: null,
  put_out_at: null,
  put_out_reason: null,
  age_gate: 'WARN',
  age_days: 14,
};

export async function findPolicy(workspaceId: WorkspaceId, sql: SqlClient): Promise<WarmupPolicy> {
  const {
    rows: [policy],
  } = await sql.query<WarmupPolicy>(
    `
      select shares_pool, joined_at, put_out_at, put_out_reason, age_gate, age_days
      from warmup_policy
      where workspace_id = $1
    `,
    [workspaceId],
  );
  return policy ?? usual;
}

export async function writePolicy(workspaceId: WorkspaceId, sql: SqlClient, policy: WarmupPolicy): Promise<void> {
  await sql.query(
    `
      insert into warmup_policy (
        workspace_id, shares_pool, joined_at, put_out_at, put_out_reason, age_gate, age_days
      )
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (workspace_id)
      do update set shares_pool = excluded.shares_pool, joined_at = excluded.joined_at,
        put_out_at = excluded.put_out_at, put_out_reason = excluded.put_out_reason,
        age_gate = excluded.age_gate, age_days = excluded.age_days, updated_at = now()
    `,
    [
      workspaceId,
      policy.shares_pool,
      policy.joined_at,
      policy.put_out_at,
      policy.put_out_reason,
      policy.age_gate,
      policy.age_days,
    ],
  );
}

/** Connected mailboxes that sent warmup email on fewer days, and those of them that active campaigns use. */
export async function countYoung(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  ageDays: number,
  scope: { clientId: ClientId | null; memberId: number | null },
): Promise<{ mailboxes: number; in_campaigns: number }> {
  const {
    rows: [row],
  } = await sql.query<{ mailboxes: number; in_campaigns: number }>(
    `
      select count(*)::int as mailboxes,
        count(*) filter (
          where exists (
            select
            from campaign_mailbox cm
            join campaign c on c.id = cm.campaign_id
            where cm.mailbox_id = m.id and c.status = 'ACTIVE'
          )
        )::int as in_campaigns
      from mailbox m
      where m.workspace_id = $1
        and m.deleted_at is null
        and m.warmup_days < $2
        and ($3::int is null or m.client_id = $3)
        and ($4::int is null or m.id in (select member_mailboxes($4)))
    `,
    [workspaceId, ageDays, scope.clientId, scope.memberId],
  );
  return row as { mailboxes: number; in_campaigns: number };
}

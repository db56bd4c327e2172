import type { SqlClient } from '../../../../../platform/db/database';
import { SkeinError } from '../../../../../platform/http/skein-error';

const kinds = {
  senders: {
    column: 'sender_limit',
    count: 'select count(*)::int as used from mailbox where workspace_id = $1 and deleted_at is null',
    what: 'sender accounts',
    less: 'remove one',
  },
  sequences: {
    column: 'sequence_limit',
    count: `select count(*)::int as used from campaign where workspace_id = $1 and status <> 'ARCHIVED'`,
    what: 'sequences',
    less: 'archive a campaign',
  },
} as const;

/**
 * Whether the plan has room for one more. Where it has a limit, those who ask at once come one after the other, so that none slips past it.
 * @throws SkeinError LIMIT_REACHED with what makes room
 */
export async function requireRoom(workspaceId: number, sql: SqlClient, kind: keyof typeof kinds): Promise<void> {
  const { column, count, what, less } = kinds[kind];
  const { rows } = await sql.query<{ limit: number | null }>(
    `select ${column} as "limit" from workspace where id = $1`,
    [workspaceId],
  );
  const limit = rows[0]?.limit ?? null;
  if (limit === null) return;
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`room:${kind}:${workspaceId}`]);
  const { rows: counted } = await sql.query<{ used: number }>(count, [workspaceId]);
  if ((counted[0]?.used ?? 0) >= limit)
    throw new SkeinError(
      'LIMIT_REACHED',
      `Your plan holds ${limit.toLocaleString('en-US')} ${what}. Add a pack or choose a larger plan under Settings, Subscription, or ${less}.`,
    );
}

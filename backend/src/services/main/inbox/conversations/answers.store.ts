import type { EnrolmentId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/**
 * Answers in a conversation that somebody else gave: what came in, and replies of colleagues that have not been called
 * back. By their number a writer's page tells what it showed, whatever order they were committed in.
 */
export async function countAnswers(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
  userId: UserId,
): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `
      select (
        (
          select count(*)
          from message
          where workspace_id = $1 and enrolment_id = $2 and direction = 'in' and kind <> 'bounce'
        ) + (
          select count(*)
          from intent
          where workspace_id = $1
            and enrolment_id = $2
            and kind = 'REPLY'
            and state not in ('CANCELLED', 'FAILED')
            -- What a rule would send gives way to whoever answers.
            and (drafted_by is null or state <> 'RESERVED')
            and created_by is distinct from $3
        )
      )::int as count
    `,
    [workspaceId, enrolmentId, userId],
  );
  return rows[0]?.count ?? 0;
}

export interface LatestAnswer {
  /** Null for the lead. */
  colleague: string | null;
  at: Date;
}

/** Who gave the newest of these answers; `at` in campaign time. */
export async function latestAnswer(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
  userId: UserId,
): Promise<LatestAnswer | null> {
  const { rows } = await sql.query<LatestAnswer>(
    `
      select colleague, at
      from (
        select null as colleague, m.at, m.recorded_at as known_at
        from message m
        where m.workspace_id = $1 and m.enrolment_id = $2 and m.direction = 'in' and m.kind <> 'bounce'
        union all
        select coalesce(u.name, split_part(u.email, '@', 1), 'A colleague'), i.send_at, i.created_at
        from intent i
        left join app_user u on u.id = i.created_by
        where i.workspace_id = $1
          and i.enrolment_id = $2
          and i.kind = 'REPLY'
          and i.state not in ('CANCELLED', 'FAILED')
          and i.created_by is distinct from $3
      ) a
      order by known_at desc
      limit 1
    `,
    [workspaceId, enrolmentId, userId],
  );
  return rows[0] ?? null;
}

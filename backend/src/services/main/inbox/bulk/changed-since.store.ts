import type { MatchingAction } from '@skein/contracts/main/inbox-bulk.contract';
import type { SqlClient } from '#platform/db/database';
import type { InboxChangeRow } from './inbox-changes.store';

/** A change that is to be undone. */
interface ChangeToUndo {
  id: number;
  at: Date | null;
  action: MatchingAction;
}

/** What else changes the same of a conversation. */
const alike = ({ do: name }: MatchingAction): string[] =>
  name === 'pause' || name === 'resume' ? ['pause', 'resume'] : [name];

/**
 * Conversations that somebody decided about again since a change: by a later one that stands, or where their category was given outside
 * the inbox. They may have the values that the change gave them all the same.
 */
export async function findChangedSince(
  workspaceId: number,
  sql: SqlClient,
  enrolmentIds: readonly number[],
  { id, at, action }: ChangeToUndo,
): Promise<Set<number>> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select g.id
      from unnest($2::int[]) as g(id)
      where exists (
          select
          from inbox_change_row w
          join inbox_change c on c.workspace_id = w.workspace_id and c.id = w.change_id
          where w.workspace_id = $1
            and w.enrolment_id = g.id
            and w.change_id > $3
            and w.outcome in ('CHANGED', 'KEPT')
            and (
              c.action ->> 'do' = any($4)
              or ('pause' = any($4) and c.action ->> 'pause_lead' = 'true')
            )
        )
        or exists (
          select
          from event v
          where 'category' = any($4)
            and v.workspace_id = $1
            and v.enrolment_id = g.id
            and v.kind = 'CATEGORY'
            and v.at > $5
            and not coalesce((v.evidence ->> 'is_undo')::boolean, false)
            and not coalesce((v.evidence -> 'evidence' ->> 'is_kept')::boolean, false)
        )
    `,
    [workspaceId, enrolmentIds, id, alike(action), at],
  );
  return new Set(rows.map((row) => row.id));
}

/** The newest email of each conversation's lead, in whichever campaign; 0 without one. */
export async function findNewestMails(
  workspaceId: number,
  sql: SqlClient,
  enrolmentIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql.query<{ id: number; newest: string }>(
    `
      select e.id, coalesce((select max(m.id) from message m where m.workspace_id = $1 and m.lead_id = e.lead_id), 0) as newest
      from enrolment e
      where e.workspace_id = $1 and e.id = any($2)
    `,
    [workspaceId, enrolmentIds],
  );
  return new Map(rows.map((row) => [row.id, Number(row.newest)]));
}

/** Conversations to whose lead something came since a change: an absence or a full mailbox does not hold a lead that is paused. */
export async function findMailedSince(
  workspaceId: number,
  sql: SqlClient,
  rows: readonly InboxChangeRow[],
  at: Date | null,
): Promise<Set<number>> {
  const found = await sql.query<{ id: number }>(
    `
      select e.id
      from unnest($2::int[], $3::bigint[]) as g(id, seen)
      join enrolment e on e.workspace_id = $1 and e.id = g.id
      where exists (
        select
        from message m
        where m.workspace_id = $1
          and m.lead_id = e.lead_id
          and m.direction = 'in'
          and not m.is_ignored
          and coalesce(m.id > g.seen, m.at >= $4)
      )
    `,
    [
      workspaceId,
      rows.map((row) => row.enrolment_id),
      rows.map((row) => (row.before?.['seen_message'] as number | undefined) ?? null),
      at,
    ],
  );
  return new Set(found.rows.map((row) => row.id));
}

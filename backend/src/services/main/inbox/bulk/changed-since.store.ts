import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
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
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentIds: readonly EnrolmentId[],
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

/** SQL: what the lead of a conversation, `e`, wrote on LinkedIn, `n`. */
const onLinkedIn = `
  from linkedin_message n
  join enrolment o on o.workspace_id = n.workspace_id and o.id = n.enrolment_id
  where n.workspace_id = $1 and o.lead_id = e.lead_id`;

/** The newest that the lead of a conversation wrote, in whichever campaign; 0 without one. */
export interface Seen {
  seen_message: number;
  seen_linkedin: number;
}

/** The newest email and LinkedIn message of each conversation's lead. */
export async function findNewestMessages(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentIds: readonly EnrolmentId[],
): Promise<Map<number, Seen>> {
  const { rows } = await sql.query<{ id: number; mail: string; linkedin: number }>(
    `
      select e.id, coalesce((select max(n.id) ${onLinkedIn}), 0) as linkedin,
        coalesce((select max(m.id) from message m where m.workspace_id = $1 and m.lead_id = e.lead_id), 0) as mail
      from enrolment e
      where e.workspace_id = $1 and e.id = any($2)
    `,
    [workspaceId, enrolmentIds],
  );
  return new Map(rows.map((row) => [row.id, { seen_message: Number(row.mail), seen_linkedin: row.linkedin }]));
}

/** Conversations whose lead wrote something since a change: an absence or a full mailbox does not hold a lead that is paused. */
export async function findWrittenSince(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  rows: readonly InboxChangeRow[],
  at: Date | null,
): Promise<Set<number>> {
  const found = await sql.query<{ id: number }>(
    `
      select e.id
      from unnest($2::int[], $3::bigint[], $5::int[]) as g(id, seen, seen_linkedin)
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
        or exists (select ${onLinkedIn} and coalesce(n.id > g.seen_linkedin, n.at >= $4))
    `,
    [workspaceId, rows.map((row) => row.enrolment_id), seenOf(rows, 'seen_message'), at, seenOf(rows, 'seen_linkedin')],
  );
  return new Set(found.rows.map((row) => row.id));
}

const seenOf = (rows: readonly InboxChangeRow[], field: keyof Seen): (number | null)[] =>
  rows.map((row) => (row.before?.[field] as number | undefined) ?? null);

import type { SqlClient } from '#platform/db/database';
import { giveBack, isStandingReply, type LeadBefore } from '../lead-state/lead-state.api';
import { doNotContact } from './set-category.store';

/** Whose block list: 0 is that of the whole workspace. */
interface LeadOfList {
  enrolmentId: number;
  clientScope: number;
}

interface Block {
  id: number;
  source: string;
  created_by: number | null;
  created_at: Date;
  stands_for_others: boolean;
}

/** The entry of a lead's address on the block list; null without one. */
async function findBlock(
  workspaceId: number,
  sql: SqlClient,
  { enrolmentId, clientScope }: LeadOfList,
): Promise<Block | null> {
  const { rows } = await sql.query<Block>(
    `
      select s.id, s.source, s.created_by, s.created_at, s.stands_for_others
      from enrolment e
      join lead l on l.workspace_id = e.workspace_id and l.id = e.lead_id
      join suppression s on s.workspace_id = e.workspace_id
        and s.kind = 'email'
        and s.value = l.email
        and s.client_scope = $3
      where e.workspace_id = $1 and e.id = $2
    `,
    [workspaceId, enrolmentId, clientScope],
  );
  return rows[0] ?? null;
}

/** The same of many leads, its id alone. */
export async function findBlockIds(
  workspaceId: number,
  sql: SqlClient,
  enrolmentIds: readonly number[],
  clientScope: number,
): Promise<Map<number, number>> {
  const { rows } = await sql.query<{ enrolment_id: number; id: number }>(
    `
      select e.id as enrolment_id, s.id
      from enrolment e
      join lead l on l.workspace_id = e.workspace_id and l.id = e.lead_id
      join suppression s on s.workspace_id = e.workspace_id
        and s.kind = 'email'
        and s.value = l.email
        and s.client_scope = $3
      where e.workspace_id = $1 and e.id = any($2)
    `,
    [workspaceId, enrolmentIds, clientScope],
  );
  return new Map(rows.map((row) => [row.enrolment_id, row.id]));
}

/** A person's own Do Not Contact, which that person takes back. */
interface DoNotContactToUndo extends LeadOfList {
  userId: number;
  /** Entries of the block list that the decision brought: no other is taken off. */
  ownBlocks: ReadonlySet<number>;
  /** Conversations that were decided with this one: they are taken back too. */
  decidedTogether: ReadonlySet<number>;
  at: Date;
}

type UndoneDoNotContact =
  | { result: 'UNDONE'; resumed: number; kept: number; staysBlocked?: true }
  | { result: 'KEPT'; why: 'OTHERS' | 'SPOKEN' | 'ELSEWHERE' };

/**
 * Takes a Do Not Contact back: the address leaves the block list, and the leads that it ended continue as they were. It stays where anything else asks for it: an
 * unsubscribe, somebody else's decision, a rule's, an answer that came since, or the same category in another campaign. A lead that ended by something else since stays ended.
 * The caller holds the person's leads (`holdLeadsOf`) and changes the category.
 */
export async function undoDoNotContact(
  workspaceId: number,
  sql: SqlClient,
  given: DoNotContactToUndo,
): Promise<UndoneDoNotContact> {
  const { enrolmentId, clientScope, at } = given;
  const block = await findBlock(workspaceId, sql, given);
  if (block) {
    await sql.query('select from suppression where workspace_id = $1 and id = $2 for update', [workspaceId, block.id]);
    const held = await findBlock(workspaceId, sql, given);
    const isOwn =
      held !== null && held.source === 'category' && held.created_by === given.userId && !held.stands_for_others;
    if (!isOwn) return { result: 'KEPT', why: 'OTHERS' };
    // An earlier decision of the same person brought it.
    if (!given.ownBlocks.has(held.id)) return { result: 'UNDONE', resumed: 0, kept: 0, staysBlocked: true };
  }
  const others = await findOthers(workspaceId, sql, { ...given, since: block?.created_at ?? null });
  if (others.has_opted_out) return { result: 'KEPT', why: 'OTHERS' };
  if (others.has_spoken) return { result: 'KEPT', why: 'SPOKEN' };
  if (others.marked.some((id) => !given.decidedTogether.has(id))) return { result: 'KEPT', why: 'ELSEWHERE' };
  if (!block) return { result: 'UNDONE', resumed: 0, kept: 0 };
  await sql.query('delete from suppression where workspace_id = $1 and id = $2', [workspaceId, block.id]);
  const ended = await findEnded(workspaceId, sql, { enrolmentId, clientScope, endedAt: block.created_at });
  let resumed = 0;
  for (const { id, before } of ended)
    if (await giveBack(workspaceId, sql, { enrolmentId: id, endedBy: 'DO_NOT_CONTACT', before, at })) resumed += 1;
  return { result: 'UNDONE', resumed, kept: ended.length - resumed };
}

interface Others {
  has_opted_out: boolean;
  has_spoken: boolean;
  /** Where else the person is marked. */
  marked: number[];
}

/** What else asks that a person be left alone: an unsubscribe, an answer since, the category in other campaigns. */
async function findOthers(
  workspaceId: number,
  sql: SqlClient,
  { enrolmentId, since }: { enrolmentId: number; since: Date | null },
): Promise<Others> {
  const { rows } = await sql.query<Others>(
    `
      select
        l.is_unsubscribed or exists (
          select
          from enrolment o
          where o.workspace_id = $1 and o.lead_id = l.id and (o.is_unsubscribed or o.reason = 'UNSUBSCRIBED')
        ) as has_opted_out,
        exists (
          select
          from message m
          where m.workspace_id = $1
            and m.lead_id = l.id
            and (
              m.at >= $4
              or m.id > (
                select min((a.reason_detail -> 'before' ->> 'seen_message')::bigint)
                from enrolment a
                where a.workspace_id = $1 and a.lead_id = l.id and a.reason = 'DO_NOT_CONTACT' and a.ended_at = $4
              )
            )
            and ${isStandingReply('m')}
        ) as has_spoken,
        array(
          select o.id
          from enrolment o
          where o.workspace_id = $1 and o.lead_id = l.id and o.category_id = $3 and o.id <> $2
        ) as marked
      from enrolment e
      join lead l on l.workspace_id = e.workspace_id and l.id = e.lead_id
      where e.workspace_id = $1 and e.id = $2
    `,
    [workspaceId, enrolmentId, doNotContact, since],
  );
  return rows[0] as Others;
}

/** The leads of a person that the decision ended: they ended with the entry, at the same instant. */
async function findEnded(
  workspaceId: number,
  sql: SqlClient,
  { enrolmentId, clientScope, endedAt }: LeadOfList & { endedAt: Date },
): Promise<{ id: number; before: LeadBefore }[]> {
  const { rows } = await sql.query<{ id: number; before: LeadBefore }>(
    `
      select e.id, e.reason_detail -> 'before' as before
      from enrolment e
      join campaign c on c.id = e.campaign_id
      where e.workspace_id = $1
        and e.lead_id = (select lead_id from enrolment where workspace_id = $1 and id = $2)
        and e.reason = 'DO_NOT_CONTACT'
        and e.ended_at = $4
        and e.reason_detail ? 'before'
        and ($3 = 0 or c.client_id = $3)
      order by e.id
    `,
    [workspaceId, enrolmentId, clientScope, endedAt],
  );
  return rows;
}

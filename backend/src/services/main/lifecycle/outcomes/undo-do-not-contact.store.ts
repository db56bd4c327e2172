import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { LeadBefore } from '../lead-state/restore-lead.store';
import { hasWrittenOnLinkedIn, isStandingReply } from '../lead-state/left-alone.store';
import { doNotContact } from './set-category';

/** Whose block list: 0 is that of the whole workspace. */
export interface LeadOfList {
  enrolmentId: EnrolmentId;
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
export async function findBlock(
  workspaceId: WorkspaceId,
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

/** SQL: the newest message on LinkedIn that was there when the decision ended the lead. */
const seenOnLinkedIn = `(
  select min((a.reason_detail -> 'before' ->> 'seen_linkedin')::int)
  from enrolment a
  where a.workspace_id = $1 and a.lead_id = l.id and a.reason = 'DO_NOT_CONTACT' and a.ended_at = $4
)`;

interface Others {
  has_opted_out: boolean;
  has_spoken: boolean;
  /** Where else the person is marked. */
  marked: number[];
}

/** What else asks that a person be left alone: an unsubscribe, an answer since, the category in other campaigns. */
export async function findOthers(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { enrolmentId, since }: { enrolmentId: EnrolmentId; since: Date | null },
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
        )
        or ${hasWrittenOnLinkedIn('$1', 'l.id', { at: '$4', seen: seenOnLinkedIn })} as has_spoken,
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
export async function findEnded(
  workspaceId: WorkspaceId,
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

/** The entry as it is once it is held. */
export async function lockBlock(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  blockId: number,
  lead: LeadOfList,
): Promise<Block | null> {
  await sql.query('select from suppression where workspace_id = $1 and id = $2 for update', [workspaceId, blockId]);
  return findBlock(workspaceId, sql, lead);
}

export async function deleteBlock(workspaceId: WorkspaceId, sql: SqlClient, blockId: number): Promise<void> {
  await sql.query('delete from suppression where workspace_id = $1 and id = $2', [workspaceId, blockId]);
}

import type { CampaignId, EnrolmentId, LeadId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { CalendarAnswer } from '@skein/contracts/calendar-answer';
import type { EventKind } from '@skein/contracts/constants';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { addEnrolmentScope, isScoped, type CampaignScope } from '#access/access.api';

export interface TimelineRecord {
  id: string;
  kind: EventKind | 'ADDED' | 'NOTE' | 'TASK' | 'TASK_DONE';
  at: Date;
  campaign_id: CampaignId | null;
  campaign_name: string | null;
  seq_number: number | null;
  mailbox_email: string | null;
  is_machine: boolean;
  text: string | null;
  evidence: { calendar?: CalendarAnswer } | null;
}

/** What happened to a lead before a place, newest first: events, notes, and when it was added where. */
export async function findTimeline(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadId: LeadId,
  query: { before: { at: Date; id: string } | null; scope: CampaignScope; limit: number },
): Promise<TimelineRecord[]> {
  const where = new Conditions(
    workspaceId,
    leadId,
    query.before?.at ?? null,
    query.before?.id ?? null,
    query.limit,
    isScoped(query.scope),
  ).add('e.workspace_id = $1 AND e.lead_id = $2');
  addEnrolmentScope(where, query.scope);
  const { rows } = await sql.query<TimelineRecord>(
    `
      select *
      from (
        select 'event-' || v.id as id, v.kind, v.at, v.campaign_id, c.name as campaign_name, i.seq_number,
          m.from_email as mailbox_email, v.is_machine, null::text as text, v.evidence
        from enrolment e
        join event v on v.enrolment_id = e.id and v.workspace_id = e.workspace_id
        join campaign c on c.id = e.campaign_id
        left join mailbox m on m.id = v.mailbox_id
        left join intent i on i.id = v.intent_id
        where ${where.sql}
        union all
        select 'added-' || e.id, 'ADDED', e.created_at, e.campaign_id, c.name, null, null, false, null,
          '{}'::jsonb
        from enrolment e
        join campaign c on c.id = e.campaign_id
        where ${where.sql}
        union all
        select 'note-' || n.id, 'NOTE', n.created_at, null, null, null, null, false, n.note_message,
          '{}'::jsonb
        from lead_note n
        where n.workspace_id = $1 and n.lead_id = $2 and not $6::boolean
        union all
        select 'task-' || k.id, 'TASK', k.created_at, null, null, null, null, false, k.name, '{}'::jsonb
        from lead_task k
        where k.workspace_id = $1 and k.lead_id = $2 and not $6::boolean
        union all
        select 'task-done-' || k.id, 'TASK_DONE', k.completed_at, null, null, null, null, false, k.name,
          '{}'::jsonb
        from lead_task k
        where k.workspace_id = $1 and k.lead_id = $2 and k.completed_at is not null and not $6::boolean
      ) t
      where $3::timestamptz is null or (t.at, t.id) < ($3, $4)
      order by t.at desc, t.id desc
      limit $5
    `,
    where.values,
  );
  return rows;
}

export interface NoteRecord {
  id: number;
  note_message: string;
  created_by_name: string | null;
  created_at: Date;
}

/** Notes on a lead, newest first. Who sees a part of the workspace sees their own notes and those about conversations inside it. */
export async function findNotes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadId: LeadId,
  viewer: { userId: UserId; scope: CampaignScope },
): Promise<NoteRecord[]> {
  const where = new Conditions(workspaceId, leadId).add('n.workspace_id = $1 AND n.lead_id = $2');
  if (isScoped(viewer.scope)) {
    const inside = new Conditions(...where.values);
    addEnrolmentScope(inside, viewer.scope);
    where.values.splice(0, where.values.length, ...inside.values);
    where.add(
      `
        n.created_by = ?
          or exists (
            select
            from enrolment e
            join campaign c on c.id = e.campaign_id
            where e.id = n.enrolment_id and ${inside.sql}
          )
      `,
      viewer.userId,
    );
  }
  return (
    await sql.query<NoteRecord>(
      `
        select n.id, n.note_message, coalesce(u.name, u.email) as created_by_name, n.created_at
        from lead_note n
        left join app_user u on u.id = n.created_by
        where ${where.sql}
        order by n.id desc
        limit 500
      `,
      where.values,
    )
  ).rows;
}

export async function insertNote(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  note: {
    leadId: LeadId;
    enrolmentId: EnrolmentId | null;
    text: string;
    userId: UserId;
    scope: CampaignScope;
    at: Date;
  },
): Promise<NoteRecord> {
  await sql.query(
    `
      insert into lead_note (workspace_id, lead_id, enrolment_id, note_message, created_by, created_at)
      values ($1, $2, $3, $4, $5, $6)
    `,
    [workspaceId, note.leadId, note.enrolmentId, note.text, note.userId, note.at],
  );
  return (await findNotes(workspaceId, sql, note.leadId, note))[0] as NoteRecord;
}

/** Deletes a note that this person wrote on a lead, and the notifications of whom it mentions. False when there is none. */
export async function deleteOwnNote(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { leadId, noteId, userId }: { leadId: LeadId; noteId: number; userId: UserId },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    'delete from lead_note where workspace_id = $1 and id = $2 and lead_id = $3 and created_by = $4',
    [workspaceId, noteId, leadId, userId],
  );
  if (!rowCount) return false;
  await sql.query(
    `delete from notice where workspace_id = $1 and kind = 'mention' and (facts ->> 'note_id')::int = $2`,
    [workspaceId, noteId],
  );
  return true;
}

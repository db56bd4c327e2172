import type { CampaignStatus, EventKind, LeadStatus } from '@skein/contracts/constants';
import { Conditions } from '../../../../platform/db/conditions';
import type { SqlClient } from '../../../../platform/db/database';
import { detachMail } from '../../../../platform/outcomes/detach-mail.store';
import { unparkPeople } from '../campaigns/campaigns.store';
import { addListScope } from '../lead-lists/lead-lists.store';
import { findVisibleClients } from '../campaigns/campaign-references.store';
import { addEnrolmentScope, isScoped, type CampaignScope } from '../campaigns/campaign-scope';

export interface LeadCampaignRecord {
  campaign_id: number;
  campaign_name: string;
  campaign_status: CampaignStatus;
  client_id: number | null;
  enrolment_id: number;
  lead_status: LeadStatus;
  reason: string | null;
  category_id: number | null;
  last_seq_number: number;
  added_at: Date;
  last_sent_at: Date | null;
  last_reply_at: Date | null;
  mailbox_email: string | null;
}

/** Campaigns of a lead inside the scope, newest first. */
export async function findLeadCampaigns(
  workspaceId: number,
  sql: SqlClient,
  leadId: number,
  scope: CampaignScope,
): Promise<LeadCampaignRecord[]> {
  const where = new Conditions(workspaceId, leadId).add('e.workspace_id = $1 AND e.lead_id = $2');
  addEnrolmentScope(where, scope);
  const { rows } = await sql.query<LeadCampaignRecord>(
    `SELECT c.id AS campaign_id, c.name AS campaign_name, c.status AS campaign_status, c.client_id, e.id AS enrolment_id, e.status AS lead_status, e.reason, e.category_id, e.last_seq_number, e.created_at AS added_at, e.last_sent_at, e.last_reply_at, m.from_email AS mailbox_email
     FROM enrolment e JOIN campaign c ON c.id = e.campaign_id LEFT JOIN mailbox m ON m.id = e.mailbox_id WHERE ${where.sql} ORDER BY e.id DESC`,
    where.values,
  );
  return rows;
}

export interface LeadMarks {
  suppression: { kind: string; value: string; source: string; created_at: Date } | null;
  aliases: { email: string; created_at: Date }[];
  upload: { id: number; file_name: string } | null;
  tags: { id: number; mapping_id: number; name: string; color: string }[];
  lists: { id: number; name: string }[];
}

/** Whether a lead may be mailed, its other addresses, its tags and lists, and the upload it came from. */
export async function findLeadMarks(
  workspaceId: number,
  sql: SqlClient,
  scope: CampaignScope,
  lead: { id: number; email: string; domain: string; upload_id: number | null },
): Promise<LeadMarks> {
  // The own list of another client holds for that client alone.
  const ofLists =
    scope.memberId === null
      ? scope.clientId === null
        ? null
        : [0, scope.clientId]
      : [0, ...(await findVisibleClients(workspaceId, sql, scope.memberId))];
  const suppression = await sql.query<NonNullable<LeadMarks['suppression']>>(
    `SELECT kind, value, source, created_at FROM suppression WHERE workspace_id = $1 AND ((kind = 'email' AND value = $2) OR (kind = 'domain' AND value = $3)) AND ($4::int[] IS NULL OR client_scope = ANY($4)) ORDER BY client_scope, id LIMIT 1`,
    [workspaceId, lead.email, lead.domain, ofLists],
  );
  const aliases = await sql.query<{ email: string; created_at: Date }>(
    'SELECT email, created_at FROM lead_alias WHERE workspace_id = $1 AND lead_id = $2 ORDER BY id',
    [workspaceId, lead.id],
  );
  const upload = await sql.query<{ id: number; file_name: string }>(
    `SELECT u.id, u.file_name FROM lead_upload u LEFT JOIN campaign c ON c.id = u.campaign_id LEFT JOIN lead_list t ON t.id = u.list_id
     WHERE u.workspace_id = $1 AND u.id = $2 AND ($3::int IS NULL OR c.client_id = $3 OR t.client_id = $3) AND ($4::int IS NULL OR u.created_by = $4 OR t.created_by = $4 OR c.id IN (SELECT member_campaigns($4)))`,
    [workspaceId, lead.upload_id, scope.clientId, scope.memberId],
  );
  const tags = await sql.query<LeadMarks['tags'][number]>(
    'SELECT g.id, y.id AS mapping_id, g.name, g.color FROM lead_tag y JOIN tag g ON g.id = y.tag_id WHERE y.workspace_id = $1 AND y.lead_id = $2 ORDER BY g.name',
    [workspaceId, lead.id],
  );
  const inside = new Conditions(workspaceId, lead.id).add('y.workspace_id = $1 AND y.lead_id = $2');
  addListScope(inside, scope, scope.memberId ?? 0);
  const lists = await sql.query<LeadMarks['lists'][number]>(
    `SELECT t.id, t.name FROM lead_list_member y JOIN lead_list t ON t.id = y.list_id WHERE ${inside.sql} ORDER BY t.name`,
    inside.values,
  );
  return {
    tags: tags.rows,
    lists: lists.rows,
    suppression: suppression.rows[0] ?? null,
    aliases: aliases.rows,
    upload: upload.rows[0] ?? null,
  };
}

/** Changes standard fields and merges custom ones (null removes one). Whoever waited for a missing field is looked at again. */
export async function writeLead(
  workspaceId: number,
  sql: SqlClient,
  leadId: number,
  change: {
    fields: Record<string, string | null>;
    custom: Record<string, unknown>;
    email?: { email: string; domain: string };
    at: Date;
  },
): Promise<void> {
  const values: unknown[] = [workspaceId, leadId, change.at, JSON.stringify(change.custom)];
  // Names come from the closed list of lead fields.
  const sets = Object.entries({ ...change.fields, ...change.email }).map(
    ([column, value]) => `"${column}" = $${values.push(value)}`,
  );
  await sql.query(
    `UPDATE lead SET ${[...sets, 'updated_at = $3', 'custom_fields = jsonb_strip_nulls(custom_fields || $4::jsonb)'].join(', ')} WHERE workspace_id = $1 AND id = $2`,
    values,
  );
  await unparkPeople(workspaceId, sql, [leadId]);
}

/** A new address is another mail host: its provider is what is known of the domain. */
export async function resetProvider(workspaceId: number, sql: SqlClient, leadId: number): Promise<void> {
  await sql.query(
    `WITH changed AS (UPDATE lead l SET provider = coalesce((SELECT provider FROM mail_domain d WHERE d.domain = l.domain), 'OTHER'), is_bounced = false WHERE l.workspace_id = $1 AND l.id = $2 RETURNING id, provider)
     UPDATE enrolment e SET provider = c.provider FROM changed c WHERE e.workspace_id = $1 AND e.lead_id = c.id`,
    [workspaceId, leadId],
  );
}

/** Deletes a lead with its enrolments, notes and tasks. Its mails stay in their mailboxes, no longer tied to it. */
export async function removeLead(
  workspaceId: number,
  sql: SqlClient,
  leadId: number,
  enrolmentIds: readonly number[],
): Promise<void> {
  const values = [workspaceId, leadId];
  await sql.query(
    'UPDATE message SET enrolment_id = NULL, lead_id = NULL, intent_id = NULL WHERE workspace_id = $1 AND (lead_id = $2 OR enrolment_id IN (SELECT id FROM enrolment WHERE workspace_id = $1 AND lead_id = $2))',
    values,
  );
  await detachMail(workspaceId, sql, { enrolmentIds });
  await sql.query('DELETE FROM lead WHERE workspace_id = $1 AND id = $2', values);
}

export interface TimelineRecord {
  id: string;
  kind: EventKind | 'ADDED' | 'NOTE' | 'TASK' | 'TASK_DONE';
  at: Date;
  campaign_id: number | null;
  campaign_name: string | null;
  seq_number: number | null;
  mailbox_email: string | null;
  is_machine: boolean;
  text: string | null;
  evidence: unknown;
}

/** What happened to a lead before a place, newest first: events, notes, and when it was added where. */
export async function findTimeline(
  workspaceId: number,
  sql: SqlClient,
  leadId: number,
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
    `SELECT * FROM (
       SELECT 'event-' || v.id AS id, v.kind, v.at, v.campaign_id, c.name AS campaign_name, i.seq_number, m.from_email AS mailbox_email, v.is_machine, NULL::text AS text, v.evidence
       FROM enrolment e JOIN event v ON v.enrolment_id = e.id AND v.workspace_id = e.workspace_id JOIN campaign c ON c.id = e.campaign_id LEFT JOIN mailbox m ON m.id = v.mailbox_id LEFT JOIN intent i ON i.id = v.intent_id WHERE ${where.sql}
       UNION ALL SELECT 'added-' || e.id, 'ADDED', e.created_at, e.campaign_id, c.name, NULL, NULL, false, NULL, '{}'::jsonb FROM enrolment e JOIN campaign c ON c.id = e.campaign_id WHERE ${where.sql}
       UNION ALL SELECT 'note-' || n.id, 'NOTE', n.created_at, NULL, NULL, NULL, NULL, false, n.note_message, '{}'::jsonb FROM lead_note n WHERE n.workspace_id = $1 AND n.lead_id = $2 AND NOT $6::boolean
       UNION ALL SELECT 'task-' || k.id, 'TASK', k.created_at, NULL, NULL, NULL, NULL, false, k.name, '{}'::jsonb FROM lead_task k WHERE k.workspace_id = $1 AND k.lead_id = $2 AND NOT $6::boolean
       UNION ALL SELECT 'task-done-' || k.id, 'TASK_DONE', k.completed_at, NULL, NULL, NULL, NULL, false, k.name, '{}'::jsonb FROM lead_task k WHERE k.workspace_id = $1 AND k.lead_id = $2 AND k.completed_at IS NOT NULL AND NOT $6::boolean
     ) t WHERE $3::timestamptz IS NULL OR (t.at, t.id) < ($3, $4) ORDER BY t.at DESC, t.id DESC LIMIT $5`,
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
  workspaceId: number,
  sql: SqlClient,
  leadId: number,
  viewer: { userId: number; scope: CampaignScope },
): Promise<NoteRecord[]> {
  const where = new Conditions(workspaceId, leadId).add('n.workspace_id = $1 AND n.lead_id = $2');
  if (isScoped(viewer.scope)) {
    const inside = new Conditions(...where.values);
    addEnrolmentScope(inside, viewer.scope);
    where.values.splice(0, where.values.length, ...inside.values);
    where.add(
      `n.created_by = ? OR EXISTS (SELECT FROM enrolment e JOIN campaign c ON c.id = e.campaign_id WHERE e.id = n.enrolment_id AND ${inside.sql})`,
      viewer.userId,
    );
  }
  return (
    await sql.query<NoteRecord>(
      `SELECT n.id, n.note_message, coalesce(u.name, u.email) AS created_by_name, n.created_at FROM lead_note n LEFT JOIN app_user u ON u.id = n.created_by WHERE ${where.sql} ORDER BY n.id DESC LIMIT 500`,
      where.values,
    )
  ).rows;
}

export async function insertNote(
  workspaceId: number,
  sql: SqlClient,
  note: { leadId: number; enrolmentId: number | null; text: string; userId: number; scope: CampaignScope; at: Date },
): Promise<NoteRecord> {
  await sql.query(
    'INSERT INTO lead_note (workspace_id, lead_id, enrolment_id, note_message, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [workspaceId, note.leadId, note.enrolmentId, note.text, note.userId, note.at],
  );
  return (await findNotes(workspaceId, sql, note.leadId, note))[0] as NoteRecord;
}

/** Whether a lead is in a campaign that is not of this client. */
export const isMailedByOthers = async (
  workspaceId: number,
  sql: SqlClient,
  leadId: number,
  clientId: number,
): Promise<boolean> =>
  ((
    await sql.query(
      'SELECT FROM enrolment e JOIN campaign c ON c.id = e.campaign_id WHERE e.workspace_id = $1 AND e.lead_id = $2 AND c.client_id IS DISTINCT FROM $3 LIMIT 1',
      [workspaceId, leadId, clientId],
    )
  ).rowCount ?? 0) > 0;

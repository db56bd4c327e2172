import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { placeImported } from '#lifecycle/lifecycle.api';
import type { SourceSent } from './account-source';
import type { Place } from './place-lead';

/** Keeps the last step that each address had, and the subject that its thread began with. Reading a page twice changes nothing. */
export async function addSent(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  itemId: number,
  rows: readonly SourceSent[],
): Promise<void> {
  await sql.query(
    `
      insert into account_import_sent as s (
        workspace_id, item_id, email, step, sent_at, subject, is_replied, is_bounced, is_unsubscribed
      )
      select $1, $2, g.email, max(g.step), max(g.at),
        (array_agg(left(regexp_replace(g.subject, '^(re: *)+', '', 'i'), 998) order by g.step))[1],
        bool_or(g."isReplied"), bool_or(g."isBounced"), bool_or(g."isUnsubscribed")
      from jsonb_to_recordset($3::jsonb) as g(
        email text, step int, at timestamptz, subject text, "isReplied" boolean, "isBounced" boolean, "isUnsubscribed" boolean
      )
      where g.step > 0
      group by g.email
      on conflict (item_id, email)
      do update
      set step = greatest(s.step, excluded.step), sent_at = greatest(s.sent_at, excluded.sent_at),
        subject = case when excluded.step < s.step then coalesce(excluded.subject, s.subject) else s.subject end,
        is_replied = s.is_replied or excluded.is_replied, is_bounced = s.is_bounced or excluded.is_bounced,
        is_unsubscribed = s.is_unsubscribed or excluded.is_unsubscribed
    `,
    [workspaceId, itemId, JSON.stringify(rows)],
  );
}

export interface SentRow {
  email: string;
  step: number;
  sent_at: Date;
  subject: string | null;
  is_replied: boolean;
  is_bounced: boolean;
  is_unsubscribed: boolean;
}
export async function findSent(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  itemId: number,
  emails: readonly string[],
): Promise<Map<string, SentRow>> {
  const { rows } = await sql.query<SentRow>(
    'select * from account_import_sent where workspace_id = $1 and item_id = $2 and email = any($3)',
    [workspaceId, itemId, emails],
  );
  return new Map(rows.map((row) => [row.email, row]));
}
export async function forgetSent(workspaceId: WorkspaceId, sql: SqlClient, itemId: number): Promise<void> {
  await sql.query('delete from account_import_sent where workspace_id = $1 and item_id = $2', [workspaceId, itemId]);
}

export interface PlacedLead extends Pick<Place, 'status' | 'reason' | 'step'> {
  enrolmentId: EnrolmentId;
  isNew: boolean;
  lastAt: Date | null;
  subject: string | null;
  next: { id: number; number: number; dueAt: Date } | null;
}

/** Puts leads where they stood in the other product. */
export async function placeLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leads: readonly PlacedLead[],
  at: Date,
): Promise<void> {
  if (leads.length === 0) return;
  await placeImported(
    workspaceId,
    sql,
    leads.map(({ enrolmentId, next, ...lead }) => ({
      ...lead,
      id: enrolmentId,
      nextId: next?.id ?? null,
      nextNumber: next?.number ?? null,
      dueAt: next?.dueAt ?? null,
    })),
    at,
  );
}

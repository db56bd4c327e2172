import type { WorkspaceId } from '@skein/contracts/ids';
import type { SenderCauseName } from '@skein/contracts/sender-causes';
import type { SqlClient } from '#platform/db/database';
import type { BounceResponse } from '#engine/bounces/respond-to-bounces';
import type { Reaction, ResponseScope } from '#engine/bounces/bounce-rules';
import { cancelReservedWhere } from '../lead-state/enrolment/reservations.store';

/** Writes a response; a weaker one to the same thing ends. @returns false where one of its strength holds */
export async function insertResponse(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: BounceResponse & { label: string; reason: string; at: Date },
): Promise<boolean> {
  await sql.query(
    `
      update bounce_response
      set ended_at = $4, end_reason = 'ESCALATED'
      where workspace_id = $1 and scope = $2 and scope_id = $3 and ended_at is null and reaction = 'SLOW' and $5 <> 'SLOW'
        and bounce_class <> 'SENDER_STATE'
    `,
    [workspaceId, given.scope, given.scopeId, given.at, given.reaction],
  );
  const { rowCount } = await sql.query(
    `
      insert into bounce_response (
        workspace_id, scope, scope_id, label, reaction, bounce_class, percent, reason, level, began_at, until
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      on conflict (workspace_id, scope, scope_id, (bounce_class = 'SENDER_STATE')) where ended_at is null
      do nothing
    `,
    [
      workspaceId,
      given.scope,
      given.scopeId,
      given.label.slice(0, 300),
      given.reaction,
      given.class,
      given.percent,
      given.reason,
      given.level,
      given.at,
      new Date(given.until),
    ],
  );
  return rowCount === 1;
}

/** Emails of resting mailboxes that are reserved and not on their way: their leads wait. */
export const releaseOfMailboxes = (workspaceId: WorkspaceId, sql: SqlClient, scope: ResponseScope, scopeId: string) =>
  cancelReservedWhere(sql, 'MAILBOX_BOUNCE_REST', {
    which: `i.workspace_id = $2 and i.kind = 'CAMPAIGN' and i.mailbox_id in (
      select m.id from mailbox m where m.workspace_id = $2
        and ${scope === 'MAILBOX' ? 'm.id = $3::int' : `split_part(m.from_email, '@', 2) = $3`}
    )`,
    values: [workspaceId, scopeId],
    waits: { code: 'MAILBOX_BOUNCE_REST', whenDue: 'ONLY' },
  });

/** Emails of an import's new leads that are reserved and not on their way. */
export const releaseOfImport = (workspaceId: WorkspaceId, sql: SqlClient, uploadId: string) =>
  cancelReservedWhere(sql, 'IMPORT_ON_HOLD', {
    which: `i.workspace_id = $2 and i.kind = 'CAMPAIGN' and i.enrolment_id in (
      select h.id from enrolment h where h.workspace_id = $2 and h.upload_id = $3::int and h.status = 'STARTED'
    )`,
    values: [workspaceId, uploadId],
  });

export interface StoredResponse {
  id: number;
  scope: ResponseScope;
  scope_id: string;
  label: string;
  reaction: Reaction;
  bounce_class: string;
  cause: SenderCauseName | null;
  percent: number | null;
  reason: string;
  level: number;
  began_at: Date;
  until: Date;
  ended_at: Date | null;
  end_reason: string | null;
}

const columns =
  'id, scope, scope_id, label, reaction, bounce_class, cause, percent, reason, level, began_at, until, ended_at, end_reason';

/** Ends responses: those that have run out, at the time at which they ran out, or one before its time. @returns what ended */
export async function writeEnd(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  now: Date,
  id: number | null,
): Promise<StoredResponse[]> {
  const { rows } = await sql.query<StoredResponse>(
    `
      update bounce_response
      set ended_at = case when $3::bigint is null then until else $2 end,
        end_reason = case when $3::bigint is null then 'RECOVERED' else 'RELEASED' end
      where workspace_id = $1 and ended_at is null and case when $3::bigint is null then until <= $2 else id = $3 end
      returning ${columns}
    `,
    [workspaceId, now, id],
  );
  return rows;
}

import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '../db/database';

/** What is no change of a row: an export, a failed login, work that was assigned. */
export interface AuditNote {
  kind: string;
  /** A verb in the past: `exported`. */
  action: string;
  objectId: string;
  label: string;
  changes?: Record<string, [unknown, unknown]>;
  /** Numbers under names. */
  effect?: Record<string, number>;
  detail?: object;
  /** The person a login or link is for, when the request has no actor. */
  personId?: number;
}

/**
 * Writes an entry of the trail in the transaction of what it is about, through the one door of the database. Changes of
 * settings need no call: the triggers `audited` write those. Who acts is known from the request.
 */
export async function noteInTrail(
  workspaceId: WorkspaceId,
  sql: Pick<SqlClient, 'query'>,
  note: AuditNote,
): Promise<void> {
  await sql.query('select write_audit_entry($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    workspaceId,
    note.kind,
    note.action,
    note.objectId,
    note.label,
    JSON.stringify(note.changes ?? {}),
    JSON.stringify(note.effect ?? {}),
    JSON.stringify(note.detail ?? {}),
    note.personId ?? null,
  ]);
}

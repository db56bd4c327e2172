import type { SqlClient } from '#platform/db/database';
import { invalidField } from '#platform/http/skein-error';
import type { CampaignScope, Who } from '../campaign-access/campaign-scope';
import { findVisibleClients, hasClient, hasFolder, hasMember, isAssignable } from './campaign-references.store';

/** The clients of the agency whose things somebody sees; null for all. */
export async function visibleClients(
  workspaceId: number,
  sql: SqlClient,
  { clientId, memberId }: Pick<CampaignScope, 'clientId' | 'memberId'>,
): Promise<number[] | null> {
  if (clientId !== null) return [clientId];
  return memberId === null ? null : findVisibleClients(workspaceId, sql, memberId);
}

/** @throws SkeinError VALIDATION when the client is not of this workspace, or not seen by the member with limited access */
export async function checkClient(
  workspaceId: number,
  sql: SqlClient,
  clientId: number | null | undefined,
  memberId: number | null,
): Promise<void> {
  if (clientId && !(await hasClient(workspaceId, sql, clientId, memberId)))
    throw invalidField('client_id', 'isn’t a client of this workspace');
}

/** @throws SkeinError VALIDATION when the folder is not of this workspace, or holds no campaign of the client who asks */
export async function checkFolder(
  workspaceId: number,
  sql: SqlClient,
  folderId: number | null | undefined,
  clientId: number | null,
): Promise<void> {
  if (folderId && !(await hasFolder(workspaceId, sql, folderId, clientId)))
    throw invalidField('folder_id', 'isn’t a folder of this workspace');
}

/** @throws SkeinError VALIDATION when the person is not of this workspace */
export async function checkMember(
  workspaceId: number,
  sql: SqlClient,
  userId: number | null | undefined,
): Promise<void> {
  if (userId && !(await hasMember(workspaceId, sql, userId)))
    throw invalidField('team_member_id', 'isn’t a member of this team');
}

/**
 * Work is given to people that the asker may know, because the answer names them: a member with limited access knows the team and the
 * clients that they see; a client knows its own people and those of the team who look after one of its campaigns or mailboxes.
 * Somebody who is not known and somebody who does not exist get the same answer.
 * @throws SkeinError VALIDATION
 */
export async function checkAssignee(
  who: Who,
  sql: SqlClient,
  field: string,
  userId: number | null | undefined,
): Promise<void> {
  if (userId && !(await isAssignable(sql, who, userId)))
    throw invalidField(field, 'isn’t someone you can assign work to');
}

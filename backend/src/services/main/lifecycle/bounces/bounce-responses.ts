import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { writeSendingRest } from '#platform/mail/sending-rest.store';
import { restOfSender } from '#engine/bounces/rest-after-refusal';
import type { BounceResponse } from '#engine/bounces/respond-to-bounces';
import type { SenderState } from '#engine/inbox-sync/sender-state';
import { cancelOfMailboxes } from '../lead-state/enrolment/cancel-emails';
import { holdImportedLeads, releaseImportedLeads } from '../lead-state/enrolment/hold-leads.store';
import {
  insertResponse,
  releaseOfImport,
  releaseOfMailboxes,
  writeEnd,
  type StoredResponse,
} from './bounce-response.store';

/**
 * Begins a response: a weaker one to the same thing ends, and what is reserved against it is released. New leads of an
 * import that is held leave the queues until the hold ends, so that no send round loads them.
 * @returns false where one of its strength holds
 */
export async function beginResponse(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: BounceResponse & { label: string; reason: string; at: Date },
): Promise<boolean> {
  if (!(await insertResponse(workspaceId, sql, given))) return false;
  if (given.reaction === 'REST') await releaseOfMailboxes(workspaceId, sql, given.scope, given.scopeId);
  if (given.reaction === 'HOLD') {
    await releaseOfImport(workspaceId, sql, given.scopeId);
    await holdImportedLeads(workspaceId, sql, given.scopeId, new Date(given.until));
  }
  return true;
}

/** A mailbox whose own server sends nothing for it. */
interface SenderRest {
  mailboxId: MailboxId;
  sender: Pick<SenderState, 'cause' | 'isSure'>;
  /** The server's own words. */
  words: string;
  /** Campaign time in milliseconds. */
  now: number;
}

/**
 * Lets a mailbox rest whose own server sends nothing for it, and releases what is reserved from it. First emails leave
 * for another mailbox of their campaign, because they have no thread to lose; follow-ups wait for theirs.
 * @returns the end of the rest, in campaign time
 */
export async function restMailbox(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { mailboxId, sender, words, now }: SenderRest,
): Promise<number> {
  const until = await writeSendingRest(sql, { workspaceId, mailboxId }, restOfSender(sender, words, now), now);
  await cancelOfMailboxes(sql, { workspaceId, mailboxIds: [mailboxId] }, 'MAILBOX_PROVIDER_REST', {
    code: 'MAILBOX_PROVIDER_REST',
    whenDue: 'ONLY',
    freesNewLeads: true,
  });
  return until;
}

/** Ends the responses of a workspace that have run out, at the time at which they ran out. @returns what ended */
export const endOver = (workspaceId: WorkspaceId, sql: SqlClient, now: Date): Promise<StoredResponse[]> =>
  writeEnd(workspaceId, sql, now, null);

/** Ends a response before its time; leads that it held are back in their queues. @returns null where none of that id holds */
export async function releaseResponse(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
  now: Date,
): Promise<StoredResponse | null> {
  const [released] = await writeEnd(workspaceId, sql, now, id);
  if (!released) return null;
  if (released.scope === 'IMPORT') await releaseImportedLeads(workspaceId, sql, released.scope_id, released.until);
  return released;
}

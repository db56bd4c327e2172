import type { CampaignId, ClientId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { scopeOf, type Who } from '#access/access.api';
import { noteEdit } from '#lifecycle/lifecycle.api';
import { attachMailboxes, findOnlyMailbox } from './campaign-mailboxes.store';

/** A draft that has no mailbox yet. */
interface MailboxlessDraft {
  campaignId: CampaignId;
  clientId: ClientId | null;
  at: Date;
}

/** Where a new campaign has exactly one mailbox to choose, it is chosen. With several, or none, the draft stays without. */
export async function attachOnlyMailbox(
  sql: SqlClient,
  who: Who,
  { campaignId, clientId, at }: MailboxlessDraft,
): Promise<void> {
  const mailboxId = await findOnlyMailbox(who.workspaceId, sql, clientId, scopeOf(who));
  if (mailboxId === null) return;
  await attachMailboxes(who.workspaceId, sql, campaignId, [mailboxId]);
  await noteEdit(who.workspaceId, sql, {
    campaignId,
    userId: who.userId,
    area: 'mailboxes',
    detail: { count: 1 },
    at,
  });
}

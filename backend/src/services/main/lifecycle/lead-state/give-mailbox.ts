import type { CampaignId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { lockLeads } from './change-leads.store';
import { cancelOfLeads } from './enrolment/cancel-emails';
import { writeMailbox } from './enrolment/queues.store';

/** Leads of one campaign, held, and the mailboxes that send to them from now on, in turn. */
interface LeadsToGive {
  ids: readonly number[];
  mailboxIds: readonly MailboxId[];
  at: Date;
}

/**
 * Gives leads to other mailboxes: what was reserved for them is cancelled, and what they send next begins a thread of
 * its own, under the subject of the first.
 * @returns which have another mailbox now, and how many emails were cancelled
 */
export async function giveMailbox(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { ids, mailboxIds, at }: LeadsToGive,
): Promise<{ moved: number[]; cancelled: number }> {
  const cancelled = await cancelOfLeads(workspaceId, sql, ids, 'MAILBOX_CHANGED');
  const moved: number[] = [];
  for (const [index, mailboxId] of mailboxIds.entries())
    moved.push(
      ...(await writeMailbox(workspaceId, sql, {
        ids: ids.filter((_, place) => place % mailboxIds.length === index),
        mailboxId,
        at,
      })),
    );
  return { moved, cancelled };
}

/** The same for leads that nobody holds yet. @returns how many are in the campaign */
export async function spreadOver(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, ...leads }: LeadsToGive & { campaignId: CampaignId },
): Promise<number> {
  const ids = (await lockLeads(workspaceId, sql, { campaignId, ids: leads.ids })).map((row) => row.id);
  await giveMailbox(workspaceId, sql, { ...leads, ids });
  return ids.length;
}

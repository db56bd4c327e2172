import type { BulkAnswer, LeadSelection } from '@skein/contracts/main/campaign-leads.contract';
import type { SqlClient } from '#platform/db/database';
import {
  appendEvents,
  giveMailbox,
  holdSelected,
  matchingLeads,
  pauseLeads as pauseEnrolments,
  doNotContact,
  markDoNotContact,
  removePlaces,
  stopContact,
  unsubscribePlaces,
  wakeCampaign,
  type LockedLead,
  isOpen,
  idsOf,
  keep,
} from '#lifecycle/lifecycle.api';
import { isCampaignMailbox } from '../campaign-mailboxes/campaign-mailboxes.store';
import { writeCategory } from './categorise.store';
import { invalidField } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { requireCampaign, type Who, type CampaignRecord } from '#access/access.api';
import { isKnownCategory } from '#labels/labels.api';

export type LeadDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'live'>;

/** Rows of one transaction. */
const batch = 2_000;

interface Step {
  sql: SqlClient;
  campaign: CampaignRecord;
  rows: LockedLead[];
  at: Date;
  skip: (row: LockedLead, reason: string) => void;
}
/** Whether what ended a lead can be undone: only an opt-out of its own then keeps it ended. */
const mayComeBack = ({ is_unsubscribed: isUnsubscribed, reason }: LockedLead) =>
  !isUnsubscribed && (reason === 'DO_NOT_CONTACT' || reason === 'SUPPRESSED' || reason === 'PUSHED');

/** Pauses leads; what was reserved for them is cancelled in the same transaction. */
export const pauseLeads = (deps: LeadDeps, who: Who, campaignId: number, selection: LeadSelection) =>
  changeAll(deps, who, { campaignId, selection }, async ({ sql, rows, skip }) => {
    const open = keep(rows, isOpen, skip, (row) => (row.status === 'PAUSED' ? 'Paused already' : 'Ended already'));
    const { cancelled } = await pauseEnrolments(sql, idsOf(open), 'MANUAL');
    return { changed: open.length, cancelled };
  });

/** Leads of one campaign, unsubscribed from it or everywhere. */
interface LeadsToUnsubscribe {
  campaignId: number;
  selection: LeadSelection;
  everywhere?: boolean;
}

/** Unsubscribes leads here; everywhere also suppresses the address and stops every other campaign. */
export const unsubscribeLeads = (
  deps: LeadDeps,
  who: Who,
  { campaignId, selection, everywhere = false }: LeadsToUnsubscribe,
) =>
  changeAll(deps, who, { campaignId, selection }, async ({ sql, campaign, rows, at, skip }) => {
    const open = keep(
      rows,
      (row) => isOpen(row) || row.status === 'PAUSED' || everywhere || mayComeBack(row),
      skip,
      () => 'Ended already',
    );
    const here = idsOf(open.filter((row) => isOpen(row) || row.status === 'PAUSED'));
    const ended = idsOf(open.filter(mayComeBack));
    let cancelled = await unsubscribePlaces(sql, { open: everywhere ? [] : here, ended }, at);
    if (everywhere)
      ({ cancelled } = await stopContact(who.workspaceId, sql, {
        leadIds: open.map((row) => row.lead_id),
        as: 'UNSUBSCRIBED',
        because: 'Unsubscribed manually',
        by: { userId: who.userId, clientId: who.client?.id ?? null },
        at,
      }));
    await appendEvents(
      sql,
      open.map((row) => ({
        workspaceId: who.workspaceId,
        kind: 'UNSUBSCRIBE' as const,
        at,
        campaignId,
        enrolmentId: row.id,
        leadId: row.lead_id,
        clientId: campaign.client_id,
        isFirst: row.reason !== 'UNSUBSCRIBED',
        evidence: { by: 'person', user_id: who.userId, everywhere },
      })),
    );
    return { changed: open.length, cancelled };
  });

/** Takes leads out of the campaign. One whose e-mail is under way at this moment stays. */
export const removeLeads = (deps: LeadDeps, who: Who, campaignId: number, selection: LeadSelection) =>
  changeAll(deps, who, { campaignId, selection }, async ({ sql, rows, skip }) => {
    const { busy, cancelled } = await removePlaces(who.workspaceId, sql, idsOf(rows));
    const free = keep(
      rows,
      (row) => !busy.has(row.id),
      skip,
      () => 'An email is being sent right now',
    );
    return { changed: free.length, cancelled };
  });

/** Leads of one campaign and their new category; null removes it. */
interface LeadsToCategorise {
  campaignId: number;
  selection: LeadSelection;
  categoryId: number | null;
  pauseLead?: boolean;
}

/**
 * Gives leads a category, or none. Do Not Contact also stops and suppresses them (docs/domain.md, Statuses).
 * @throws SkeinError VALIDATION
 */
export const categoriseLeads = (
  deps: LeadDeps,
  who: Who,
  { campaignId, selection, categoryId, pauseLead = false }: LeadsToCategorise,
) =>
  changeAll(deps, who, { campaignId, selection }, async ({ sql, campaign, rows, at, skip }) => {
    if (categoryId !== null && !(await isKnownCategory(who.workspaceId, sql, categoryId)))
      throw invalidField('category_id', 'isn’t a category of this workspace');
    const written = await writeCategory(who.workspaceId, sql, { ids: idsOf(rows), categoryId, at });
    const changed = new Set(written.map((row) => row.id));
    for (const row of rows) if (!changed.has(row.id)) skip(row, 'Has this category already');
    let cancelled = 0;
    if (categoryId === doNotContact) {
      ({ cancelled } = await markDoNotContact(who.workspaceId, sql, {
        leadIds: rows.map((row) => row.lead_id),
        by: { userId: who.userId, clientId: who.client?.id ?? null },
        author: 'USER',
        at,
        evidence: { user_id: who.userId },
      }));
    } else if (pauseLead) {
      ({ cancelled } = await pauseEnrolments(sql, idsOf(rows.filter(isOpen)), 'CATEGORY'));
    }
    await appendEvents(
      sql,
      written.map((row) => ({
        workspaceId: who.workspaceId,
        kind: 'CATEGORY' as const,
        at,
        campaignId,
        enrolmentId: row.id,
        leadId: row.lead_id,
        mailboxId: row.mailbox_id,
        clientId: campaign.client_id,
        evidence: { category_id: categoryId, by: 'person', user_id: who.userId },
      })),
    );
    return { changed: written.length, cancelled };
  });

/** Leads of one campaign and the mailbox that sends to them from now on. */
interface LeadsToReassign {
  campaignId: number;
  selection: LeadSelection;
  mailboxId: number;
}

/** Moves leads to another mailbox of the campaign. @throws SkeinError VALIDATION for a mailbox that is not in it */
export const changeLeadMailbox = (deps: LeadDeps, who: Who, { campaignId, selection, mailboxId }: LeadsToReassign) =>
  changeAll(deps, who, { campaignId, selection }, async ({ sql, rows, at, skip }) => {
    if (!(await isCampaignMailbox(who.workspaceId, sql, campaignId, mailboxId)))
      throw invalidField('mailbox_id', 'is not a mailbox of this campaign');
    const given = await giveMailbox(who.workspaceId, sql, { ids: idsOf(rows), mailboxIds: [mailboxId], at });
    const moved = new Set(given.moved);
    const changed = keep(
      rows,
      (row) => moved.has(row.id),
      skip,
      () => 'Has this mailbox already',
    );
    if (changed.length > 0) await wakeCampaign(who.workspaceId, sql, campaignId, at.getTime());
    return { changed: changed.length, cancelled: given.cancelled };
  });

/** Leads as a person selected them in one campaign. */
interface SelectedLeads {
  campaignId: number;
  selection: LeadSelection;
}

/** Runs a change over named leads or over all that match, in transactions of some thousand rows each, and sums the answers up. */
export async function changeAll(
  deps: LeadDeps,
  who: Who,
  { campaignId, selection }: SelectedLeads,
  change: (step: Step) => Promise<{ changed: number; cancelled: number }>,
): Promise<BulkAnswer> {
  const reasons = new Map<string, number>();
  const answer: BulkAnswer = { changed: 0, unchanged: 0, reasons: [], cancelled_emails: 0 };
  const run = (ids: readonly number[]) =>
    deps.db.tenantSql(who.workspaceId, async (sql) => {
      const { campaign, rows } = await holdSelected(sql, who, campaignId, ids);
      const missing = new Set(ids).size - rows.length;
      // Of this try alone: a transaction that met another one is tried again.
      const skipped: string[] = [];
      const result =
        rows.length === 0
          ? { changed: 0, cancelled: 0 }
          : await change({
              sql,
              campaign,
              rows,
              at: new Date(deps.campaignClock.now()),
              skip: (_row, reason) => void skipped.push(reason),
            });
      await deps.live.publish(sql, who.workspaceId, ['campaigns', `campaign:${campaignId}`, 'leads', 'inbox']);
      return { ...result, missing, looked: rows.length, skipped };
    });
  const add = (result: Awaited<ReturnType<typeof run>>) => {
    answer.changed += result.changed;
    answer.unchanged += result.looked - result.changed + result.missing;
    answer.cancelled_emails += result.cancelled;
    const count = (reason: string, leads: number) =>
      void (leads > 0 && reasons.set(reason, (reasons.get(reason) ?? 0) + leads));
    for (const reason of result.skipped) count(reason, 1);
    count('Not in this campaign', result.missing);
  };
  if ('enrolment_ids' in selection)
    for (let start = 0; start < selection.enrolment_ids.length; start += batch)
      add(await run(selection.enrolment_ids.slice(start, start + batch)));
  else {
    const pages = matchingLeads(who, { campaignId, filter: selection.filter, size: batch }, (read) =>
      deps.db.tenantSql(who.workspaceId, async (sql) => {
        await requireCampaign(sql, who, campaignId);
        return read(sql);
      }),
    );
    for await (const ids of pages) add(await run(ids));
  }
  answer.reasons = [...reasons].map(([reason, count]) => ({ reason, count }));
  return answer;
}

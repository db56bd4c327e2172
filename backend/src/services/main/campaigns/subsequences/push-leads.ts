import type { CampaignId, EnrolmentId } from '@skein/contracts/ids';
import type { BulkAnswer, LeadSelection } from '@skein/contracts/main/campaign-leads.contract';
import type { PushAnswer } from '@skein/contracts/main/subsequences.contract';
import { SkeinError } from '#platform/http/skein-error';
import type { SqlClient } from '#platform/db/database';
import { holdSelected, matchingLeads, pushLead, undoPush, type PushResult } from '#lifecycle/lifecycle.api';
import type { MainDeps } from '#main/deps';
import { requireCampaign, type Who } from '#access/access.api';
import { requireSubsequence } from './subsequences';

type Deps = Pick<MainDeps, 'db' | 'campaignClock' | 'live'>;

/** Leads of one transaction. */
const batch = 500;
const undoBatch = 50;

interface PushOptions {
  delay_seconds?: number;
  stop_on_parent_reply?: boolean;
}

const words: Record<string, string> = {
  SUPPRESSED: 'Unsubscribed, bounced or on the block list',
  ALREADY_IN: 'In the subsequence already',
  WAS_PUSHED: 'In the subsequence already',
  HAS_REPLIED: 'Has replied',
  NOT_RUNNING: 'The subsequence does not run',
  NOT_IN_PARENT: 'Not in the parent campaign',
};

const undoWords: Record<string, string> = {
  NOT_PUSHED: 'Moved again since, or removed',
  EMAILED: 'The subsequence has begun',
  BEING_SENT: 'An email is being sent right now',
  CHANGED: 'Changed in the subsequence since',
};

/** Leads that a person enrols in a subsequence. */
interface LeadsToPush {
  subsequenceId: CampaignId;
  selection: LeadSelection;
  options?: PushOptions;
}

/** The parent of a subsequence that takes leads. @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION when it has ended */
export async function requireTaking(sql: SqlClient, who: Who, subsequenceId: CampaignId): Promise<number> {
  const rule = await requireSubsequence(sql, who, subsequenceId);
  const { status } = await requireCampaign(sql, who, subsequenceId);
  await requireCampaign(sql, who, rule.parent_campaign_id);
  if (status === 'STOPPED' || status === 'ARCHIVED')
    throw new SkeinError(
      'ILLEGAL_TRANSITION',
      `This subsequence is ${status === 'STOPPED' ? 'stopped for good' : 'archived'}: it takes no leads.`,
    );
  return rule.parent_campaign_id;
}

/** Leads of one transaction. */
interface LeadsOfBatch {
  subsequenceId: CampaignId;
  parentId: number;
  ids: readonly number[];
  options: PushOptions;
}

/** Pushes leads in a transaction that is open. @returns what became of each, by its enrolment in the parent campaign */
export async function pushInside(
  deps: Deps,
  sql: SqlClient,
  who: Who,
  { subsequenceId, parentId, ids, options }: LeadsOfBatch,
): Promise<Map<number, PushResult>> {
  const at = new Date(deps.campaignClock.now());
  const { rows } = await holdSelected(sql, who, parentId, ids);
  const made = new Map<number, PushResult>();
  for (const row of rows) {
    made.set(
      row.id,
      await pushLead(sql, {
        workspaceId: who.workspaceId,
        subsequenceId,
        parentEnrolmentId: row.id,
        kind: 'MANUAL',
        at,
        delaySeconds: options.delay_seconds,
        stopOnParentReply: options.stop_on_parent_reply,
        userId: who.userId,
        evidence: { by: 'person', user_id: who.userId },
      }),
    );
  }
  await deps.live.publish(sql, who.workspaceId, ['campaigns', `campaign:${parentId}`, 'leads', 'inbox']);
  return made;
}

/** Why a lead was not pushed; null when it was. */
export const whyNotPushed = (result: PushResult | undefined): string | null =>
  result === undefined
    ? (words['NOT_IN_PARENT'] as string)
    : result.result === 'PUSHED'
      ? null
      : (words[result.result === 'SKIPPED' ? result.reason : result.why] as string);

/**
 * A person pushes leads of the parent campaign, also into a draft, where they wait for the launch. Leads that are in the
 * subsequence stay as they are; the answer sums to the leads that were named.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION when the subsequence has ended
 */
export async function pushLeads(
  deps: Deps,
  who: Who,
  { subsequenceId, selection, options = {} }: LeadsToPush,
): Promise<PushAnswer> {
  const parentId = await deps.db.tenantSql(who.workspaceId, (sql) => requireTaking(sql, who, subsequenceId));
  const reasons = new Map<string, number>();
  const answer: PushAnswer = {
    changed: 0,
    unchanged: 0,
    reasons: [],
    cancelled_emails: 0,
    pushed_enrolment_ids: [],
    change_key: null,
  };
  const note = (reason: string, count = 1) => {
    answer.unchanged += count;
    reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  };
  const run = async (ids: readonly number[]) => {
    const made = await deps.db.tenantSql(who.workspaceId, (sql) =>
      pushInside(deps, sql, who, { subsequenceId, parentId, ids, options }),
    );
    for (const id of new Set(ids)) {
      const result = made.get(id);
      const why = whyNotPushed(result);
      if (why !== null) note(why);
      else if (result?.result === 'PUSHED') {
        answer.changed += 1;
        answer.cancelled_emails += result.cancelledEmails;
        if (!('enrolment_ids' in selection)) continue;
        answer.pushed_enrolment_ids.push(id);
        // Leads of one transaction are one change.
        if (selection.enrolment_ids.length <= batch) answer.change_key ??= `push-${result.pushId}`;
      }
    }
  };
  if ('enrolment_ids' in selection)
    for (let start = 0; start < selection.enrolment_ids.length; start += batch)
      await run(selection.enrolment_ids.slice(start, start + batch));
  else {
    const pages = matchingLeads(who, { campaignId: parentId, filter: selection.filter, size: batch }, (read) =>
      deps.db.tenantSql(who.workspaceId, read),
    );
    for await (const ids of pages) await run(ids);
  }
  answer.reasons = [...reasons].map(([reason, count]) => ({ reason, count }));
  return answer;
}

/** A person's own pushes, by the enrolments in the parent campaign. */
interface PushesToUndo {
  subsequenceId: CampaignId;
  enrolmentIds: readonly EnrolmentId[];
}

/** Undoes pushes of one's own in a transaction that is open. @returns why each was kept; null for those that are undone */
export async function undoInside(
  deps: Deps,
  sql: SqlClient,
  who: Who,
  { subsequenceId, enrolmentIds }: PushesToUndo,
): Promise<Map<number, string | null>> {
  const { parent_campaign_id: parentId } = await requireSubsequence(sql, who, subsequenceId);
  await requireCampaign(sql, who, parentId);
  const at = new Date(deps.campaignClock.now());
  const made = new Map<number, string | null>();
  for (const id of [...new Set(enrolmentIds)].sort((one, other) => one - other)) {
    const undone = await undoPush(who.workspaceId, sql, {
      subsequenceId,
      parentEnrolmentId: id,
      by: { userId: who.userId },
      at,
    });
    made.set(id, undone.result === 'UNDONE' ? null : (undoWords[undone.why] as string));
  }
  await deps.live.publish(sql, who.workspaceId, ['campaigns', `campaign:${parentId}`, 'leads', 'inbox']);
  return made;
}

/** Takes leads out of a subsequence again that this person pushed, while nothing was sent to them there. @throws SkeinError NOT_FOUND */
export async function undoPushes(deps: Deps, who: Who, given: PushesToUndo): Promise<BulkAnswer> {
  const answer: BulkAnswer = { changed: 0, unchanged: 0, reasons: [], cancelled_emails: 0 };
  const reasons = new Map<string, number>();
  for (let start = 0; start < given.enrolmentIds.length; start += undoBatch) {
    const made = await deps.db.tenantSql(who.workspaceId, (sql) =>
      undoInside(deps, sql, who, { ...given, enrolmentIds: given.enrolmentIds.slice(start, start + undoBatch) }),
    );
    for (const why of made.values()) {
      if (why === null) answer.changed += 1;
      else reasons.set(why, (reasons.get(why) ?? 0) + 1);
    }
  }
  answer.reasons = [...reasons].map(([reason, count]) => ({ reason, count }));
  answer.unchanged = answer.reasons.reduce((sum, { count }) => sum + count, 0);
  return answer;
}

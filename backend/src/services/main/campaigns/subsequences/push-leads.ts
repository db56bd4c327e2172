import type { BulkAnswer, LeadSelection } from '@skein/contracts/main/campaign-leads.contract';
import { SkeinError } from '#platform/http/skein-error';
import { pushLead, findMatchingIds, lockLeads, type PushResult } from '#lifecycle/lifecycle.api';
import type { MainDeps } from '#main/deps';
import { scopeOf, requireCampaign, type Who } from '#access/access.api';
import { requireSubsequence } from './manage-subsequences';

type Deps = Pick<MainDeps, 'db' | 'campaignClock' | 'live'>;

/** Leads of one transaction. */
const batch = 500;

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

/** Leads that a person enrols in a subsequence. */
interface LeadsToPush {
  subsequenceId: number;
  selection: LeadSelection;
  options?: PushOptions;
}

/**
 * A person pushes leads of the parent campaign, also into a draft, where they wait for the launch. Leads that are in the
 * subsequence stay as they are; the answer sums to the leads that were named.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION when the subsequence has ended
 */
export async function pushLeads(
  deps: Deps,
  who: Who,
  { subsequenceId, selection, options = {} }: LeadsToPush,
): Promise<BulkAnswer> {
  const parentId = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const rule = await requireSubsequence(sql, who, subsequenceId);
    const { status } = await requireCampaign(sql, who, subsequenceId);
    await requireCampaign(sql, who, rule.parent_campaign_id);
    if (status === 'STOPPED' || status === 'ARCHIVED')
      throw new SkeinError(
        'ILLEGAL_TRANSITION',
        `This subsequence is ${status === 'STOPPED' ? 'stopped for good' : 'archived'}: it takes no leads.`,
      );
    return rule.parent_campaign_id;
  });
  const reasons = new Map<string, number>();
  const answer: BulkAnswer = { changed: 0, unchanged: 0, reasons: [], cancelled_emails: 0 };
  const note = (reason: string, count = 1) => {
    answer.unchanged += count;
    reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  };
  const { hiddenCategories } = scopeOf(who);
  const run = async (ids: readonly number[]) => {
    const results = await deps.db.tenantSql(who.workspaceId, async (sql) => {
      const at = new Date(deps.campaignClock.now());
      const rows = await lockLeads(who.workspaceId, sql, { campaignId: parentId, ids, hiddenCategories });
      const made: PushResult[] = [];
      for (const row of rows) {
        made.push(
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
    });
    for (const result of results) {
      if (result.result === 'PUSHED') {
        answer.changed += 1;
        answer.cancelled_emails += result.cancelledEmails;
      } else note(words[result.result === 'SKIPPED' ? result.reason : result.why] as string);
    }
    const missing = new Set(ids).size - results.length;
    if (missing > 0) note('Not in the parent campaign', missing);
  };
  if ('enrolment_ids' in selection)
    for (let start = 0; start < selection.enrolment_ids.length; start += batch)
      await run(selection.enrolment_ids.slice(start, start + batch));
  else {
    for (let before: number | null = null; ;) {
      const ids: number[] = await deps.db.tenantSql(who.workspaceId, (sql) =>
        findMatchingIds(who.workspaceId, sql, {
          campaignId: parentId,
          filter: { ...selection.filter, hiddenCategories },
          before,
          limit: batch,
        }),
      );
      if (ids.length === 0) break;
      await run(ids);
      before = ids.at(-1) as number;
    }
  }
  answer.reasons = [...reasons].map(([reason, count]) => ({ reason, count }));
  return answer;
}

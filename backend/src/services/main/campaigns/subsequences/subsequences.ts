import { fixedCategories, systemCategories, campaignStatuses } from '@skein/contracts/constants';
import type { SubsequenceRule } from '@skein/contracts/main/subsequence-triggers';
import type { SqlClient } from '#platform/db/database';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf, requireCampaign, requireRoom, type Who } from '#access/access.api';
import { toCampaignRow } from '../campaign-views/campaign-view';
import { findCampaigns } from '../campaign-views/campaigns.store';
import type { CampaignFigures } from '../campaign-views/campaign-figures';
import { copyCampaign, copyMailboxes } from '../campaign-copies/copy-campaign.store';
import { noteEdit } from '#lifecycle/lifecycle.api';
import { figuresOf, viewCampaign } from '../campaign-views/get-campaign';
import {
  findOwnCategories,
  findRule,
  findRules,
  insertRule,
  replaceTriggers,
  updateRule,
  type RuleRecord,
} from './subsequences.store';
import { countAllPushes, countPushes, findPushes, type PushCounts, type PushRecord } from './pushes.store';

type Deps = Pick<MainDeps, 'db' | 'campaignClock' | 'live'>;
export interface NewSubsequence extends Partial<SubsequenceRule> {
  name?: string;
}

const noPushes: PushCounts = { pushed: 0, waiting: 0, skipped: 0, by_kind: {} };

/**
 * Makes a subsequence: a draft with its parent's schedule, settings, client and mailboxes (so that leads keep theirs), a sequence
 * of its own, and triggers. A subsequence has no subsequences: a lead would be in three places at a time.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION, VALIDATION
 */
export async function createSubsequence(deps: Deps, who: Who, parentId: number, input: NewSubsequence) {
  const at = new Date(deps.campaignClock.now());
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const parent = await requireCampaign(sql, who, parentId);
    if (parent.parent_campaign_id !== null)
      throw new SkeinError(
        'ILLEGAL_TRANSITION',
        'This is a subsequence itself. Make the new one in its parent campaign.',
      );
    if (parent.status === 'ARCHIVED')
      throw new SkeinError(
        'ILLEGAL_TRANSITION',
        'This campaign is archived. Bring it back before it gets a subsequence.',
      );
    await requireRoom(who.workspaceId, sql, 'sequences');
    const id = await copyCampaign(who.workspaceId, sql, parentId, {
      name: input.name ?? `${parent.name}, subsequence`.slice(0, 200),
      parentId,
      keepClient: true,
      createdBy: who.userId,
      at,
    });
    await copyMailboxes(who.workspaceId, sql, parentId, id);
    await insertRule(who.workspaceId, sql, {
      campaignId: id,
      parentId,
      delaySeconds: input.delay_seconds ?? 0,
      stopOnParentReply: input.stop_on_parent_reply ?? true,
      at,
    });
    await writeTriggers(sql, who, { campaignId: id, parentId, triggers: input.triggers ?? [] });
    await noteEdit(who.workspaceId, sql, {
      campaignId: id,
      userId: who.userId,
      area: 'created',
      detail: { subsequence_of: parentId },
      at,
    });
    await deps.live.publish(sql, who.workspaceId, ['campaigns', `campaign:${parentId}`]);
    return viewCampaign(sql, who, id, at.getTime());
  });
}

/** The triggers by which leads of the parent enter a subsequence. */
interface TriggersToWrite {
  campaignId: number;
  parentId: number;
  triggers: SubsequenceRule['triggers'];
}

async function writeTriggers(
  sql: SqlClient,
  who: Who,
  { campaignId, parentId, triggers }: TriggersToWrite,
): Promise<void> {
  const place = triggers.findIndex((trigger) => trigger.kind === 'CATEGORY');
  const trigger = triggers[place];
  if (trigger?.kind === 'CATEGORY') {
    const fixed = new Set<number>([...fixedCategories, ...systemCategories].map((category) => category.id));
    const own = await findOwnCategories(who.workspaceId, sql, trigger.category_ids);
    if (trigger.category_ids.some((id) => !fixed.has(id) && !own.has(id)))
      throw invalidField(`triggers.${place}.category_ids`, 'isn’t a category of this workspace');
  }
  await replaceTriggers(who.workspaceId, sql, { campaignId, parentId, triggers });
}

/** Subsequences of a campaign, oldest first, archived ones last. */
export const listSubsequences = (deps: Deps, who: Who, parentId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, parentId);
    const found = await findCampaigns(who.workspaceId, sql, {
      filter: { parent_campaign_id: parentId, status: [...campaignStatuses] },
      scope: scopeOf(who),
      sort: 'created_at',
      isDescending: false,
      after: null,
      limit: 200,
    });
    const ids = found.map((campaign) => campaign.id);
    const now = deps.campaignClock.now();
    const { hiddenCategories } = scopeOf(who);
    const [figures, rules, pushes] = [
      await figuresOf(who.workspaceId, sql, { campaigns: found, now, hiddenCategories }),
      await findRules(who.workspaceId, sql, ids),
      await countPushes(who.workspaceId, sql, ids, hiddenCategories),
    ];
    const rows = found.map((campaign) => ({
      ...toCampaignRow(campaign, figures.get(campaign.id) as CampaignFigures, now),
      rule: rules.get(campaign.id) ?? { triggers: [], delay_seconds: 0, stop_on_parent_reply: true },
      pushes: pushes.get(campaign.id) ?? noPushes,
    }));
    return {
      rows: [...rows.filter((row) => row.status !== 'ARCHIVED'), ...rows.filter((row) => row.status === 'ARCHIVED')],
    };
  });

/** A subsequence this person may see, with its rule. @throws SkeinError NOT_FOUND, also for a campaign without a parent */
export async function requireSubsequence(
  sql: SqlClient,
  who: Who,
  subsequenceId: number,
  lock = false,
): Promise<RuleRecord> {
  const campaign = await requireCampaign(sql, who, subsequenceId);
  const rule = campaign.parent_campaign_id === null ? null : await findRule(who.workspaceId, sql, subsequenceId, lock);
  if (!rule) throw notFound('This subsequence');
  return rule;
}

async function viewRule(sql: SqlClient, who: Who, record: RuleRecord) {
  const rule = (await findRules(who.workspaceId, sql, [record.campaign_id])).get(record.campaign_id) as SubsequenceRule;
  const counts =
    (await countPushes(who.workspaceId, sql, [record.campaign_id], scopeOf(who).hiddenCategories)).get(
      record.campaign_id,
    ) ?? noPushes;
  return {
    ...rule,
    parent: {
      id: record.parent_campaign_id,
      name: record.parent_name,
      status: record.parent_status,
      step_count: record.parent_steps,
    },
    counts,
  };
}

export const getRule = (deps: Deps, who: Who, subsequenceId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) =>
    viewRule(sql, who, await requireSubsequence(sql, who, subsequenceId)),
  );

/** Changes the rule. New triggers hold for what happens from now on; silence counts from the last e-mail, also of earlier leads. */
export const saveRule = (deps: Deps, who: Who, subsequenceId: number, change: Partial<SubsequenceRule>) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const at = new Date(deps.campaignClock.now());
    const record = await requireSubsequence(sql, who, subsequenceId, true);
    if (change.triggers)
      await writeTriggers(sql, who, {
        campaignId: subsequenceId,
        parentId: record.parent_campaign_id,
        triggers: change.triggers,
      });
    await updateRule(who.workspaceId, sql, { campaignId: subsequenceId, change, at });
    await noteEdit(who.workspaceId, sql, {
      campaignId: subsequenceId,
      userId: who.userId,
      area: 'rule',
      detail: change,
      at,
    });
    await deps.live.publish(sql, who.workspaceId, [
      `campaign:${subsequenceId}`,
      `campaign:${record.parent_campaign_id}`,
    ]);
    return viewRule(sql, who, await requireSubsequence(sql, who, subsequenceId));
  });

/** Totals are exact: a subsequence has one row for each lead. */
export const listPushes = (deps: Deps, who: Who, subsequenceId: number, query: { cursor?: string; limit: number }) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireSubsequence(sql, who, subsequenceId);
    const { hiddenCategories } = scopeOf(who);
    const found = await findPushes(who.workspaceId, sql, subsequenceId, {
      before: decodeIdCursor(query.cursor),
      limit: query.limit + 1,
      hiddenCategories,
    });
    const page = found.slice(0, query.limit);
    const last = page.at(-1);
    return {
      rows: page.map(toPushRow),
      next_cursor: found.length > query.limit && last ? encodeCursor([Number(last.id)]) : null,
      total: await countAllPushes(who.workspaceId, sql, subsequenceId, hiddenCategories),
      total_is_capped: false,
    };
  });

function toPushRow(row: PushRecord) {
  const {
    lead_id,
    email,
    first_name,
    last_name,
    phone_number,
    company_name,
    website,
    location,
    linkedin_profile,
    company_url,
    custom_fields,
    provider,
    is_unsubscribed,
    is_bounced,
  } = row;
  return {
    id: Number(row.id),
    kind: row.kind,
    outcome: row.outcome,
    skip_reason: row.skip_reason,
    at: row.at,
    due_at: row.due_at,
    parent_enrolment_id: row.parent_enrolment_id,
    enrolment_id: row.status === null ? null : row.enrolment_id,
    status: row.status,
    pushed_by_name: row.pushed_by_name,
    detail: detailOf(row),
    lead: {
      id: lead_id,
      email,
      first_name,
      last_name,
      phone_number,
      company_name,
      website,
      location,
      linkedin_profile,
      company_url,
      custom_fields,
      provider,
      is_unsubscribed,
      is_bounced,
    },
  };
}

/** What set a push off, in words. */
function detailOf({ kind, evidence, category_name }: PushRecord): string | null {
  if (kind === 'CATEGORY')
    return (
      category_name ??
      [...fixedCategories, ...systemCategories].find((category) => category.id === evidence['category_id'])?.name ??
      null
    );
  if (kind === 'REPLY_TEXT' && Array.isArray(evidence['phrases']))
    return evidence['phrases'].map((phrase) => `“${String(phrase)}”`).join(', ');
  if (kind === 'CLICK' && typeof evidence['url'] === 'string') return evidence['url'];
  if (kind === 'RE_ENGAGEMENT') return `${String(evidence['silence_days'])} days of silence`;
  if (kind === 'BOUNCE')
    return evidence['event'] === 'SENDER_BOUNCE' ? 'The sender was refused' : 'The address is dead';
  if (kind === 'LINKEDIN_CONNECTION') return evidence['connection'] === 'ACCEPTED' ? 'Accepted' : 'Sent';
  return null;
}

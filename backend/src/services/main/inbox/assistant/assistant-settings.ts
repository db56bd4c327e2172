import type { AssistantView, SortedReply } from '@skein/contracts/main/assistant.contract';
import { categoriseReply } from '#engine/inbox-sync/categorise-reply';
import { told } from '#platform/ai/told-error';
import { serviceAddress, tryKey } from '#platform/ai/try-key';
import { createAttemptLimit } from '#platform/auth/attempt-limit';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { Who } from '#access/access.api';
import { countDrafted } from '../conversations/drafted-replies.store';
import { isKnownCategory } from '#labels/labels.api';
import { monthOf, sealContext, LimitUsedError, usedIn, type AssistantDeps } from './ask-model';
import {
  findAssistant,
  findCorrections,
  findOwnCategories,
  findUse,
  removeAssistant,
  saveService,
  saveSettings,
  type AssistantRecord,
} from './assistant.store';
import { isDefaultSorter, measurementOf, worseIn } from './model-measurement';
import { exampleLimit, mostExamples } from './sort-prompt';
import { ownWords, sortText } from './sort-reply';

/** Keys that are tried in an hour: each is a request to an address that somebody typed. */
const triesAnHour = 30;
/** Texts that are sorted manually in an hour. */
const trialsAnHour = 120;
const sandboxModel = 'gpt-4o-mini';

const find = (deps: AssistantDeps, who: Who) =>
  deps.db.tenantSql(who.workspaceId, (sql) => findAssistant(who.workspaceId, sql));

/** Replies that no rule answers: do not contact, out of office, and what the product marks by itself. */
const unanswered = new Set([4, 6, 8, 9]);

/** What a workspace has until it chooses otherwise, as the columns of the database have it. */
const assistantDefaults = {
  sorts_replies: false,
  min_confidence: 75,
  category_ids: [] as number[],
  sends_drafts: false,
  draft_category_ids: [] as number[],
  draft_delay_minutes: 30,
  draft_min_confidence: 90,
  draft_daily_limit: 20,
  knowledge: '',
  monthly_tokens: null,
  price_in: null,
  price_out: null,
  monthly_cost: null,
} satisfies Partial<AssistantRecord>;

export const readAssistant = (deps: AssistantDeps, who: Who): Promise<AssistantView> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const record = await findAssistant(who.workspaceId, sql);
    const use = await findUse(who.workspaceId, sql);
    const used = usedIn(use, monthOf(deps.realClock.now()));
    const corrections = record ? await findCorrections(who.workspaceId, sql, { most: mostExamples }) : [];
    const { category_ids: chosen, ...settings } = record ?? assistantDefaults;
    return {
      service: record && {
        base_url: record.base_url,
        last_four: record.key_last_four,
        model: record.model,
        is_sandbox: record.is_sandbox,
        updated_at: record.updated_at.toISOString(),
        measurement: record.is_sandbox ? null : measurementView(record.model),
      },
      has_sandbox: deps.chat.sandbox !== null,
      sorts_replies: settings.sorts_replies,
      min_confidence: settings.min_confidence,
      category_ids: chosen.length > 0 ? chosen : null,
      sends_drafts: settings.sends_drafts,
      draft_category_ids: settings.draft_category_ids,
      draft_delay_minutes: settings.draft_delay_minutes,
      draft_min_confidence: settings.draft_min_confidence,
      draft_daily_limit: settings.draft_daily_limit,
      drafts_last_day: await countDrafted(who.workspaceId, sql),
      knowledge: settings.knowledge,
      monthly_tokens: settings.monthly_tokens,
      tokens_this_month: used.tokens,
      price_in: settings.price_in,
      price_out: settings.price_out,
      monthly_cost: settings.monthly_cost,
      cost_this_month: used.cost,
      use: use.map(({ priced_tokens, cost_micros, ...row }) => ({
        ...row,
        cost: priced_tokens === 0 ? null : cost_micros / 1_000_000,
        unpriced_tokens: row.tokens - priced_tokens,
      })),
      examples: corrections.map((row) => ({
        enrolment_id: row.enrolment_id,
        reply: ownWords(row.text_body).slice(0, exampleLimit),
        category_id: row.category_id,
        at: row.at.toISOString(),
      })),
      last_problem:
        record?.last_problem && record.problem_at
          ? { text: record.last_problem, at: record.problem_at.toISOString() }
          : null,
    };
  });

/**
 * Sets the service after it took the key. A key is bound to its address: with another one it must be typed again.
 * @throws SkeinError VALIDATION naming the field, RATE_LIMITED, UPSTREAM
 */
export async function connectAssistant(
  deps: AssistantDeps,
  who: Who,
  input: { base_url: string; api_key?: string; model: string },
) {
  const baseUrl = serviceAddress(input.base_url);
  const before = await find(deps, who);
  const isSame = before !== null && !before.is_sandbox && before.base_url === baseUrl;
  if (input.api_key === undefined && !isSame)
    throw invalidField(
      'api_key',
      before && !before.is_sandbox ? 'is required again for another address' : 'is required',
    );
  const key = input.api_key ?? deps.vault.open((before as AssistantRecord).key_sealed, sealContext(who.workspaceId));
  await createAttemptLimit(deps.db, 'assistant-key', triesAnHour, 60 * 60).countOrRefuse(String(who.workspaceId));
  await tryKey(deps.chat.ask, { baseUrl, key });
  const view = await keep(deps, who, { base_url: baseUrl, key, model: input.model, is_sandbox: false });
  // The rules are the default, but for a model that is worse in no category. Later the switch is the workspace’s.
  return before === null && isDefaultSorter(input.model) ? changeAssistant(deps, who, { sorts_replies: true }) : view;
}

function measurementView(model: string) {
  const measurement = measurementOf(model);
  return (
    measurement && {
      measured_on: measurement.measured_on,
      replies: measurement.replies,
      worse_in: worseIn(measurement),
    }
  );
}

/** @throws SkeinError UNAVAILABLE outside the sandbox */
export async function useSandboxAssistant(deps: AssistantDeps, who: Who) {
  const { sandbox } = deps.chat;
  if (!sandbox)
    throw new SkeinError('UNAVAILABLE', 'This installation has no stand-in. Set up an AI service with a key.');
  return keep(deps, who, { base_url: sandbox.baseUrl, key: sandbox.key, model: sandboxModel, is_sandbox: true });
}

async function keep(
  deps: AssistantDeps,
  who: Who,
  given: { base_url: string; key: string; model: string; is_sandbox: boolean },
) {
  const { key, ...service } = given;
  await deps.db.tenantSql(who.workspaceId, (sql) =>
    saveService(who.workspaceId, sql, {
      ...service,
      key_sealed: deps.vault.seal(key, sealContext(who.workspaceId)),
      key_last_four: key.slice(-4),
      at: new Date(deps.realClock.now()),
    }),
  );
  return readAssistant(deps, who);
}

/** @throws SkeinError VALIDATION for an unknown category or a limit in money without prices, ILLEGAL_TRANSITION without a service */
export async function changeAssistant(deps: AssistantDeps, who: Who, change: Parameters<typeof saveSettings>[2]) {
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    for (const id of change.category_ids ?? [])
      if (!(await isKnownCategory(who.workspaceId, sql, id)))
        throw invalidField('category_ids', `has ${id}, which is no category`);
    for (const id of change.draft_category_ids ?? [])
      if (unanswered.has(id) || !(await isKnownCategory(who.workspaceId, sql, id)))
        throw invalidField('draft_category_ids', `has ${id}, which no rule may answer`);
    if (!(await saveSettings(who.workspaceId, sql, change)))
      throw new SkeinError('ILLEGAL_TRANSITION', 'Set up an AI service first.');
    const saved = await findAssistant(who.workspaceId, sql);
    if (saved && saved.monthly_cost !== null && (saved.price_in === null || saved.price_out === null))
      throw invalidField('monthly_cost', 'needs the prices of input and output tokens');
  });
  return readAssistant(deps, who);
}

export async function disconnectAssistant(deps: AssistantDeps, who: Who): Promise<{ done: true }> {
  await deps.db.tenantSql(who.workspaceId, (sql) => removeAssistant(who.workspaceId, sql));
  return { done: true };
}

/** @throws SkeinError ILLEGAL_TRANSITION without a service */
export async function requireAssistant(deps: AssistantDeps, who: Who): Promise<AssistantRecord> {
  const record = await find(deps, who);
  if (!record)
    throw new SkeinError(
      'ILLEGAL_TRANSITION',
      'No AI service is set up. An owner or admin can add one under Settings, AI assistant.',
    );
  return record;
}

/** Sorts a text as a reply would be. @throws SkeinError UPSTREAM, RATE_LIMITED, PLAN_LIMIT */
export async function trySorting(deps: AssistantDeps, who: Who, reply: string): Promise<SortedReply> {
  const record = await requireAssistant(deps, who);
  await createAttemptLimit(deps.db, 'assistant-try', trialsAnHour, 60 * 60).countOrRefuse(String(who.workspaceId));
  const found = categoriseReply(reply);
  const { own, corrections } = await deps.db.tenantSql(who.workspaceId, async (sql) => ({
    own: await findOwnCategories(who.workspaceId, sql),
    corrections: await findCorrections(who.workspaceId, sql, { clientId: null, most: mostExamples }),
  }));
  const rule = { category: found.category, evidence: found.evidence };
  if (rule.category === 4)
    return {
      category_id: 4,
      by: 'RULE',
      confidence: null,
      words: rule.evidence[0]?.text ?? '',
      because: 'A wish to be left alone always counts.',
    };
  try {
    return await sortText(deps, who.workspaceId, record, { subject: '', text: reply, rule, own, corrections });
  } catch (error) {
    throw toldOrUsed(error);
  }
}

/** Errors of the service and of the workspace's own limit, for a person. */
export const toldOrUsed = (error: unknown): unknown =>
  error instanceof LimitUsedError ? new SkeinError('RATE_LIMITED', error.message) : told(error);

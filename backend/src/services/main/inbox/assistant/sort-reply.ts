import type { WorkspaceId } from '@skein/contracts/ids';
import type { SortedReply } from '@skein/contracts/main/assistant.contract';
import type { z } from 'zod';
import { ownTextOf } from '#engine/inbox-sync/strip-quote';
import { ChatError } from '#platform/ai/chat-client';
import type { MainDeps } from '#main/deps';
import { recordSorted, sortReply } from '#lifecycle/lifecycle.api';
import { answerReply } from './answer-reply.jobs';
import { isAnsweredByRule } from './answer-rule';
import { askModel, LimitUsedError, type AssistantDeps } from './ask-model';
import {
  findAssistant,
  findCorrections,
  findOwnCategories,
  findReply,
  type AssistantRecord,
  type CorrectionRecord,
} from './assistant.store';
import { readSorting } from './read-sorting';
import { fixedChoices, mostExamples, sortPrompt, type Choice } from './sort-prompt';
import { speaksToModel } from './speaks-to-model';

type SortDeps = AssistantDeps & Pick<MainDeps, 'jobs' | 'live' | 'log'>;
type Waiting = z.output<(typeof sortReply)['payload']>;
type Rule = Waiting['rule'];

/** A passing error of the service is tried again after so many seconds; then the rules decide. */
const retrySeconds = [10, 60];
/** What a service may recover from by itself. */
const passing = new Set(['rate', 'server', 'unreached', 'late']);
/** The category for a reply that neither words nor model can place. */
const uncategorizable = 8;
const mostTokens = 200;

export const ownWords = (text: string): string => ownTextOf({ text, hasTextPart: true, html: null }).own.trim();

/** Sorts a stored reply: by the model, or by the rules that looked at it when it came. A reply that is gone is done. */
export async function sortStoredReply(deps: SortDeps, waiting: Waiting): Promise<void> {
  const { workspaceId } = waiting;
  const found = await deps.db.tenantSql(workspaceId, async (sql) => {
    const reply = await findReply(workspaceId, sql, waiting.enrolmentId, waiting.messageId);
    return (
      reply && {
        reply,
        assistant: await findAssistant(workspaceId, sql),
        own: await findOwnCategories(workspaceId, sql),
        corrections: await findCorrections(workspaceId, sql, { clientId: reply.client_id, most: mostExamples }),
      }
    );
  });
  if (!found) return;
  const sorted =
    found.assistant?.sorts_replies && found.reply.category_by !== 'USER'
      ? await sortedOrLater(deps, waiting, found.assistant, found)
      : byRules(waiting.rule, null);
  if (sorted) await keep(deps, waiting, within(sorted, found.reply.only_categories), found.assistant);
}

/** What the campaign does not sort into stays without a category. */
const within = (sorted: SortedReply, only: readonly number[]): SortedReply =>
  sorted.category_id === null || only.length === 0 || only.includes(sorted.category_id)
    ? sorted
    : { ...sorted, category_id: null, because: 'The campaign does not use the category that fits.' };

/** Null when the service will be asked again later. */
async function sortedOrLater(
  deps: SortDeps,
  waiting: Waiting,
  assistant: AssistantRecord,
  found: {
    reply: { subject: string; text_body: string; only_categories: number[] };
    own: Choice[];
    corrections: CorrectionRecord[];
  },
): Promise<SortedReply | null> {
  try {
    return await sortText(deps, waiting.workspaceId, assistant, {
      subject: found.reply.subject,
      text: ownWords(found.reply.text_body),
      rule: waiting.rule,
      only: found.reply.only_categories,
      own: found.own,
      corrections: found.corrections,
    });
  } catch (error) {
    const wait = retrySeconds[waiting.tried];
    if (error instanceof ChatError && passing.has(error.kind) && wait !== undefined) {
      const runAt = new Date(deps.realClock.now() + Math.max(wait, error.retryAfter ?? 0) * 1_000);
      await deps.db.tenantSql(waiting.workspaceId, (sql) =>
        deps.jobs.enqueue(sql, sortReply, { ...waiting, tried: waiting.tried + 1 }, { runAt }),
      );
      return null;
    }
    if (!(error instanceof ChatError || error instanceof LimitUsedError)) throw error;
    return byRules(waiting.rule, error.message);
  }
}

interface Text {
  subject: string;
  text: string;
  rule: Rule;
  own: readonly Choice[];
  /** Categories of the campaign; empty or left out for every one. */
  only?: readonly number[];
  corrections: readonly CorrectionRecord[];
}

/** What a model is asked when it sorts a reply. */
type SortQuestion = Omit<Parameters<typeof askModel>[3], 'purpose' | 'signal'> & { purpose: 'SORT' };
export type AskToSort = (question: SortQuestion) => Promise<{ text: string }>;

/** Sorts words. @throws ChatError, LimitUsedError */
export const sortText = (
  deps: AssistantDeps,
  workspaceId: WorkspaceId,
  assistant: AssistantRecord,
  words: Text,
): Promise<SortedReply> => sortWith(assistant, words, (question) => askModel(deps, workspaceId, assistant, question));

/** The same, whoever asks the model. */
export async function sortWith(
  assistant: Pick<AssistantRecord, 'category_ids' | 'min_confidence'>,
  { subject, text, rule, own, only = [], corrections }: Text,
  ask: AskToSort,
): Promise<SortedReply> {
  if (speaksToModel(`${subject}\n${text}`)) return byRules(rule, 'The reply speaks to an AI, so the rules decided.');
  const choices = [...fixedChoices, ...own].filter(
    ({ id }) =>
      (assistant.category_ids.length === 0 || assistant.category_ids.includes(id)) &&
      (only.length === 0 || only.includes(id)),
  );
  const examples = corrections.map((correction) => ({
    reply: ownWords(correction.text_body),
    category_id: correction.category_id,
  }));
  const answer = await ask({
    ...sortPrompt({ subject, text }, choices, examples),
    purpose: 'SORT',
    temperature: 0,
    maxTokens: mostTokens,
  });
  const read = readSorting(
    answer.text,
    choices.map((choice) => choice.id),
    `${subject}\n${text}`,
  );
  if (!read) return byRules(rule, 'The model’s answer could not be used.');
  if (read.categoryId !== null && read.confidence >= assistant.min_confidence)
    return { category_id: read.categoryId, by: 'AI', confidence: read.confidence, words: read.words, because: null };
  return unsure(rule, read.confidence, read.categoryId === null);
}

const byRules = (rule: Rule, because: string | null): SortedReply => ({
  category_id: rule.category,
  by: 'RULE',
  confidence: null,
  words: rule.evidence[0]?.text ?? '',
  because,
});

/** Neither knows: the reply says so, so that a person finds it. */
function unsure(rule: Rule, confidence: number, fitsNone: boolean): SortedReply {
  const because = fitsNone ? 'No category fits, said the model.' : `The model was ${confidence}% sure.`;
  if (rule.category !== null) return { ...byRules(rule, because), confidence };
  return { category_id: uncategorizable, by: 'AI', confidence, words: '', because };
}

async function keep(
  deps: SortDeps,
  waiting: Waiting,
  sorted: SortedReply,
  assistant: AssistantRecord | null,
): Promise<void> {
  const { workspaceId, enrolmentId, messageId, at, rule } = waiting;
  const evidence =
    sorted.by === 'RULE'
      ? rule.evidence
      : [{ rule: sorted.words ? `model, ${sorted.confidence}% sure` : 'model, not sure', text: sorted.words }];
  await deps.db.tenantSql(workspaceId, async (sql) => {
    const isChanged = await recordSorted(workspaceId, sql, {
      enrolmentId,
      messageId,
      at: new Date(at),
      categoryId: sorted.category_id,
      by: sorted.by,
      confidence: sorted.confidence,
      because: sorted.because,
      evidence,
    });
    const { category_id: categoryId, by, confidence } = sorted;
    if (assistant && by === 'AI' && categoryId !== null && isAnsweredByRule(assistant, categoryId, confidence))
      await deps.jobs.enqueue(sql, answerReply, { workspaceId, enrolmentId, messageId, categoryId });
    await deps.live.publish(sql, workspaceId, isChanged ? ['inbox', 'campaigns'] : ['inbox']);
  });
}

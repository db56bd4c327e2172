import type { CampaignId } from '@skein/contracts/ids';
import type { AiRequest, AiText } from '@skein/contracts/main/ai-writing.contract';
import { SYSTEM_FIELDS } from '@skein/template';
import { writesPlainText } from '#engine/sending/writes-plain-text';
import { completeChat } from '#platform/ai/chat-client';
import { createAttemptLimit } from '#platform/auth/attempt-limit';
import { SkeinError } from '#platform/http/skein-error';
import { requireCampaign, type Who } from '#access/access.api';
import { findCustomFields } from '../sequences/merge-fields.store';
import { makePrompt, temperatures } from './make-prompt';
import { readService, type AiDeps } from './ai-key';
import { readDraft } from './read-draft';
import { told } from '#platform/ai/told-error';

/** Texts of one person in an hour (real time). */
const textsAnHour = 120;
/** Tokens of an answer: a mail of 120 words has some 300, in other scripts several times as many. */
const mostTokens = 1_200;

/** What to write, for which campaign, until the person cancels it. */
interface TextToWrite {
  campaignId: CampaignId;
  request: AiRequest;
  signal?: AbortSignal;
}

/**
 * Writes subject and text of an e-mail step with the person's own key. Nothing is saved, and no data of a lead leaves the house.
 * @throws SkeinError BAD_REQUEST without a key, UPSTREAM and RATE_LIMITED in words that name the way out, NOT_FOUND
 */
export async function writeText(deps: AiDeps, who: Who, { campaignId, request, signal }: TextToWrite): Promise<AiText> {
  const { campaign, custom } = await deps.db.tenantSql(who.workspaceId, async (sql) => ({
    campaign: await requireCampaign(sql, who, campaignId),
    custom: await findCustomFields(who.workspaceId, sql, campaignId),
  }));
  const found = await readService(deps, who);
  if (!found) throw new SkeinError('BAD_REQUEST', 'AI writing needs your own key. Add one under Settings, Profile.');
  await createAttemptLimit(deps.db, 'ai-writing', textsAnHour, 60 * 60).countOrRefuse(
    `${who.workspaceId} ${who.userId}`,
  );
  const facts = {
    isPlain: writesPlainText(campaign),
    fields: [...SYSTEM_FIELDS, ...(custom ?? []).map((field) => field.name)],
  };
  const prompt = makePrompt(request, facts);
  try {
    const answer = await completeChat(deps.chat.ask, found.service, {
      ...prompt,
      model: request.model ?? found.defaultModel,
      temperature: temperatures[request.creativity],
      maxTokens: mostTokens,
      signal,
    });
    const draft = readDraft(answer.text, facts);
    if (!draft) throw new SkeinError('UPSTREAM', 'The model’s answer is no email. Try again, or choose another model.');
    if (answer.isCut)
      draft.problems.push({ part: 'body', message: 'The model stopped in the middle: the text may be incomplete.' });
    return { ...draft, model: answer.model.slice(0, 200), tokens: answer.tokens, is_sandbox: found.isSandbox };
  } catch (error) {
    throw told(error);
  }
}

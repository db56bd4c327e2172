import type { z } from 'zod';
import { ChatError } from '#platform/ai/chat-client';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { countDrafted } from '../conversations/drafted-replies.store';
import { getThread } from '../conversations/get-thread';
import { reserveDrafted } from '../conversations/send-drafted';
import { LimitUsedError, type AssistantDeps } from './ask-model';
import type { answerReply } from './answer-reply.jobs';
import { isAnsweredByRule } from './answer-rule';
import { findAssistant } from './assistant.store';
import { writeDraft } from './draft-reply';
import { speaksToModel } from './speaks-to-model';

type AnswerDeps = AssistantDeps & Pick<MainDeps, 'campaignClock' | 'heavyWork' | 'masterKey' | 'files' | 'live'>;

/**
 * Drafts an answer and reserves it, to leave after the delay unless somebody stops it. A thread in which the lead ever
 * spoke to a model is left to people, and so is a draft with links that are none of ours, and one that the service did
 * not write. Done twice, it reserves one.
 */
export async function answerStoredReply(
  deps: AnswerDeps,
  { workspaceId, enrolmentId, messageId, categoryId }: z.output<(typeof answerReply)['payload']>,
): Promise<void> {
  const assistant = await deps.db.tenantSql(workspaceId, (sql) => findAssistant(workspaceId, sql));
  if (!assistant || !isAnsweredByRule(assistant, categoryId, 100)) return;
  // Nobody in particular: the workspace itself, which sees all of its conversations.
  const who: Who = { workspaceId, userId: 0, role: 'OWNER', client: null };
  try {
    // Nothing is drafted for nobody: what the rule may no longer send today waits for a person.
    if ((await deps.db.tenantSql(workspaceId, (sql) => countDrafted(workspaceId, sql))) >= assistant.draft_daily_limit)
      return;
    const thread = await getThread(deps, who, enrolmentId);
    const received = thread.messages.filter((message) => message.direction === 'in');
    if (received.some((message) => speaksToModel(`${message.subject}\n${message.own_text}`))) return;
    const { draft } = await writeDraft(deps, workspaceId, { assistant, thread, request: { instruction: '' } });
    if (!draft || draft.removed.length > 0) return;
    await reserveDrafted(deps, who, {
      enrolmentId,
      messageId,
      categoryId,
      html: draft.html,
      delayMinutes: assistant.draft_delay_minutes,
    });
  } catch (error) {
    // A person answers where the service does not, and where the conversation or its mailbox is gone.
    if (!(error instanceof ChatError || error instanceof LimitUsedError || error instanceof SkeinError)) throw error;
  }
}

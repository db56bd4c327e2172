import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import { createAttemptLimit } from '#platform/auth/attempt-limit';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { getThread } from '../conversations/get-thread';
import { askModel, type AssistantDeps } from './ask-model';
import { findAssistant, type AssistantRecord } from './assistant.store';
import { draftPrompt, mostLines, readReplyDraft, type ThreadLine } from './draft-prompt';
import { requireAssistant, toldOrUsed } from './assistant-settings';

type DraftDeps = AssistantDeps & Pick<MainDeps, 'campaignClock' | 'heavyWork'>;

/** Drafts of one person in an hour. */
const draftsAnHour = 120;
/** An answer of 120 words has some 200 tokens, in other scripts several times as many. */
const mostTokens = 900;

/** What this person may ask for. An agency's clients ask nothing: the knowledge and the cost are the agency's. */
export async function assistantAbilities(deps: AssistantDeps, who: Who) {
  const record = who.client
    ? null
    : await deps.db.tenantSql(who.workspaceId, (sql) => findAssistant(who.workspaceId, sql));
  const isThere = record !== null && (!record.is_sandbox || deps.chat.sandbox !== null);
  return { drafts: isThere, questions: isThere, is_sandbox: isThere && record.is_sandbox };
}

/** What the reply to a conversation should say, until the person cancels it. */
interface DraftRequest {
  enrolmentId: EnrolmentId;
  instruction: string;
  signal?: AbortSignal;
}

/**
 * Drafts an answer to a thread. Nothing is saved and nothing leaves; a person puts it into the editor and sends it.
 * @throws SkeinError FORBIDDEN for clients, ILLEGAL_TRANSITION without a service, NOT_FOUND, UPSTREAM, RATE_LIMITED
 */
export async function draftReply(deps: DraftDeps, who: Who, { enrolmentId, instruction, signal }: DraftRequest) {
  if (who.client) throw new SkeinError('FORBIDDEN', 'Drafts by AI are for the agency’s own people.');
  const thread = await getThread(deps, who, enrolmentId);
  const assistant = await requireAssistant(deps, who);
  await createAttemptLimit(deps.db, 'assistant-draft', draftsAnHour, 60 * 60).countOrRefuse(
    `${who.workspaceId} ${who.userId}`,
  );
  try {
    const { draft, answer } = await writeDraft(deps, who.workspaceId, {
      assistant,
      thread,
      request: { instruction, signal },
    });
    if (!draft) throw new SkeinError('UPSTREAM', 'The model’s answer is no email. Try again, or choose another model.');
    return {
      html: draft.html,
      removed_links: draft.removed,
      model: answer.model,
      tokens: answer.tokens,
      is_sandbox: assistant.is_sandbox,
    };
  } catch (error) {
    throw toldOrUsed(error);
  }
}

/** The conversation and what the reply should say. */
interface DraftToWrite {
  assistant: AssistantRecord;
  thread: Awaited<ReturnType<typeof getThread>>;
  request: { instruction: string; signal?: AbortSignal };
}

/**
 * Asks the model for an answer to a thread; null when what it wrote is no email.
 * @throws ChatError, LimitUsedError
 */
export async function writeDraft(
  deps: AssistantDeps,
  workspaceId: WorkspaceId,
  { assistant, thread, request: { instruction, signal } }: DraftToWrite,
) {
  const lines: ThreadLine[] = thread.messages
    .filter((message) => message.kind !== 'bounce')
    .slice(-mostLines)
    .map((message) => ({
      from: message.direction === 'out' ? 'us' : 'lead',
      at: message.at,
      text: message.own_text,
    }));
  const ours = [
    assistant.knowledge,
    instruction,
    ...thread.messages.filter((message) => message.direction === 'out').map((message) => message.own_text),
  ].join('\n');
  const answer = await askModel(deps, workspaceId, assistant, {
    ...draftPrompt({ knowledge: assistant.knowledge, sender: thread.reply_to.from_email ?? '', lines, instruction }),
    purpose: 'DRAFT',
    temperature: 0.4,
    maxTokens: mostTokens,
    signal,
  });
  return { draft: readReplyDraft(answer.text, ours), answer };
}

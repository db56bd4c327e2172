import { ChatError, completeChat, type ChatService } from '#platform/ai/chat-client';
import type { MainDeps } from '#main/deps';
import { countUse, findUse, noteProblem, type AssistantRecord, type Purpose } from './assistant.store';

export type AssistantDeps = Pick<MainDeps, 'db' | 'vault' | 'realClock' | 'chat'>;

export const sealContext = (workspaceId: number) => `assistant:${workspaceId}`;

/** The first day of this calendar month (UTC), as YYYY-MM-DD. */
export const monthOf = (now: number): string => `${new Date(now).toISOString().slice(0, 7)}-01`;

/** The workspace used its tokens of this month. */
export class TokensUsedError extends Error {
  constructor(readonly limit: number) {
    super(
      `The limit of ${limit.toLocaleString('en-US')} tokens for this month is used up. Raise it under Settings, AI assistant.`,
    );
    this.name = 'TokensUsedError';
  }
}

/** The service with its key, opened for this request only; null where the sandbox's stand-in is not there any more. */
function serviceOf(deps: AssistantDeps, workspaceId: number, record: AssistantRecord): ChatService | null {
  if (record.is_sandbox) return deps.chat.sandbox;
  return { baseUrl: record.base_url, key: deps.vault.open(record.key_sealed, sealContext(workspaceId)) };
}

/**
 * Asks the workspace's model once, and counts what it cost. A service that does not tell its tokens is counted by length, four characters a token.
 * @throws ChatError, TokensUsedError
 */
export async function askModel(
  deps: AssistantDeps,
  workspaceId: number,
  record: AssistantRecord,
  question: {
    purpose: Purpose;
    system: string;
    user: string;
    temperature: number;
    maxTokens: number;
    signal?: AbortSignal;
  },
): Promise<{ text: string; model: string; tokens: number | null }> {
  const service = serviceOf(deps, workspaceId, record);
  if (!service) throw new ChatError('address', 'This installation has no stand-in. Set up an AI service.');
  const { purpose, ...request } = question;
  await requireTokens(deps, workspaceId, record);
  try {
    const answer = await completeChat(deps.chat.ask, service, { ...request, model: record.model });
    const tokens = answer.tokens ?? Math.ceil((request.system.length + request.user.length + answer.text.length) / 4);
    await deps.db.tenantSql(workspaceId, async (sql) => {
      await countUse(workspaceId, sql, { month: monthOf(deps.realClock.now()), purpose, tokens });
      await noteProblem(workspaceId, sql, null);
    });
    return { text: answer.text, model: answer.model.slice(0, 200), tokens: answer.tokens };
  } catch (error) {
    if (error instanceof ChatError && error.kind !== 'cancelled')
      await deps.db.tenantSql(workspaceId, (sql) =>
        noteProblem(workspaceId, sql, { text: error.message.slice(0, 500), at: new Date(deps.realClock.now()) }),
      );
    throw error;
  }
}

async function requireTokens(deps: AssistantDeps, workspaceId: number, record: AssistantRecord): Promise<void> {
  if (record.monthly_tokens === null) return;
  const month = monthOf(deps.realClock.now());
  const use = await deps.db.tenantSql(workspaceId, (sql) => findUse(workspaceId, sql));
  const used = use.reduce((sum, row) => (row.month === month ? sum + Number(row.tokens) : sum), 0);
  if (used >= record.monthly_tokens) throw new TokensUsedError(record.monthly_tokens);
}

import type { WorkspaceId } from '@skein/contracts/ids';
import { ChatError, completeChat, type ChatService } from '#platform/ai/chat-client';
import type { MainDeps } from '#main/deps';
import { countUse, findUse, noteProblem, type AssistantRecord, type Purpose, type UseRecord } from './assistant.store';

export type AssistantDeps = Pick<MainDeps, 'db' | 'vault' | 'realClock' | 'chat'>;

export const sealContext = (workspaceId: WorkspaceId) => `assistant:${workspaceId}`;

/** The first day of this calendar month (UTC), as YYYY-MM-DD. */
export const monthOf = (now: number): string => `${new Date(now).toISOString().slice(0, 7)}-01`;

/** The workspace used its tokens of this month, or its money. */
export class LimitUsedError extends Error {
  /** @param limit as a person reads it */
  constructor(limit: string) {
    super(`This month’s limit of ${limit} is used up. Raise it under Settings, AI assistant.`);
    this.name = 'LimitUsedError';
  }
}

/**
 * What the tokens of a request cost, in millionths of a US dollar; null where a price is missing. A price for a million
 * tokens is that of one in millionths.
 */
const costOf = (
  { price_in, price_out }: Pick<AssistantRecord, 'price_in' | 'price_out'>,
  tokens: { read: number; written: number },
): number | null =>
  price_in === null || price_out === null ? null : tokens.read * price_in + tokens.written * price_out;

/** The service with its key, opened for this request only; null where the sandbox's stand-in is not there any more. */
function serviceOf(deps: AssistantDeps, workspaceId: WorkspaceId, record: AssistantRecord): ChatService | null {
  if (record.is_sandbox) return deps.chat.sandbox;
  return { baseUrl: record.base_url, key: deps.vault.open(record.key_sealed, sealContext(workspaceId)) };
}

/**
 * Asks the workspace's model once, and counts what it cost. A service that does not tell its tokens is counted by
 * length, four characters a token.
 * @throws ChatError, LimitUsedError
 */
export async function askModel(
  deps: AssistantDeps,
  workspaceId: WorkspaceId,
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
  await requireLimits(deps, workspaceId, record);
  try {
    const answer = await completeChat(deps.chat.ask, service, { ...request, model: record.model });
    const written = answer.written ?? Math.ceil(answer.text.length / 4);
    const read =
      answer.tokens === null
        ? Math.ceil((request.system.length + request.user.length) / 4)
        : Math.max(0, answer.tokens - written);
    await deps.db.tenantSql(workspaceId, async (sql) => {
      await countUse(workspaceId, sql, {
        month: monthOf(deps.realClock.now()),
        purpose,
        tokens: answer.tokens ?? read + written,
        costMicros: costOf(record, { read, written }),
      });
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

async function requireLimits(
  deps: AssistantDeps,
  workspaceId: WorkspaceId,
  { monthly_tokens, monthly_cost }: AssistantRecord,
): Promise<void> {
  if (monthly_tokens === null && monthly_cost === null) return;
  const month = monthOf(deps.realClock.now());
  const used = await deps.db.tenantSql(workspaceId, async (sql) => usedIn(await findUse(workspaceId, sql), month));
  if (monthly_tokens !== null && used.tokens >= monthly_tokens)
    throw new LimitUsedError(`${monthly_tokens.toLocaleString('en-US')} tokens`);
  if (monthly_cost !== null && used.cost >= monthly_cost) throw new LimitUsedError(`$${monthly_cost.toFixed(2)}`);
}

/** Tokens of a month, and what those with a price cost in US dollars. */
export const usedIn = (use: readonly UseRecord[], month: string): { tokens: number; cost: number } => {
  const rows = use.filter((row) => row.month === month);
  return {
    tokens: rows.reduce((sum, row) => sum + row.tokens, 0),
    cost: rows.reduce((sum, row) => sum + row.cost_micros, 0) / 1_000_000,
  };
};

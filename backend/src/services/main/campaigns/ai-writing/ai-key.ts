import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import { aiModels } from '@skein/contracts/main/ai-writing.contract';
import { createAttemptLimit } from '#platform/auth/attempt-limit';
import { listModels, type ChatService } from '#platform/ai/chat-client';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { findAiKey, removeAiKey, saveKey, type AiKeyRecord } from './ai-key.store';
import { serviceAddress, tryKey } from '#platform/ai/try-key';

export type AiDeps = Pick<MainDeps, 'db' | 'vault' | 'realClock' | 'chat'>;

/** Keys of one person that are tried in an hour: each is a request to an address that they typed. */
const triesAnHour = 30;
/** The same for lists of models; beyond it only ours are offered. */
const listsAnHour = 60;
/** Models that a service may name beside ours; some name thousands. */
const mostModels = 300;
const modelName = /^[\w.:@/-]{1,100}$/;

export const sealContext = (workspaceId: WorkspaceId, userId: UserId) => `ai-key:${workspaceId}:${userId}`;

const view = (deps: AiDeps, record: AiKeyRecord | null) => ({
  key: record && {
    base_url: record.base_url,
    last_four: record.key_last_four,
    default_model: record.default_model,
    is_sandbox: record.is_sandbox,
    updated_at: record.updated_at,
  },
  has_sandbox: deps.chat.sandbox !== null,
});

const find = (deps: AiDeps, who: Who) =>
  deps.db.tenantSql(who.workspaceId, (sql) => findAiKey(who.workspaceId, sql, who.userId));

/** The person's own key, without the key. */
export const readAiKey = async (deps: AiDeps, who: Who) => view(deps, await find(deps, who));

/** What a person writes with: the service and their key, unsealed for this request only; null without a key. */
export async function readService(
  deps: AiDeps,
  who: Who,
): Promise<{ service: ChatService; defaultModel: string; isSandbox: boolean } | null> {
  const record = await find(deps, who);
  if (!record || (record.is_sandbox && !deps.chat.sandbox)) return null;
  const service =
    record.is_sandbox && deps.chat.sandbox
      ? deps.chat.sandbox
      : { baseUrl: record.base_url, key: deps.vault.open(record.key_sealed, sealContext(who.workspaceId, who.userId)) };
  return { service, defaultModel: record.default_model, isSandbox: record.is_sandbox };
}

/**
 * Keeps a key after its service took it. A key is bound to its address: with another one it must be typed again, so that nobody at an open
 * screen can have it sent elsewhere. @throws SkeinError VALIDATION naming the field, RATE_LIMITED, UPSTREAM
 */
export async function saveAiKey(
  deps: AiDeps,
  who: Who,
  input: { base_url: string; api_key?: string; default_model: string },
) {
  const baseUrl = serviceAddress(input.base_url);
  const before = await find(deps, who);
  if (input.api_key === undefined && (!before || before.is_sandbox || before.base_url !== baseUrl))
    throw invalidField(
      'api_key',
      before && !before.is_sandbox ? 'is required again for another address' : 'is required',
    );
  const key =
    input.api_key ?? deps.vault.open((before as AiKeyRecord).key_sealed, sealContext(who.workspaceId, who.userId));
  await createAttemptLimit(deps.db, 'ai-key', triesAnHour, 60 * 60).countOrRefuse(`${who.workspaceId} ${who.userId}`);
  await tryKey(deps.chat.ask, { baseUrl, key });
  return keep(deps, who, { base_url: baseUrl, key, default_model: input.default_model, is_sandbox: false });
}

/** Sets up the sandbox's writer. @throws SkeinError UNAVAILABLE outside the sandbox */
export async function useSandboxWriter(deps: AiDeps, who: Who) {
  const { sandbox } = deps.chat;
  if (!sandbox) throw new SkeinError('UNAVAILABLE', 'This installation has no sandbox writer. Add your own key.');
  return keep(deps, who, {
    base_url: sandbox.baseUrl,
    key: sandbox.key,
    default_model: 'gpt-4o-mini',
    is_sandbox: true,
  });
}

async function keep(
  deps: AiDeps,
  who: Who,
  given: { base_url: string; key: string; default_model: string; is_sandbox: boolean },
) {
  const { key, ...rest } = given;
  await deps.db.tenantSql(who.workspaceId, (sql) =>
    saveKey(who.workspaceId, sql, who.userId, {
      ...rest,
      key_sealed: deps.vault.seal(key, sealContext(who.workspaceId, who.userId)),
      key_last_four: key.slice(-4),
      at: new Date(deps.realClock.now()),
    }),
  );
  return readAiKey(deps, who);
}

export async function deleteAiKey(deps: AiDeps, who: Who): Promise<{ done: true }> {
  await deps.db.tenantSql(who.workspaceId, (sql) => removeAiKey(who.workspaceId, sql, who.userId));
  return { done: true };
}

/** Models to choose from. A service that does not tell, or is away, leaves ours. */
export async function listAiModels(
  deps: AiDeps,
  who: Who,
  signal?: AbortSignal,
): Promise<{ models: string[]; default_model: string | null }> {
  const found = await readService(deps, who);
  if (!found) return { models: [...aiModels], default_model: null };
  const named = await createAttemptLimit(deps.db, 'ai-models', listsAnHour, 60 * 60)
    .countOrRefuse(`${who.workspaceId} ${who.userId}`)
    .then(() => listModels(deps.chat.ask, found.service, signal))
    .catch(() => null);
  if (!named || named.length === 0)
    return { models: withDefault(aiModels, found.defaultModel), default_model: found.defaultModel };
  const offered = aiModels.filter((model) => named.includes(model));
  const others = named
    .filter(
      (model) =>
        modelName.test(model) &&
        !(aiModels as readonly string[]).includes(model) &&
        !/embed|whisper|tts|dall-e|moderation|transcribe|realtime|image|audio/i.test(model),
    )
    .sort();
  return {
    models: withDefault([...offered, ...others].slice(0, mostModels), found.defaultModel),
    default_model: found.defaultModel,
  };
}

const withDefault = (models: readonly string[], own: string): string[] =>
  models.includes(own) ? [...models] : [own, ...models];

import type { WorkspaceId } from '@skein/contracts/ids';
import { verificationProviderNames, type VerificationProvider } from '@skein/contracts/main/verification-results';
import { createAttemptLimit } from '#platform/auth/attempt-limit';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { findProvider, removeProvider, writeProvider, type ProviderRecord } from './provider.store';
import { millionVerifier } from './providers/millionverifier';
import {
  createServiceVerifier,
  ProviderRefusal,
  tryKey,
  type VerificationService,
} from './providers/verification-service';
import { zeroBounce } from './providers/zerobounce';
import { ofTheHouse } from './verification-access';
import type { Verifier } from './verifier';

export type ProviderDeps = Pick<MainDeps, 'db' | 'vault' | 'realClock' | 'verifiers' | 'config'>;

const services: Record<ProviderRecord['provider'], VerificationService> = {
  ZEROBOUNCE: zeroBounce,
  MILLIONVERIFIER: millionVerifier,
};
/** Keys of one workspace that are tried in an hour. */
const triesAnHour = 20;
export const sealContext = (workspaceId: WorkspaceId, provider: string) =>
  `verification-provider:${workspaceId}:${provider}`;

const find = (deps: Pick<MainDeps, 'db'>, workspaceId: WorkspaceId) =>
  deps.db.tenantSql(workspaceId, (sql) => findProvider(workspaceId, sql));
const view = (deps: ProviderDeps, record: ProviderRecord | null) => ({
  provider: (record?.provider ?? 'SKEIN') as VerificationProvider,
  last_four: record?.key_last_four ?? null,
  is_sandbox: deps.verifiers.sandboxKey !== null,
  sandbox_key: deps.verifiers.sandboxKey,
});

/** Who verifies for the workspace. @throws SkeinError FORBIDDEN for clients */
export async function readProvider(deps: ProviderDeps, who: Who) {
  ofTheHouse(who);
  return view(deps, await find(deps, who.workspaceId));
}

/** Chooses who verifies; runs that are under way keep theirs. @throws SkeinError VALIDATION, UPSTREAM, RATE_LIMITED, FORBIDDEN */
export async function setProvider(
  deps: ProviderDeps,
  who: Who,
  input: { provider: VerificationProvider; api_key?: string },
) {
  ofTheHouse(who);
  const { provider } = input;
  if (provider === 'SKEIN') {
    await deps.db.tenantSql(who.workspaceId, (sql) => removeProvider(who.workspaceId, sql));
    return { ...view(deps, null), credits_left: null };
  }
  const before = await find(deps, who.workspaceId);
  if (input.api_key === undefined && before?.provider !== provider) throw invalidField('api_key', 'is required');
  const key =
    input.api_key ?? deps.vault.open((before as ProviderRecord).key_sealed, sealContext(who.workspaceId, provider));
  await createAttemptLimit(deps.db, 'verification-key', triesAnHour, 60 * 60).countOrRefuse(String(who.workspaceId));
  let left: number | null;
  try {
    left = await tryKey(deps.verifiers.ask, services[provider], key);
  } catch (error) {
    if (error instanceof ProviderRefusal)
      throw new SkeinError('VALIDATION', `${verificationProviderNames[provider]} does not accept this key.`, [
        { field: 'api_key', message: `was refused by ${verificationProviderNames[provider]}` },
      ]);
    throw new SkeinError('UPSTREAM', (error as Error).message);
  }
  await deps.db.tenantSql(who.workspaceId, (sql) =>
    writeProvider(who.workspaceId, sql, {
      provider,
      keySealed: deps.vault.seal(key, sealContext(who.workspaceId, provider)),
      lastFour: key.slice(-4),
      userId: who.userId,
      at: new Date(deps.realClock.now()),
    }),
  );
  return { ...(await readProvider(deps, who)), credits_left: left };
}

/** What a run of a service verifies with. @throws ProviderRefusal when its key is gone */
export async function serviceVerifier(
  deps: Pick<ProviderDeps, 'db' | 'vault' | 'verifiers'>,
  workspaceId: WorkspaceId,
  provider: ProviderRecord['provider'],
): Promise<Verifier> {
  const record = await find(deps, workspaceId);
  if (record?.provider !== provider)
    throw new ProviderRefusal(
      `The key of ${verificationProviderNames[provider]} was taken out while this ran. Begin a new run for the rest.`,
    );
  return createServiceVerifier(
    deps.verifiers.ask,
    services[provider],
    deps.vault.open(record.key_sealed, sealContext(workspaceId, provider)),
  );
}

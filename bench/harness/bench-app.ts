import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChatAccess } from '../../backend/src/platform/ai/chat-access';
import { createAuthenticator } from '../../backend/src/platform/auth/authenticate';
import { createKeyLimit } from '../../backend/src/platform/auth/api-key-limit';
import { createAccessTokens } from '../../backend/src/platform/crypto/access-tokens';
import { createKeyedHash, createMasterKey, signingKeys } from '../../backend/src/platform/crypto/master-key';
import { createVault } from '../../backend/src/platform/crypto/vault';
import { createDatabase } from '../../backend/src/platform/db/database';
import { createJobQueue } from '../../backend/src/platform/jobs/job-queue';
import { createLive } from '../../backend/src/platform/live/live';
import { inlineWork } from '../../backend/src/platform/workers/heavy-work';
import { silentLog } from '../../backend/src/platform/log/log';
import { zoneResolver } from '../../backend/src/platform/mail/zone-resolver';
import { createDiskStore } from '../../backend/src/platform/storage/disk-store';
import { createManualClock } from '../../backend/src/platform/testing/manual-clock';
import { createMainApp } from '../../backend/src/services/main/app';
import { noIntegrations } from '../../backend/src/platform/testing/no-integrations';
import type { MainDeps } from '../../backend/src/services/main/deps';
import type { Hono } from 'hono';
import type { Client } from 'pg';
import type { Bench } from './bench';

/** The main service over a filled database, and the headers of somebody of a workspace. */
export async function createBenchApp(
  bench: Bench,
  given: { url: string; owner: Client; workspace: number; user: number },
): Promise<{ app: Hono; headers: Record<string, string>; deps: MainDeps }> {
  const folder = mkdtempSync(join(tmpdir(), 'skein-bench-app-'));
  bench.cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  const db = createDatabase({ url: given.url });
  bench.cleanUp(() => db.close());
  const clock = createManualClock(Date.now());
  const masterKey = createMasterKey();
  const tokens = createAccessTokens(masterKey, clock);
  const hashSecret = createKeyedHash(masterKey, 'secret');
  const authenticator = createAuthenticator({ db, tokens, hashSecret, clock, onError: () => undefined });
  bench.cleanUp(() => authenticator.close());
  const deps: MainDeps = {
    db,
    integrations: noIntegrations,
    campaignClock: clock,
    realClock: clock,
    masterKey,
    tokens,
    hashSecret,
    authenticator,
    authenticate: authenticator.authenticate,
    vault: createVault(masterKey),
    live: createLive(db),
    heavyWork: inlineWork,
    log: silentLog,
    strictAnswers: false,
    limitRate: createKeyLimit(() => db),
    jobs: createJobQueue(),
    chat: createChatAccess({ allowPrivateAddresses: false }),
    verifiers: { ask: () => Promise.reject(new Error('No verifying service is asked here.')), sandboxKey: null },
    resolver: zoneResolver({ txt: {}, mx: {} }),
    mailRoute: () => Promise.reject(new Error('No mail server is asked here.')),
    files: createDiskStore({ folder, baseUrl: '/storage', keys: signingKeys(createMasterKey(), 'storage'), clock }),
    sandbox: null,
    callServices: () => () => Promise.reject(new Error('No other service is asked here.')),
    config: {
      publicUrl: 'http://localhost:3000',
      trackingUrl: 'http://localhost:3000',
      isSandbox: true,
      systemMail: { from: 'Skein <no-reply@system.test>', smtpUrl: 'smtp://127.0.0.1:1', needsTls: false },
    },
  };
  const session = (
    await given.owner.query<{ id: string }>(
      `
        insert into user_session (workspace_id, user_id, refresh_hash, expires_at)
        values ($1, $2, $3, $4)
        returning id
      `,
      [given.workspace, given.user, randomUUID(), new Date(clock.now() + 86_400_000)],
    )
  ).rows[0]?.id as string;
  const headers = {
    authorization: `Bearer ${await tokens.sign({ userId: given.user, workspaceId: given.workspace, sessionId: session })}`,
  };
  return { app: createMainApp(deps), headers, deps };
}

import { createChatAccess } from '#platform/ai/chat-access';
import { createKeyLimit } from '#platform/auth/api-key-limit';
import { createAuthenticator } from '#platform/auth/authenticate';
import { createAccessTokens } from '#platform/crypto/access-tokens';
import { createKeyedHash, createMasterKey, signingKeys } from '#platform/crypto/master-key';
import { createVault } from '#platform/crypto/vault';
import { onlyOnce } from '#platform/http/idempotency';
import { serviceTransport } from '#platform/http/in-process-transport';
import { createJobQueue } from '#platform/jobs/job-queue';
import { createLive } from '#platform/live/live';
import { silentLog } from '#platform/log/log';
import { zoneResolver } from '#platform/mail/zone-resolver';
import { createDiskStore } from '#platform/storage/disk-store';
import type { ManualClock } from '#platform/testing/manual-clock';
import { noIntegrations } from '#platform/testing/no-integrations';
import type { TestDatabase } from '#platform/testing/test-database';
import { inlineWork } from '#platform/workers/heavy-work';
import { createAnalyticsApp } from '#services/analytics/app';
import { createUntrackedRepliesApp } from '#services/untracked-replies/app';
import { createWarmupApp } from '#services/warmup/app';
import type { Hono } from 'hono';
import type { MainDeps } from '../deps';
import { replyRecorder, createCodeMail, createReportPorts, untrackedUndos } from '../main.api';

/** What the main service gets in a test: nothing outside the machine is asked, and nothing is limited. */
export function testDeps(
  test: TestDatabase,
  {
    campaignClock,
    realClock,
    filesFolder,
  }: { campaignClock: ManualClock; realClock: ManualClock; filesFolder: string },
): Omit<MainDeps, 'callServices'> {
  const masterKey = createMasterKey();
  const tokens = createAccessTokens(masterKey, realClock);
  const hashSecret = createKeyedHash(masterKey, 'secret');
  const authenticator = createAuthenticator({
    db: test.database,
    tokens,
    hashSecret,
    clock: realClock,
    onError: () => undefined,
  });
  return {
    db: test.database,
    campaignClock,
    realClock,
    masterKey,
    tokens,
    hashSecret,
    authenticator,
    authenticate: authenticator.authenticate,
    vault: createVault(masterKey),
    live: createLive(test.database),
    heavyWork: inlineWork,
    log: silentLog,
    strictAnswers: true,
    limitRate: createKeyLimit(() => test.database),
    onlyOnce: (request, work) => onlyOnce({ db: test.database, vault: createVault(masterKey) }, request, work),
    jobs: createJobQueue(),
    chat: createChatAccess({ allowPrivateAddresses: true }),
    verifiers: {
      ask: () => Promise.reject(new Error('No verifying service is asked in this test.')),
      sandboxKey: null,
    },
    integrations: noIntegrations,
    resolver: zoneResolver({ txt: {}, mx: {} }),
    mailRoute: () => Promise.reject(new Error('No mail server may be asked in this test.')),
    files: createDiskStore({
      folder: filesFolder,
      baseUrl: '/storage',
      keys: signingKeys(masterKey, 'storage'),
      clock: realClock,
    }),
    sandbox: null,
    config: {
      publicUrl: 'http://localhost:3000',
      trackingUrl: 'http://localhost:3000',
      isSandbox: true,
      systemMail: { from: 'Skein <no-reply@system.test>', smtpUrl: 'smtp://127.0.0.1:1', needsTls: false },
    },
  };
}

/** Of the other services those that the public API asks. */
export const askServices =
  (app: () => Hono, deps: MainDeps): MainDeps['callServices'] =>
  (credentials) =>
    serviceTransport(
      (service) =>
        (service === 'main' ? app() : undefined) ??
        ({ warmup: createWarmupApp, 'untracked-replies': createUntrackedRepliesApp }[service] ?? createAnalyticsApp)({
          ...deps,
          replies: replyRecorder,
          undos: untrackedUndos,
          codes: createCodeMail(deps),
          reports: createReportPorts(deps),
          limitRate: undefined,
        }),
      () => credentials,
    );

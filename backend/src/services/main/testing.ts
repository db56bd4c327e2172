import type { ClientId, UserId, WorkspaceId } from '@skein/contracts/ids';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, runOnce } from 'graphile-worker';
import type { Hono } from 'hono';
import { createClient, type Client } from '@skein/contracts/client';
import type { PlanType } from '@skein/contracts/constants';
import type { Contract } from '@skein/contracts/endpoint';
import type { Role } from '@skein/contracts/permissions';
import { createChatAccess } from '#platform/ai/chat-access';
import { createAuthenticator } from '#platform/auth/authenticate';
import { createKeyLimit } from '#platform/auth/api-key-limit';
import { onlyOnce } from '#platform/http/idempotency';
import { createAccessTokens } from '#platform/crypto/access-tokens';
import { createKeyedHash, createMasterKey, signingKeys } from '#platform/crypto/master-key';
import { createRandomToken } from '#platform/crypto/random-token';
import { createVault } from '#platform/crypto/vault';
import { serviceTransport } from '#platform/http/in-process-transport';
import type { JobHandler } from '#platform/jobs/job-definition';
import { createJobQueue } from '#platform/jobs/job-queue';
import { inlineWork } from '#platform/workers/heavy-work';
import { createLive } from '#platform/live/live';
import { silentLog } from '#platform/log/log';
import { zoneResolver } from '#platform/mail/zone-resolver';
import { createDiskStore } from '#platform/storage/disk-store';
import { createManualClock, type ManualClock } from '#platform/testing/manual-clock';
import { noIntegrations } from '#platform/testing/no-integrations';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { createAnalyticsApp } from '#services/analytics/app';
import { createUntrackedRepliesApp } from '#services/untracked-replies/app';
import { createWarmupApp } from '#services/warmup/app';
import { createMainApp } from './app';
import type { MainDeps } from './deps';
import { createMainJobs } from './jobs.generated';
import { replyRecorder, createCodeMail, createReportPorts, untrackedUndos } from './main.api';

/** Somebody who is logged in: a person of a workspace made for the test. */
export interface SignedIn {
  workspaceId: WorkspaceId;
  userId: UserId;
  sessionId: string;
  email: string;
  token: string;
  headers: { authorization: string };
  /** Set for a client of an agency. */
  clientId: ClientId | null;
}

interface SignInOptions {
  role?: Role;
  /** joins this workspace instead of a new one */
  workspaceId?: WorkspaceId;
  plan?: PlanType;
  /** makes the person a client of the agency with these permissions */
  client?: { permissions: string[]; restrictedCategories?: number[] };
  email?: string;
  /** makes the person an operator of the installation */
  isOperator?: boolean;
}

export interface TestMain {
  deps: MainDeps;
  app: Hono;
  test: TestDatabase;
  /** Campaign time; stands still until moved. */
  clock: ManualClock;
  /** Real time as the product sees it; stands still until moved. */
  realClock: ManualClock;
  /** A person with a session; by default the owner of a new workspace on the pro plan. */
  signIn(options?: SignInOptions): Promise<SignedIn>;
  /** An API key of that person. */
  apiKey(person: SignedIn): Promise<string>;
  /** A typed client over the in-process transport; without a person it sends no credentials. */
  asClient<C extends Contract>(contract: C, person?: Pick<SignedIn, 'headers'>): Client<C>;
  /**
   * Runs every background job that is due, and those that they enqueue, and returns when all are done. `more`: of other parts.
   * @throws Error of the first job that failed
   */
  runJobs(more?: readonly JobHandler[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * The main service on a real database of its own, for one test file:
 * `const main = await createTestMain(); const me = await main.signIn(); await main.asClient(campaignsContract, me).list({})`.
 * Call it in `beforeAll` and `close` in `afterAll`. `more` replaces or adds dependencies.
 */
export async function createTestMain(
  more: Partial<MainDeps> = {},
  createApp: (deps: MainDeps) => Hono = createMainApp,
): Promise<TestMain> {
  const test = await createTestDatabase();
  const filesFolder = await mkdtemp(join(tmpdir(), 'skein-files-'));
  const clock = createManualClock();
  const realClock = createManualClock(Date.now());
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
  const deps: MainDeps = {
    db: test.database,
    campaignClock: clock,
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
    // Of the other services those that the public API asks.
    callServices: (credentials) =>
      serviceTransport(
        (service) =>
          (service === 'main' ? app : undefined) ??
          ({ warmup: createWarmupApp, 'untracked-replies': createUntrackedRepliesApp }[service] ?? createAnalyticsApp)({
            ...deps,
            replies: replyRecorder,
            undos: untrackedUndos,
            codes: createCodeMail(deps),
            reports: createReportPorts(deps),
            limitRate: undefined,
          }),
        () => credentials,
      ),
    config: {
      publicUrl: 'http://localhost:3000',
      trackingUrl: 'http://localhost:3000',
      isSandbox: true,
      systemMail: { from: 'Skein <no-reply@system.test>', smtpUrl: 'smtp://127.0.0.1:1', needsTls: false },
    },
    ...more,
  };
  const app = createApp(deps);
  return {
    deps,
    app,
    test,
    clock,
    realClock,
    signIn: (options) => signIn(test, deps, options),
    async apiKey(person) {
      const key = createRandomToken('skein_');
      await test.query(
        `
          insert into api_key (workspace_id, user_id, client_id, name, key_hash, key_sealed, key_last_four)
          values ($1, $2, $3, $4, $5, $6, $7)
        `,
        [
          person.workspaceId,
          person.userId,
          person.clientId,
          'test',
          hashSecret(key),
          deps.vault.seal(key, `api-key:${person.workspaceId}`),
          key.slice(-4),
        ],
      );
      return key;
    },
    asClient: (contract, person) =>
      createClient(
        contract,
        serviceTransport(
          () => app,
          () => ({ ...person?.headers }),
        ),
      ),
    runJobs: (more = []) => runJobs(test, [...createMainJobs(deps), ...more]),
    async close() {
      await authenticator.close();
      await test.drop();
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}

async function signIn(test: TestDatabase, deps: MainDeps, options: SignInOptions = {}): Promise<SignedIn> {
  const { role = 'OWNER', plan = 'pro', client } = options;
  const email = options.email ?? `person-${randomUUID().slice(0, 8)}@company.test`;
  const now = deps.realClock.now();
  const one = async (sql: string, values: unknown[]) =>
    (await test.query<{ id: number }>(sql, values))[0]?.id as number;
  const workspaceId =
    options.workspaceId ??
    (await one(
      `
        insert into workspace (name, plan_type, is_subscribed, trial_start_at, trial_end_at)
        values ($1, $2, $3, $4, $5)
        returning id
      `,
      ['Test workspace', plan, plan !== 'trial', new Date(now), new Date(now + 12 * 86_400_000)],
    ));
  const clientId = client
    ? await one(
        `
          insert into agency_client (workspace_id, name, email, permissions, restricted_categories)
          values ($1, $2, $3, $4, $5)
          returning id
        `,
        [workspaceId, 'Test client', email, client.permissions, client.restrictedCategories ?? []],
      )
    : null;
  const userId = await one(
    `
      insert into app_user (workspace_id, client_id, email, name, role, is_email_verified, is_operator)
      values ($1, $2, $3, $4, $5, true, $6)
      returning id
    `,
    [workspaceId, clientId, email, 'Test Person', role, options.isOperator ?? false],
  );
  const sessionId = (
    await test.query<{ id: string }>(
      `
        insert into user_session (workspace_id, user_id, refresh_hash, expires_at)
        values ($1, $2, $3, $4)
        returning id
      `,
      [workspaceId, userId, randomUUID(), new Date(now + 86_400_000)],
    )
  )[0]?.id as string;
  const token = await deps.tokens.sign({ userId, workspaceId, sessionId });
  return { workspaceId, userId, sessionId, email, token, headers: { authorization: `Bearer ${token}` }, clientId };
}

async function runJobs(test: TestDatabase, handlers: readonly JobHandler[]): Promise<void> {
  let failure: unknown;
  const taskList = Object.fromEntries(
    handlers.map(({ definition, run }) => [
      definition.name,
      async (payload: unknown, helpers: { job: { id: string; attempts: number } }) => {
        try {
          await run(definition.payload.parse(payload), {
            jobId: helpers.job.id,
            attempt: helpers.job.attempts,
            signal: new AbortController().signal,
          });
        } catch (error) {
          failure ??= error;
          throw error;
        }
      },
    ]),
  );
  await runOnce({
    connectionString: test.url,
    taskList,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
  if (failure) throw failure;
}

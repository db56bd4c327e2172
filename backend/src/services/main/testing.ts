import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { createClient, type Client } from '@skein/contracts/client';
import type { Contract } from '@skein/contracts/endpoint';
import { serviceTransport } from '#platform/http/in-process-transport';
import type { JobHandler } from '#platform/jobs/job-definition';
import { createManualClock, type ManualClock } from '#platform/testing/manual-clock';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { createMainApp } from './app';
import type { MainDeps } from './deps';
import { createMainJobs } from './jobs.generated';
import { apiKey, signIn, type SignedIn, type SignInOptions } from './testing/people';
import { runJobs } from './testing/run-jobs';
import { askServices, testDeps } from './testing/test-deps';

export type { SignedIn } from './testing/people';

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
 * Call it in `beforeAll` and `close` in `afterAll`. `more` replaces or adds dependencies, also those that are made of the usual ones.
 */
export async function createTestMain(
  more: Partial<MainDeps> | ((usual: MainDeps) => Promise<Partial<MainDeps>>) = {},
  createApp: (deps: MainDeps) => Hono = createMainApp,
): Promise<TestMain> {
  const test = await createTestDatabase();
  const filesFolder = await mkdtemp(join(tmpdir(), 'skein-files-'));
  const clock = createManualClock();
  const realClock = createManualClock(Date.now());
  const usual = testDeps(test, { campaignClock: clock, realClock, filesFolder });
  const deps: MainDeps = {
    ...usual,
    callServices: (credentials) => askServices(() => app, deps)(credentials),
  };
  Object.assign(deps, typeof more === 'function' ? await more(deps) : more);
  const app = createApp(deps);
  return {
    deps,
    app,
    test,
    clock,
    realClock,
    signIn: (options) => signIn(test, deps, options),
    apiKey: (person) => apiKey(test, { hashSecret: usual.hashSecret, vault: deps.vault }, person),
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
      await usual.authenticator.close();
      await test.drop();
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}

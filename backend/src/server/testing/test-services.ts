import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { createClient, type Client, type Transport } from '@skein/contracts/client';
import type { Contract, ServiceName } from '@skein/contracts/endpoint';
import { derivePurposeKey } from '#platform/crypto/master-key';
import { healthRoutes } from '#platform/http/health-routes';
import { serviceTransport } from '#platform/http/in-process-transport';
import { mountRoutes } from '#platform/http/mount-routes';
import type { ServiceDeps } from '#platform/http/service-deps';
import type { MainDeps } from '#main/deps';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createPlacementActions } from '#campaigns/campaigns.api';
import { createCodeMail, createOwnSeedPorts, createReportPorts, visitRecorder } from '#main/main.api';
import { testedMails } from '#services/smart-delivery/tested-mails.store';
import { trackingRoutes } from '#services/tracking/tracking.routes';
import { createTestPurchases } from './test-purchases';
import { createCheckTools } from '../delivery-checks';
import { smallServiceApps, type Installation } from '../small-services.module';

/** Every service of the house on one test database, as `--target=all` has them. */
export interface TestServices {
  main: TestMain;
  apps: Partial<Record<ServiceName, Hono>>;
  /** A transport to whichever service a contract names. */
  transport(person?: Pick<SignedIn, 'headers'>): Transport;
  asClient<C extends Contract>(contract: C, person?: Pick<SignedIn, 'headers'>): Client<C>;
  close(): Promise<void>;
}

export async function createTestServices(
  more: Partial<MainDeps> | ((usual: MainDeps) => Promise<Partial<MainDeps>>) = {},
  given: Partial<Installation> | ((main: TestMain) => Partial<Installation>) = {},
): Promise<TestServices> {
  const apps: Partial<Record<ServiceName, Hono>> = {};
  const find = (service: string): Hono => {
    const app = apps[service as ServiceName];
    if (!app) throw new Error(`There is no service ${service}.`);
    return app;
  };
  const main = await createTestMain(async (usual) => ({
    callServices: (credentials) => serviceTransport(find, () => credentials),
    ...(typeof more === 'function' ? await more(usual) : more),
  }));
  apps.main = main.app;
  const installation = typeof given === 'function' ? given(main) : given;
  const deps: ServiceDeps = {
    db: main.deps.db,
    log: main.deps.log,
    realClock: main.realClock,
    campaignClock: main.clock,
    authenticate: main.deps.authenticate,
    authenticator: main.deps.authenticator,
    live: main.deps.live,
    strictAnswers: true,
    callServices: (credentials) => serviceTransport(find, () => credentials),
  };
  const purchases = installation.purchases ?? createTestPurchases(main.deps).deps;
  for (const [name, createApp] of Object.entries(smallServiceApps))
    apps[name as ServiceName] = createApp(deps, {
      dataFolder: join(tmpdir(), 'skein-no-data'),
      heavyWork: main.deps.heavyWork,
      reports: createReportPorts(main.deps),
      placementActions: createPlacementActions(main.deps),
      codes: createCodeMail(main.deps),
      ownSeeds: createOwnSeedPorts(main.deps),
      resolver: main.deps.resolver,
      jobs: main.deps.jobs,
      isSandbox: true,
      cloud: { name: 'Sandbox cloud' },
      vault: main.deps.vault,
      purchases,
      payments: purchases.payments,
      publishTxt: null,
      checkTools: createCheckTools({ isSandbox: true, masterKey: main.deps.masterKey, spamChecker: null }),
      publicUrl: 'http://localhost:3000',
      mostServers: 100,
      mailPrivateHosts: [],
      subscriptions: null,
      ...installation,
    });
  apps.tracking = mountRoutes([
    healthRoutes('tracking', deps),
    trackingRoutes({
      ...deps,
      live: main.deps.live,
      visits: visitRecorder,
      tests: testedMails,
      trackingKey: derivePurposeKey(main.deps.masterKey, 'tracking'),
      now: () => main.clock.now(),
    }),
  ]);
  const transport = (person?: Pick<SignedIn, 'headers'>) => serviceTransport(find, () => ({ ...person?.headers }));
  return {
    main,
    apps,
    transport,
    asClient: (contract, person) => createClient(contract, transport(person)),
    close: () => main.close(),
  };
}

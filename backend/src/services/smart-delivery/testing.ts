import { createClient, type Client } from '@skein/contracts/client';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import type { LookUp } from '#platform/dns-reputation/look-up';
import { createReputation } from '#platform/dns-reputation/reputation';
import type { MailWorldOptions } from '#sandbox/mail-world/world';
import type { Zone } from '#platform/mail/zone-resolver';
import { serviceTransport } from '#platform/http/in-process-transport';
import { sandboxLookUp } from '#sandbox/placement-dns';
import { makeSandboxSeeds } from '#sandbox/placement-seeds';
import { createPlacementActions } from '#campaigns/campaigns.api';
import { createOwnSeedPorts, createReportPorts, noteOperatorAction } from '#main/main.api';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { createPlacementMail } from '#sending/sending.api';
import { createSmartDeliveryApp } from './app';
import type { CheckTools, SmartDeliveryDeps } from './deps';
import { runDuePlacement } from './placement-worker';
import { registerSeeds } from './seeds.store';
import type { PlacementDeps } from './worker-deps';

export const minute = 60_000;

export interface PlacementWorld {
  world: SendingWorld;
  deps: PlacementDeps;
  /** What the service is started with. */
  appDeps: SmartDeliveryDeps;
  /** The DNS of the world; records can be added. */
  zone: Zone;
  clientOf(headers: Record<string, string>): Client<typeof placementContract>;
  transportOf(headers: Record<string, string>): ReturnType<typeof serviceTransport>;
  /** A request as a browser makes it. */
  request(path: string, headers: Record<string, string>): Promise<Response>;
  send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Response>;
  /** Minute by minute: placement tests, and what `beside` does. */
  runFor(minutes: number, beside?: () => Promise<unknown>): Promise<void>;
}

/** What checks ask: a DNS, block lists, and a spam checker that finds one rule broken. */
const checkTools = (lookUp: LookUp, lists: LookUp): CheckTools => ({
  lookUp,
  reputation: createReputation({ lookUp: lists, now: () => 0 }),
  spamChecker: async () => ({
    score: 6.2,
    threshold: 5,
    isSpam: true,
    rules: [{ name: 'FREE_CASH', points: 6.2, description: 'Promises money' }],
  }),
  askServer: async () => ({ status: 404, text: '', retryAfter: null }),
});

/** The mailbox that the product writes from, and what it asks of seeds that people connect. */
async function productMailbox(world: SendingWorld) {
  const product = 'no-reply@skein.test';
  await world.mail.createMailbox({ email: product, password: 'right-password' });
  return createOwnSeedPorts({
    ...world.main.deps,
    config: {
      ...world.main.deps.config,
      systemMail: {
        smtpUrl: `smtp://${encodeURIComponent(product)}:right-password@127.0.0.1:${world.mail.smtp.port}`,
        from: product,
        needsTls: false,
      },
    },
  });
}

/** What the service is started with. */
const serviceDeps = (
  { main }: SendingWorld,
  { tools, actions, ownSeeds }: PlacementDeps,
  zone: Zone,
): SmartDeliveryDeps => ({
  ...main.deps,
  campaignClock: main.clock,
  limitRate: undefined,
  tools,
  heavyWork: main.deps.heavyWork,
  reports: createReportPorts(main.deps),
  actions,
  isSandbox: true,
  mailPrivateHosts: [],
  noteOperator: noteOperatorAction,
  ownSeeds,
  publishTxt: (name, value) => {
    zone.txt[name] = [value];
  },
});

/** The stepped world with seeds at stand-ins of providers, and a DNS in which `*.test` is set up as it should be. */
export async function createPlacementWorld(
  start = '2026-11-16T08:00:00Z',
  /** Whom block lists are asked of; the sandbox's DNS by default. */
  { lists, mail }: { lists?: LookUp; mail?: Pick<MailWorldOptions, 'tls' | 'verifyToken'> } = {},
): Promise<PlacementWorld> {
  const world = await createSendingWorld(mail ? { mail } : {});
  world.main.clock.set(Date.parse(start));
  const zone: Zone = {
    txt: {
      '*.test': ['v=spf1 include:spf.sandbox.test -all'],
      '_dmarc.northlight.test': ['v=DMARC1; p=reject'],
    },
    mx: {},
  };
  const lookUp = sandboxLookUp(zone, world.main.deps.masterKey);
  const tools = checkTools(lookUp, lists ?? lookUp);
  const seeds = await makeSandboxSeeds(world.mail, world.main.deps, lookUp);
  await world.main.deps.db.systemSql((sql) => registerSeeds(sql, true, seeds));
  const ownSeeds = await productMailbox(world);
  const deps: PlacementDeps = {
    ownSeeds,
    db: world.main.deps.db,
    now: () => world.main.clock.now(),
    realNow: () => world.main.deps.realClock.now(),
    isSendingHeld: () => false,
    vault: world.main.deps.vault,
    writeEmail: createPlacementMail(world.deps),
    smtpServer: world.deps.smtpServer,
    rules: world.deps.rules,
    tools,
    heavyWork: world.main.deps.heavyWork,
    actions: createPlacementActions(world.main.deps),
    log: world.main.deps.log,
  };
  const appDeps = serviceDeps(world, deps, zone);
  const app = createSmartDeliveryApp(appDeps);
  // The public API asks this service with the caller's credentials.
  world.main.deps.callServices = (credentials) =>
    serviceTransport(
      () => app,
      () => credentials,
    );
  return {
    world,
    deps,
    appDeps,
    zone,
    clientOf: (headers) =>
      createClient(
        placementContract,
        serviceTransport(
          () => app,
          () => headers,
        ),
      ),
    transportOf: (headers) =>
      serviceTransport(
        () => app,
        () => headers,
      ),
    request: async (path, headers) => app.request(path, { headers }),
    send: async (method, path, headers, body) =>
      app.request(path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async runFor(minutes, beside) {
      const end = world.main.clock.now() + minutes * minute;
      while (world.main.clock.now() < end) {
        await beside?.();
        await runDuePlacement(deps, 'test-worker');
        world.main.clock.set(world.main.clock.now() + minute);
      }
    },
  };
}

import { createClient, type Client } from '@skein/contracts/client';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import { createReputation } from '../../platform/dns-reputation/reputation';
import { serviceTransport } from '../../platform/http/in-process-transport';
import { sandboxLookUp } from '../../sandbox/placement-dns';
import { makeSandboxSeeds } from '../../sandbox/placement-seeds';
import { createSendingWorld, type SendingWorld } from '../main/areas/sending/sending/testing';
import { createSmartDeliveryApp } from './app';
import type { CheckTools } from './deps';
import { runDuePlacement, type PlacementDeps } from './placement-worker';
import { registerSeeds } from './seeds.store';

export const minute = 60_000;

export interface PlacementWorld {
  world: SendingWorld;
  deps: PlacementDeps;
  /** What automations did to mailboxes. */
  rested: string[];
  clientOf(headers: Record<string, string>): Client<typeof placementContract>;
  /** Minute by minute: placement tests, and what `beside` does. */
  runFor(minutes: number, beside?: () => Promise<unknown>): Promise<void>;
}

/** The stepped world with seeds at stand-ins of providers, and a DNS in which `*.test` is set up as it should be. */
export async function createPlacementWorld(start = '2026-11-16T08:00:00Z'): Promise<PlacementWorld> {
  const world = await createSendingWorld();
  world.main.clock.set(Date.parse(start));
  const zone = {
    txt: {
      '*.test': ['v=spf1 include:spf.sandbox.test -all'],
      '_dmarc.northlight.test': ['v=DMARC1; p=reject'],
    } as Record<string, string[]>,
    mx: {},
  };
  const lookUp = sandboxLookUp(zone, world.main.deps.masterKey);
  const tools: CheckTools = {
    lookUp,
    reputation: createReputation({ lookUp, now: () => 0 }),
    spamChecker: async () => ({
      score: 6.2,
      threshold: 5,
      isSpam: true,
      rules: [{ name: 'FREE_CASH', points: 6.2, description: 'Promises money' }],
    }),
    askServer: async () => ({ status: 404, text: '', retryAfter: null }),
  };
  const seeds = await makeSandboxSeeds(world.mail, world.main.deps, lookUp);
  await world.main.deps.db.systemSql((sql) => registerSeeds(sql, true, seeds));
  const rested: string[] = [];
  const deps: PlacementDeps = {
    db: world.main.deps.db,
    now: () => world.main.clock.now(),
    isSendingHeld: () => false,
    vault: world.main.deps.vault,
    smtpServer: world.deps.smtpServer,
    rules: world.deps.rules,
    tools,
    mailboxes: {
      rest: async (_, id) => void rested.push(`rest ${id}`),
      lowerCap: async (_, id, cap) => void rested.push(`cap ${id} to ${cap}`),
    },
    log: world.main.deps.log,
  };
  const app = createSmartDeliveryApp({
    ...world.main.deps,
    campaignClock: world.main.clock,
    limitRate: undefined,
    tools,
    publishTxt: (name, value) => {
      zone.txt[name] = [value];
    },
  });
  // The public API asks this service with the caller's credentials.
  world.main.deps.callServices = (credentials) =>
    serviceTransport(
      () => app,
      () => credentials,
    );
  return {
    world,
    deps,
    rested,
    clientOf: (headers) =>
      createClient(
        placementContract,
        serviceTransport(
          () => app,
          () => headers,
        ),
      ),
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

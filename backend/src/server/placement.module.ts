import { createPlacementActions } from '#campaigns/campaigns.api';
import { createOwnSeedPorts } from '#main/main.api';
import { createPlacementMail, sendingDeps } from '#sending/sending.api';
import { createRelays } from '#services/smart-servers/create-relays';
import { startPlacementWorker } from '#services/smart-delivery/placement-worker';
import { createCheckTools } from './delivery-checks';
import type { Module } from './module';
import { watchFence } from './watch-fence';

/** The loop of placement tests. It waits, as sending does, for the fence. */
export const placementModule: Module = {
  name: 'engine:placement',
  needs: ['main:deps', 'sending-fence', 'sandbox:demo'],
  async start({ environment, log, use }) {
    const main = use('mainDeps');
    const fence = await watchFence(use('sendingFence'), log);
    const clock = use('campaignClock');
    const sending = sendingDeps(main, clock, fence.isHeld);
    const worker = startPlacementWorker({
      db: main.db,
      now: () => clock.now(),
      realNow: () => main.realClock.now(),
      isSendingHeld: fence.isHeld,
      vault: main.vault,
      writeEmail: createPlacementMail(sending),
      relays: createRelays({
        db: main.db,
        live: main.live,
        vault: main.vault,
        isSandbox: environment.mode === 'sandbox',
        now: () => clock.now(),
        log,
      }),
      smtpServer: sending.smtpServer,
      rules: sending.rules,
      heavyWork: main.heavyWork,
      tools: createCheckTools({
        isSandbox: environment.mode === 'sandbox',
        masterKey: use('masterKey'),
        spamChecker: main.spamChecker ?? null,
      }),
      actions: createPlacementActions(main),
      ownSeeds: createOwnSeedPorts(main),
      log,
    });
    return {
      async stop() {
        fence.stop();
        await worker.stop();
      },
    };
  },
};

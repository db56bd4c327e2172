import { derivePurposeKey } from '../platform/crypto/master-key';
import { mailboxDeps } from '../services/main/areas/mailboxes/mailboxes.api';
import { startPlacementWorker } from '../services/smart-delivery/placement-worker';
import { startWarmupWorker } from '../services/warmup/warmup-worker';
import type { Module } from './module';

/** The loops of warmup and of placement tests. They wait, as sending does, for the demo's history and for the fence. */
export const warmupModule: Module = {
  name: 'engine:warmup',
  needs: ['main:deps', 'sending-fence', 'sandbox:demo'],
  async start({ log, use }) {
    const main = use('mainDeps');
    const fence = use('sendingFence');
    let isHeld = await fence.isPaused();
    const look = setInterval(
      () =>
        void fence.isPaused().then(
          (paused) => {
            isHeld = paused;
          },
          (error: Error) => log.error({ error }, 'the sending fence could not be read'),
        ),
      1000,
    );
    const boxes = mailboxDeps(main);
    const clock = use('campaignClock');
    let worker: ReturnType<typeof startWarmupWorker> | null = null;
    let placement: ReturnType<typeof startPlacementWorker> | null = null;
    let isStopped = false;
    void use('demo').historyMade.then(() => {
      if (isStopped) return;
      placement = startPlacementWorker({
        db: main.db,
        now: () => clock.now(),
        isSendingHeld: () => isHeld,
        vault: main.vault,
        smtpServer: boxes.servers.smtp,
        rules: boxes.rules,
        log,
      });
      worker = startWarmupWorker({
        db: main.db,
        live: main.live,
        clock,
        now: () => clock.now(),
        isSendingHeld: () => isHeld,
        key: derivePurposeKey(main.masterKey, 'warmup'),
        vault: main.vault,
        smtpServer: boxes.servers.smtp,
        imapServer: boxes.servers.imap,
        rules: boxes.rules,
        log,
      });
    });
    return {
      async stop() {
        isStopped = true;
        clearInterval(look);
        await Promise.all([worker?.stop(), placement?.stop()]);
      },
    };
  },
};

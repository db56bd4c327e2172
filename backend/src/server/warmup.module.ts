import { derivePurposeKey } from '../platform/crypto/master-key';
import { mailboxDeps } from '../services/main/areas/mailboxes/mailboxes.api';
import { startWarmupWorker } from '../services/warmup/warmup-worker';
import type { Module } from './module';

/** The warmup loop. It waits, as sending does, for the demo's history and for the fence. */
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
    let isStopped = false;
    void use('demo').historyMade.then(() => {
      if (!isStopped)
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
        await worker?.stop();
      },
    };
  },
};

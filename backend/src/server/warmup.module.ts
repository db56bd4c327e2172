import { derivePurposeKey } from '#platform/crypto/master-key';
import { mailboxDeps } from '#mailboxes/mailboxes.api';
import { startWarmupWorker } from '#services/warmup/warmup-worker';
import type { Module } from './module';
import { watchFence } from './watch-fence';

/** The loop of warmup. It waits, as sending does, for the fence. */
export const warmupModule: Module = {
  name: 'engine:warmup',
  needs: ['main:deps', 'sending-fence', 'sandbox:demo'],
  async start({ log, use }) {
    const main = use('mainDeps');
    const fence = await watchFence(use('sendingFence'), log);
    const boxes = mailboxDeps(main);
    const clock = use('campaignClock');
    const worker = startWarmupWorker({
      db: main.db,
      live: main.live,
      clock,
      now: () => clock.now(),
      realNow: () => main.realClock.now(),
      isSendingHeld: fence.isHeld,
      key: derivePurposeKey(main.masterKey, 'warmup'),
      vault: main.vault,
      smtpServer: boxes.servers.smtp,
      imapServer: boxes.servers.imap,
      rules: boxes.rules,
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

import { mailboxDeps, startMailboxCare } from '#mailboxes/mailboxes.api';
import { sendingDeps, startSendingWorker } from '#sending/sending.api';
import { createRelays } from '#services/smart-servers/create-relays';
import type { Module } from './module';
import { watchFence } from './watch-fence';

/** The sending loops. They start paused while a copied database waits for its operator. */
export const sendingModule: Module = {
  name: 'engine:sending',
  needs: ['main:deps', 'secrets', 'sending-fence', 'journal', 'sandbox:demo'],
  async start({ environment, log, use }) {
    const fence = await watchFence(use('sendingFence'), log);
    const main = use('mainDeps');
    const clock = use('campaignClock');
    const relays = createRelays({
      db: main.db,
      live: main.live,
      vault: use('vault'),
      isSandbox: environment.mode === 'sandbox',
      now: () => clock.now(),
      log,
    });
    const worker = startSendingWorker({ ...sendingDeps(main, clock, fence.isHeld), relays, journal: use('journal') });
    const care = startMailboxCare(mailboxDeps(main), log);
    return {
      async stop() {
        fence.stop();
        await Promise.all([worker.stop(), care.stop()]);
      },
    };
  },
};

import { mailboxDeps, startMailboxCare } from '../services/main/areas/mailboxes/mailboxes.api';
import { sendingDeps, startSendingWorker } from '../services/main/areas/sending/sending.api';
import type { Module } from './module';
import { watchFence } from './watch-fence';

/** The sending loops. They start paused while a copied database waits for its operator. */
export const sendingModule: Module = {
  name: 'engine:sending',
  needs: ['main:deps', 'sending-fence', 'sandbox:demo'],
  async start({ log, use }) {
    const fence = await watchFence(use('sendingFence'), log);
    const main = use('mainDeps');
    // The history sends in its own time; campaign mail leaves when it is made.
    let worker: ReturnType<typeof startSendingWorker> | null = null;
    let isStopped = false;
    void use('demo').historyMade.then(() => {
      if (!isStopped) worker = startSendingWorker(sendingDeps(main, use('campaignClock'), fence.isHeld));
    });
    const care = startMailboxCare(mailboxDeps(main), log);
    return {
      async stop() {
        isStopped = true;
        fence.stop();
        await Promise.all([worker?.stop(), care.stop()]);
      },
    };
  },
};

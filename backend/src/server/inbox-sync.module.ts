import { startInboxSync, inboxSyncDeps } from '#inbox/inbox.api';
import type { Module } from './module';

/** Reads the mailboxes. In the sandbox it waits until the history, which reads them in its own time, is made. */
export const inboxSyncModule: Module = {
  name: 'engine:inbox-sync',
  needs: ['main:deps', 'sandbox:demo'],
  async start({ use }) {
    const deps = { ...inboxSyncDeps(use('mainDeps')), clock: use('campaignClock') };
    let worker: ReturnType<typeof startInboxSync> | null = null;
    let isStopped = false;
    void use('demo').historyMade.then(() => {
      if (!isStopped) worker = startInboxSync(deps);
    });
    return {
      async stop() {
        isStopped = true;
        await worker?.stop();
      },
    };
  },
};

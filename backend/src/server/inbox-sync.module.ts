import { startInboxSync, inboxSyncDeps } from '#inbox/inbox.api';
import type { Module } from './module';

/** Reads the mailboxes; in the sandbox not those of the demo while its history is made, which reads them in its own time. */
export const inboxSyncModule: Module = {
  name: 'engine:inbox-sync',
  needs: ['main:deps', 'sandbox:demo'],
  async start({ use }) {
    const deps = { ...inboxSyncDeps(use('mainDeps')), clock: use('campaignClock') };
    const worker = startInboxSync(deps);
    return { stop: () => worker.stop() };
  },
};

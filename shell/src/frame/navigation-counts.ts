import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { hasPermission } from '@skein/mfe/access';
import { api, endpointsFrom } from '@skein/mfe/api';
import type { Signal } from '@skein/mfe/signal';
import type { AppStore } from '@skein/mfe/store';
import type { EntryCount } from './nav-entries';

const inbox = endpointsFrom(inboxContract);
const mailboxes = endpointsFrom(mailboxesContract);

const countsApi = api.injectEndpoints({
  endpoints: (build) => ({
    navigationInboxCounts: inbox.query(build, 'countFolders', { provides: ['counts', 'thread'] }),
    navigationMailboxTotals: mailboxes.query(build, 'list', { provides: ['counts', 'mailbox'] }),
  }),
});

const whole = new Intl.NumberFormat('en-US');
const mailboxArgument = { query: { limit: 1 } };

/**
 * Keeps the numbers beside the navigation's entries: unread replies, mailboxes and those that fail. Loaded once the page stands,
 * because nothing waits for it. Returns what ends it.
 */
export function followCounts(store: AppStore, counts: Signal<Record<string, EntryCount>>): () => void {
  const { user } = store.getState().auth;
  if (!user) return () => {};
  const subscriptions = [
    ...(hasPermission({ user }, 'inbox.read') ? [store.dispatch(countsApi.endpoints.navigationInboxCounts.initiate())] : []),
    ...(hasPermission({ user }, 'mailbox.read') ? [store.dispatch(countsApi.endpoints.navigationMailboxTotals.initiate(mailboxArgument))] : []),
  ];
  const selectInbox = countsApi.endpoints.navigationInboxCounts.select();
  const selectMailboxes = countsApi.endpoints.navigationMailboxTotals.select(mailboxArgument);
  let last: unknown[] = [];
  const update = () => {
    const state = store.getState();
    const folders = selectInbox(state).data?.folders;
    const totals = selectMailboxes(state).data?.totals;
    if (folders === last[0] && totals === last[1]) return;
    last = [folders, totals];
    const unread = folders?.unread ?? 0;
    const failing = totals?.failing ?? 0;
    counts.set({
      ...(unread > 0 ? { 'master-inbox': { text: whole.format(unread), label: `${unread} unread` } } : {}),
      ...(totals ? { 'email-accounts': { text: whole.format(totals.all), ...(failing > 0 ? { problem: { text: whole.format(failing), label: `${failing} cannot send` } } : {}) } } : {}),
    });
  };
  const unsubscribe = store.subscribe(update);
  update();
  return () => {
    unsubscribe();
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}

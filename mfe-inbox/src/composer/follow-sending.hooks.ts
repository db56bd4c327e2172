import type { CallOutput } from '@skein/contracts/endpoint';
import type { inboxContract } from '@skein/contracts/main/inbox.contract';
import type { AppStore } from '@skein/mfe/store';
import { toasts } from '@skein/ui/toast-store';
import { inboxApi } from '../api';

interface Sending {
  enrolmentId: number;
  statsId: string;
  /** To whom, as the message says it. */
  text: string;
}

type Outcome = 'WAITING' | 'SENT' | 'IN_DOUBT' | 'FAILED' | 'GONE';
type Thread = CallOutput<(typeof inboxContract)['endpoints']['getThread']>;

/** How a reply is doing, by its thread. */
function outcomeIn(thread: Thread, statsId: string): Outcome {
  const sent = thread.messages.find((message) => message.direction === 'out' && message.stats_id === statsId);
  if (sent) return sent.state === 'IN_DOUBT' ? 'IN_DOUBT' : 'SENT';
  const waiting = thread.outgoing.find(({ stats_id: id }) => id === statsId);
  return waiting === undefined ? 'GONE' : waiting.status === 'FAILED' ? 'FAILED' : 'WAITING';
}

const words = {
  SENT: { title: 'Sent' },
  IN_DOUBT: { title: 'Delivery unconfirmed', tone: 'warning' },
  FAILED: { title: 'Not sent', tone: 'danger' },
} as const;

/**
 * Says that a reply was sent once the server says so: its thread is read again with every live event about it, also
 * after the person went on.
 * @returns what ends it, for a reply that is cancelled
 */
export function followSending(store: AppStore, sending: Sending): () => void {
  const arg = { params: { enrolmentId: sending.enrolmentId } };
  const reading = store.dispatch(inboxApi.endpoints.inboxThread.initiate(arg));
  const read = inboxApi.endpoints.inboxThread.select(arg);
  let isOver = false;
  let lastRead: number | undefined;
  let hasWaited = false;
  let outcome: Outcome | undefined;
  const end = () => {
    isOver = true;
    stopListening();
    reading.unsubscribe();
  };
  const look = () => {
    const { data: thread, fulfilledTimeStamp: readAt } = read(store.getState());
    if (isOver || !thread || readAt === undefined || readAt === lastRead) return;
    const before = outcome;
    lastRead = readAt;
    outcome = outcomeIn(thread, sending.statsId);
    if (outcome === 'WAITING') hasWaited = true;
    // Missing once, it may be on its way from one list to the other; twice, someone else has cancelled it.
    if (hasWaited && outcome === 'GONE' && before === 'GONE') return end();
    if (outcome === 'GONE' || outcome === 'WAITING') return;
    end();
    toasts.dismiss(`reply-${sending.statsId}`);
    toasts.show({ ...words[outcome], key: `sent-${sending.statsId}`, text: sending.text });
  };
  const stopListening = store.subscribe(look);
  return end;
}

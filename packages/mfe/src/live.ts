import type { LiveMessage } from '@skein/contracts/main/live.contract';
import { outdate, tags, type Tag } from './api';
import { createSignal } from './signal';
import type { AppDispatch } from './store';

/** One event of the stream. */
export interface LiveEvent {
  id?: string;
  event: string;
  data: string;
}

/** State of the live channel, for the frame: when it last heard from the server, and whether it is connected. */
export const liveState = createSignal<{ connected: boolean; lastHeard: number | null }>({
  connected: false,
  lastHeard: null,
});

/** Takes complete events off a buffer of the event-stream format; answers them and the rest. */
export function takeEvents(buffer: string): { events: LiveEvent[]; rest: string } {
  const blocks = buffer.replace(/\r\n?/g, '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  const events = blocks.map((block) => {
    const event: LiveEvent = { event: 'message', data: '' };
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [, field, value = ''] = /^([^:]*)(?::\s?(.*))?$/.exec(line) ?? [];
      if (field === 'data') data.push(value);
      else if (field === 'event') event.event = value;
      else if (field === 'id') event.id = value;
    }
    return { ...event, data: data.join('\n') };
  });
  return { events, rest };
}

/**
 * What each topic of the server touches in the cache. `campaign:12` counts as `campaign`: the lists that show it change with it.
 * A topic that is not here is taken for a tag of the same name, or left out when there is none (a newer server).
 */
const tagsByTopic: Record<string, readonly Tag[]> = {
  activity: ['analytics', 'event', 'counts'],
  campaigns: ['campaign', 'counts'],
  campaign: ['campaign', 'sequence', 'forecast', 'lead', 'analytics', 'event'],
  categories: ['category'],
  clients: ['client'],
  folders: ['folder'],
  inbox: ['thread', 'counts'],
  leads: ['lead', 'counts'],
  mailboxes: ['mailbox', 'warmup', 'counts'],
  mailbox: ['mailbox', 'warmup'],
  notices: ['notification'],
  me: ['profile', 'plan', 'session', 'get-started'],
  purchases: ['purchase', 'mailbox'],
  thread: ['thread'],
  time: ['sandbox-time'],
  upload: ['import'],
  'workspace-archives': ['import'],
  uploads: ['import', 'lead', 'counts'],
  webhooks: ['webhook'],
};

const known = new Set<string>(tags);

/** The tags that a message names; none when it cannot be read. */
export function tagsOfEvent(event: Pick<LiveEvent, 'data'>): Tag[] | 'everything' {
  try {
    const message = JSON.parse(event.data) as LiveMessage;
    if (message.type === 'everything') return 'everything';
    const named = message.topics.map((topic) => topic.split(':')[0] ?? topic);
    return [...new Set(named.flatMap((topic) => tagsByTopic[topic] ?? (known.has(topic) ? [topic as Tag] : [])))];
  } catch {
    return [];
  }
}

export interface LiveOptions {
  url: string;
  token: () => string | null;
  /** Called for a 401: gets a new token or gives up. */
  renewToken: (refused: string) => Promise<string | null>;
  /** Called when a token was refused and none could be had in its place: the session has ended, and nothing is listened to any more. */
  onSessionExpired?: () => void;
  dispatch: AppDispatch;
  /** Milliseconds between two refreshes at least; what is named meanwhile waits for the next. */
  pace?: number;
  /** Milliseconds between attempts, by attempt. */
  backoff?: (attempt: number) => number;
}

const defaultBackoff = (attempt: number) => Math.min(30_000, 1000 * 2 ** attempt) * (0.75 + Math.random() / 2);

/** From this attempt on it is half a minute to the next. */
const refusedAttempt = 4;

/** A line that lasted so long is not one that a proxy cuts again and again. */
const provenMilliseconds = 1000;

/** A page that has just been read need not be read again because the channel, opened with it, begins with "everything". */
const freshMilliseconds = 3000;

/** What a person may see and do is never held back. */
const urgent: readonly Tag[] = ['profile', 'plan', 'session'];

/** Sums over many rows. Nobody watches them by the second, so they are refreshed less often than lists while changes keep coming. */
const slow: readonly Tag[] = ['analytics', 'event', 'forecast'];
const isSlow = (tag: Tag) => slow.includes(tag);

const isHidden = () => typeof document !== 'undefined' && document.visibilityState === 'hidden';

/**
 * Gathers what events name. A campaign that runs names the same lists several times a second, and each time would read them again: what
 * is shown is refreshed once a second, sums once in five, and in a tab that nobody looks at when somebody looks again.
 */
export function gatherTags(
  refresh: (named: Tag[]) => void,
  pace = 1000,
  slowPace = 5 * pace,
): { add(named: readonly Tag[]): void; stop(): void } {
  const named = new Set<Tag>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [last, lastSlow] = [-Infinity, -Infinity];
  const flush = () => {
    const isSlowDue = Date.now() - lastSlow >= slowPace;
    const now = [...named].filter((tag) => isSlowDue || !isSlow(tag));
    if (now.length > 0) {
      for (const tag of now) named.delete(tag);
      last = Date.now();
      if (now.some(isSlow)) lastSlow = last;
      refresh(now);
    }
    later();
  };
  const later = () => {
    clearTimeout(timer);
    if (named.size === 0 || isHidden()) return;
    const next = [...named].every(isSlow) ? Math.max(last + pace, lastSlow + slowPace) : last + pace;
    if (next <= Date.now()) flush();
    else timer = setTimeout(flush, next - Date.now());
  };
  if (typeof document !== 'undefined') document.addEventListener('visibilitychange', later);
  return {
    add(more) {
      for (const tag of more) named.add(tag);
      if (urgent.some((tag) => named.has(tag))) flush();
      else later();
    },
    stop() {
      clearTimeout(timer);
      if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', later);
    },
  };
}

/** Hears every event of a connection. @throws Error at its end: the channel has none */
async function hearAll(body: NonNullable<Response['body']>, hear: (event: LiveEvent) => void): Promise<never> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error('The live channel was closed.');
    const taken = takeEvents(buffer + value);
    buffer = taken.rest;
    liveState.set({ connected: true, lastHeard: Date.now() });
    taken.events.forEach(hear);
  }
}

/** Waits, no longer than until the device is online again or nobody listens any more. */
const waitOrOnline = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    window.addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true, signal });
  });

/**
 * Listens to the server's events and drops what they name from the cache, so that visible lists refresh themselves.
 * A fetch instead of an EventSource, because the bearer token travels in a header and never in an address. The first message of
 * every connection says "everything", so nothing is lost while the line was down.
 */
export function listenLive(options: LiveOptions): () => void {
  const controller = new AbortController();
  let lastId: string | undefined;
  let attempt = 0;

  const gathered = gatherTags((named) => options.dispatch(outdate(named)), options.pace);
  const begun = Date.now();
  let connections = 0;
  let openSince: number | null = null;

  const hear = (event: LiveEvent) => {
    if (event.id) lastId = event.id;
    const named = tagsOfEvent(event);
    const isFirst = connections === 1 && Date.now() - begun < freshMilliseconds;
    const changed = named === 'everything' ? (isFirst ? [] : [...tags]) : named;
    if (changed.length > 0) gathered.add(changed);
  };

  const connect = async () => {
    const token = options.token();
    const response = await fetch(options.url, {
      headers: {
        Accept: 'text/event-stream',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(lastId ? { 'Last-Event-ID': lastId } : {}),
      },
      signal: controller.signal,
      cache: 'no-store',
    });
    if (response.status === 401 && token) {
      if (await options.renewToken(token)) attempt = 0;
      else if (options.onSessionExpired) {
        controller.abort();
        options.onSessionExpired();
      }
      throw new Error('The live channel asked for a newer token.');
    }
    if (response.status === 429) {
      // Too many tabs: this one reads again with each attempt, which is every half minute.
      gathered.add([...tags]);
      attempt = Math.max(attempt, refusedAttempt);
    }
    if (!response.ok || !response.body || !/event-stream/.test(response.headers.get('content-type') ?? ''))
      throw new Error(`The live channel answered ${response.status}.`);
    attempt = 0;
    connections += 1;
    openSince = Date.now();
    liveState.set({ connected: true, lastHeard: Date.now() });
    await hearAll(response.body, hear);
  };

  void (async () => {
    while (!controller.signal.aborted) {
      try {
        await connect();
      } catch {
        if (controller.signal.aborted) return;
        liveState.set((state) => ({ ...state, connected: false }));
        // A line that worked comes back at once: the server may have ended it because the session did.
        const worked = openSince !== null && Date.now() - openSince > provenMilliseconds;
        openSince = null;
        const pause = worked ? Math.random() * 300 : (options.backoff ?? defaultBackoff)((attempt += 1));
        await waitOrOnline(pause, controller.signal);
      }
    }
  })();
  return () => {
    gathered.stop();
    controller.abort();
  };
}

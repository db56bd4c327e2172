import { api, tags, type Tag } from './api';
import { createSignal } from './signal';

/** One event of the stream: which kinds of things changed. */
export interface LiveEvent {
  id?: string;
  event: string;
  data: string;
}

/** State of the live channel, for the frame: when it last heard from the server, and whether it is connected. */
export const liveState = createSignal<{ connected: boolean; lastHeard: number | null }>({ connected: false, lastHeard: null });

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

const known = new Set<string>(tags);

/** The tags that an event names; unknown ones (of a newer server) are left out. */
export function tagsOfEvent(event: LiveEvent): Tag[] {
  try {
    const { tags: named } = JSON.parse(event.data) as { tags?: string[] };
    return (named ?? []).filter((tag): tag is Tag => known.has(tag));
  } catch {
    return [];
  }
}

export interface LiveOptions {
  url: string;
  token: () => string | null;
  /** Called for a 401: gets a new token or gives up. */
  renewToken: (refused: string) => Promise<string | null>;
  dispatch: (action: ReturnType<typeof api.util.invalidateTags>) => void;
  /** Milliseconds between attempts, by attempt. */
  backoff?: (attempt: number) => number;
}

const defaultBackoff = (attempt: number) => Math.min(30_000, 1000 * 2 ** attempt) * (0.75 + Math.random() / 2);

/**
 * Listens to the server's events and drops what they name from the cache, so that visible lists refresh themselves.
 * A fetch instead of an EventSource, because the bearer token travels in a header and never in an address. Reconnects with the
 * last event's id; after a gap that the server cannot fill it sends `reset`, and everything visible is read again.
 */
export function listenLive(options: LiveOptions): () => void {
  const controller = new AbortController();
  let lastId: string | undefined;
  let attempt = 0;

  const hear = (event: LiveEvent) => {
    if (event.id) lastId = event.id;
    liveState.set({ connected: true, lastHeard: Date.now() });
    const changed = event.event === 'reset' ? [...tags] : tagsOfEvent(event);
    if (changed.length > 0) options.dispatch(api.util.invalidateTags(changed));
  };

  const connect = async () => {
    const token = options.token();
    const response = await fetch(options.url, {
      headers: { Accept: 'text/event-stream', ...(token ? { Authorization: `Bearer ${token}` } : {}), ...(lastId ? { 'Last-Event-ID': lastId } : {}) },
      signal: controller.signal,
      cache: 'no-store',
    });
    if (response.status === 401 && token) {
      if (await options.renewToken(token)) attempt = 0;
      throw new Error('The live channel asked for a newer token.');
    }
    if (!response.ok || !response.body || !/event-stream/.test(response.headers.get('content-type') ?? '')) throw new Error(`The live channel answered ${response.status}.`);
    attempt = 0;
    liveState.set({ connected: true, lastHeard: Date.now() });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let buffer = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Error('The live channel was closed.');
      const taken = takeEvents(buffer + value);
      buffer = taken.rest;
      liveState.set({ connected: true, lastHeard: Date.now() });
      taken.events.forEach(hear);
    }
  };

  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      controller.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
      window.addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true, signal: controller.signal });
    });

  void (async () => {
    while (!controller.signal.aborted) {
      try {
        await connect();
      } catch {
        if (controller.signal.aborted) return;
        liveState.set((state) => ({ ...state, connected: false }));
        await wait((options.backoff ?? defaultBackoff)((attempt += 1)));
      }
    }
  })();
  return () => controller.abort();
}

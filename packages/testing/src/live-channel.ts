import { listenLive } from '@skein/mfe/live';
import type { LiveMessage } from '@skein/contracts/main/live.contract';
import type { AppStore } from '@skein/mfe/store';

/** The server's end of the live channel of a page. */
export interface LiveChannel {
  /** Says that something of these topics changed (`campaigns`, `campaign:12`): what shows it is read again. */
  changed(...topics: string[]): void;
  /** Cuts the line; the page opens another one by itself. */
  cut(): void;
  stop(): void;
}

/** Opens the page's real live channel over a line whose other end the test holds. */
export function openLiveChannel(store: AppStore): LiveChannel {
  const encoder = new TextEncoder();
  let line: ReadableStreamDefaultController<Uint8Array> | undefined;
  const waiting: LiveMessage[] = [];
  const say = (message: LiveMessage) => {
    if (line) line.enqueue(encoder.encode(`data: ${JSON.stringify(message)}\n\n`));
    else waiting.push(message);
  };
  const pageFetch = window.fetch;
  window.fetch = (address, options) => {
    if (address !== '/api/live') return pageFetch(address, options);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        line = controller;
        for (const message of waiting.splice(0)) say(message);
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
  const stop = listenLive({
    url: '/api/live',
    token: () => store.getState().auth.token,
    renewToken: () => Promise.resolve(null),
    dispatch: store.dispatch,
    pace: 0,
    backoff: () => 0,
  });
  return {
    changed: (...topics) => say({ type: 'changed', topics }),
    cut() {
      line?.close();
      line = undefined;
    },
    stop() {
      stop();
      window.fetch = pageFetch;
    },
  };
}

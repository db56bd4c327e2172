import type { LiveMessage } from '@skein/contracts/main/live.contract';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';

/** Keeps proxies from closing the connection, and finds out that the browser is gone. */
const HEARTBEAT_MILLISECONDS = 15_000;
/** Changes that come in a burst are told together. */
const GATHER_MILLISECONDS = 80;
/** A connection ends after so long, so that an ended session does not listen on; the browser comes back by itself. */
const LONGEST_MILLISECONDS = 14 * 60_000;

/**
 * The event stream of one browser. The first message always says "everything", also after a reconnect (whatever
 * Last-Event-ID it carries): messages only name what to read again, so nothing can be lost by it.
 * @throws SkeinError RATE_LIMITED when too many are open
 */
export async function streamEvents(deps: MainDeps, actor: RequestActor, signal: AbortSignal): Promise<Response> {
  const leave = deps.live.streams.open(actor);
  const encoder = new TextEncoder();
  let stop: () => void = () => undefined;

  const body = new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        let number = 0;
        let unsubscribe: () => Promise<void> = async () => undefined;
        let isOver = false;
        let stopWatching: () => void = () => undefined;

        const write = (text: string) => {
          if (isOver) return;
          // A browser that reads nothing must not fill the memory: it is sent away and reads everything when it is back.
          if ((controller.desiredSize ?? 0) < -1000) return stop();
          controller.enqueue(encoder.encode(text));
        };
        const tell = (message: LiveMessage) => write(`id: ${++number}\ndata: ${JSON.stringify(message)}\n\n`);
        const changes = gatherTopics((topics) =>
          tell(topics.includes('everything') ? { type: 'everything' } : { type: 'changed', topics }),
        );
        const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MILLISECONDS);
        const longest = setTimeout(() => stop(), LONGEST_MILLISECONDS);

        stop = () => {
          if (isOver) return;
          isOver = true;
          leave();
          clearInterval(heartbeat);
          clearTimeout(longest);
          changes.stop();
          signal.removeEventListener('abort', stop);
          stopWatching();
          void unsubscribe();
          try {
            controller.close();
          } catch {
            /* the browser closed it first */
          }
        };
        signal.addEventListener('abort', stop);
        if (signal.aborted) return stop();

        // A changed role or plan reaches an open browser at once, and an ended session ends its stream.
        stopWatching = deps.authenticator.onChange((workspaceId) => {
          if (workspaceId !== actor.workspaceId) return;
          deps.authenticator.isCurrent(actor).then(
            (isCurrent) => (isCurrent ? changes.add(['me']) : stop()),
            () => stop(),
          );
        });
        try {
          unsubscribe = await deps.live.subscribe(actor.workspaceId, (event) =>
            changes.add(event?.topics ?? ['everything']),
          );
        } catch (error) {
          stop();
          throw error;
        }
        if (isOver) return void unsubscribe();
        write('retry: 2000\n\n');
        tell({ type: 'everything' });
      },
      cancel: () => stop(),
    },
    { highWaterMark: 16 },
  );

  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  });
}

/** Topics of one burst, told once. */
function gatherTopics(tell: (topics: string[]) => void) {
  let gathered = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;
  return {
    add(topics: readonly string[]) {
      for (const topic of topics) gathered.add(topic);
      gathering ??= setTimeout(() => {
        const told = [...gathered];
        gathered = new Set();
        gathering = undefined;
        tell(told);
      }, GATHER_MILLISECONDS);
    },
    stop: () => clearTimeout(gathering),
  };
}

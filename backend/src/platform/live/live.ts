import type { WorkspaceId } from '@skein/contracts/ids';
import type { Database, SqlClient, Transaction } from '../db/database';
import { prepared } from '../db/prepared';
import { createOpenStreams, type OpenStreams } from './stream-limits';

/**
 * What may have changed: `campaigns`, `campaign:12`, `inbox`, `mailboxes`, `me`. A browser that hears a topic reads
 * again what it shows of it.
 */
export type Topic = string;

/** One notification on its way to the browsers of a workspace. */
interface LiveEvent {
  workspaceId: WorkspaceId;
  topics: Topic[];
}

export interface Live {
  /** Tells the browsers of a workspace which topics changed, when this transaction commits; nothing is told when it is rolled back. */
  publish(tx: Transaction | SqlClient, workspaceId: WorkspaceId, topics: Topic[]): Promise<void>;
  /** Calls the handler for each event of a workspace; `null` means that events may have been lost, so everything has to be read again. */
  subscribe(workspaceId: WorkspaceId, handler: (event: LiveEvent | null) => void): Promise<() => Promise<void>>;
  /** Each open connection takes a place here first. */
  streams: OpenStreams;
}

const CHANNEL = 'skein_live';
/** NOTIFY carries at most 8,000 bytes; beyond this many topics "everything" is shorter. */
const MOST_TOPICS = 100;

/** The live channel over NOTIFY: one connection a process, payloads that only name topics. */
export function createLive(db: Pick<Database, 'listen'>, streams: OpenStreams = createOpenStreams()): Live {
  const handlers = new Map<number, Set<(event: LiveEvent | null) => void>>();
  let listening: Promise<unknown> | undefined;

  function receive(payload: string): void {
    if (payload === '') {
      for (const set of handlers.values()) for (const handler of set) handler(null);
      return;
    }
    const [workspace, ...topics] = payload.split(' ');
    const event: LiveEvent = { workspaceId: Number(workspace), topics };
    for (const handler of handlers.get(event.workspaceId) ?? []) handler(event);
  }

  return {
    streams,
    async publish(tx, workspaceId, topics) {
      await publishTopics(tx, workspaceId, topics);
    },
    async subscribe(workspaceId, handler) {
      listening ??= db.listen(CHANNEL, receive).catch((error) => {
        listening = undefined;
        throw error;
      });
      await listening;
      const set = handlers.get(workspaceId) ?? new Set();
      handlers.set(workspaceId, set.add(handler));
      return async () => {
        set.delete(handler);
        if (set.size === 0 && handlers.get(workspaceId) === set) handlers.delete(workspaceId);
      };
    },
  };
}

/** `publish` for what has no Live at hand: outcomes, which are handed nothing but their transaction. */
export async function publishTopics(
  tx: Transaction | SqlClient,
  workspaceId: WorkspaceId,
  topics: readonly Topic[],
): Promise<void> {
  if (topics.length === 0) return;
  const named =
    topics.length > MOST_TOPICS ? ['everything'] : topics.map((topic) => topic.replace(/\s+/g, '-').slice(0, 60));
  await notify(tx, CHANNEL, [workspaceId, ...new Set(named)].join(' '));
}

/** NOTIFY inside the given transaction, whichever of the two kinds it is. */
async function notify(tx: Transaction | SqlClient, channel: string, payload: string): Promise<void> {
  if ('$queryRaw' in tx) await tx.$queryRaw`SELECT pg_notify(${channel}, ${payload})::text`;
  else await prepared(tx, 'select pg_notify($1, $2)', [channel, payload]);
}

import { Client } from 'pg';

const CONNECTION_TIMEOUT = 10_000;

interface KeptConnection {
  /** The connection, also while it is being opened; undefined before the first use and while it is lost. */
  present(): Promise<Client> | undefined;
  /**
   * Runs `work` on the connection that is there; otherwise opens one, whose preparation covers the work.
   * @param undo called before another try is planned, when it failed
   */
  use(work: (client: Client) => Promise<unknown>, undo?: () => void): Promise<void>;
  close(): Promise<void>;
}

interface ConnectionOptions {
  url: string;
  onError: (error: Error) => void;
  later: (work: () => void, milliseconds: number) => NodeJS.Timeout;
  /** Whether a lost connection is worth another one. */
  isNeeded: () => boolean;
  /** What every new connection does before it counts as one. */
  prepare: (client: Client) => Promise<void>;
  onNotification: (channel: string, payload: string) => void;
  onEnd: () => void;
  /** After a connection was lost and another one is there: notifications in between are gone. */
  onReturn: () => void;
}

/** One connection, opened on its first use and again (after 0.2 to 5 s) whenever it is lost. */
export function createKeptConnection(options: ConnectionOptions): KeptConnection {
  let client: Promise<Client> | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let wasLost = false;

  /** Only a connection that was prepared is missed when it ends: one that failed on its way is the caller's to try again. */
  async function connect(): Promise<Client> {
    const fresh = createClient(options);
    let isUp = false;
    fresh.on('end', () => {
      options.onEnd();
      if (closed || !isUp) return;
      client = undefined;
      wasLost = true;
      reconnect(200);
    });
    try {
      await fresh.connect();
      await options.prepare(fresh);
    } catch (error) {
      fresh.end().catch(() => undefined);
      throw error;
    }
    isUp = true;
    if (wasLost) options.onReturn();
    wasLost = false;
    return fresh;
  }

  /** One try at a time, however often it is asked for: two would continue in parallel, and each of them leave two. */
  function reconnect(wait: number): void {
    if (closed || !options.isNeeded() || client) return;
    clearTimeout(retry);
    retry = options.later(() => {
      if (client) return;
      client = connect();
      client.catch((error: Error) => {
        options.onError(error);
        client = undefined;
        reconnect(Math.min(wait * 2, 5000));
      });
    }, wait);
  }

  return {
    present: () => client,
    async use(work, undo) {
      const begun = client;
      try {
        if (begun) await work(await begun);
        else {
          client = connect();
          await client;
        }
      } catch (error) {
        undo?.();
        if (!begun) client = undefined;
        reconnect(200);
        throw error;
      }
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.then((current) => current.end()).catch(() => undefined);
    },
  };
}

function createClient({ url, onError, onNotification }: ConnectionOptions): Client {
  const client = new Client({
    connectionString: url,
    application_name: 'skein-listen',
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
  });
  client.on('notification', (message) => onNotification(message.channel, message.payload ?? ''));
  client.on('error', onError);
  return client;
}

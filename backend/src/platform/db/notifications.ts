import { EventEmitter } from 'node:events';

import { Client } from 'pg';

/** One LISTEN connection for the whole process. A wake-up only: whoever listens also polls. */
export interface Notifications {
  /**
   * Calls the handler with the payload of every NOTIFY on the channel, and once with an empty payload after the
   * connection was lost and found again, because notifications in between are gone.
   * @returns a function that ends this subscription
   */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Connects on the first `listen`, and again (after 0.2 to 5 s) whenever the connection is lost. */
export function createNotifications(options: {
  url: string;
  onError: (error: Error) => void;
}): Notifications {
  const handlers = new EventEmitter().setMaxListeners(0);
  const channels = new Map<string, number>();
  let client: Promise<Client> | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<Client> {
    const fresh = new Client({ connectionString: options.url, application_name: 'skein-listen', keepAlive: true });
    fresh.on('notification', (message) => handlers.emit(message.channel, message.payload ?? ''));
    fresh.on('error', options.onError);
    fresh.on('end', () => {
      if (closed) return;
      client = undefined;
      reconnect(200);
    });
    await fresh.connect();
    for (const channel of channels.keys()) await fresh.query(`LISTEN ${fresh.escapeIdentifier(channel)}`);
    return fresh;
  }

  function reconnect(wait: number): void {
    if (closed || channels.size === 0) return;
    retry = setTimeout(() => {
      client = connect();
      client.then(
        () => {
          for (const channel of channels.keys()) handlers.emit(channel, '');
        },
        (error: Error) => {
          options.onError(error);
          client = undefined;
          reconnect(Math.min(wait * 2, 5000));
        },
      );
    }, wait);
  }

  return {
    async listen(channel, handler) {
      if (closed) throw new Error('The database connection was closed.');
      handlers.on(channel, handler);
      const count = channels.get(channel) ?? 0;
      channels.set(channel, count + 1);
      if (!client) {
        client = connect();
        await client;
      } else if (count === 0) {
        const current = await client;
        await current.query(`LISTEN ${current.escapeIdentifier(channel)}`);
      }
      return async () => {
        handlers.off(channel, handler);
        const left = (channels.get(channel) ?? 1) - 1;
        if (left > 0) {
          channels.set(channel, left);
          return;
        }
        channels.delete(channel);
        if (closed || !client) return;
        const current = await client;
        await current.query(`UNLISTEN ${current.escapeIdentifier(channel)}`);
      };
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      handlers.removeAllListeners();
      await client?.then((current) => current.end()).catch(() => undefined);
    },
  };
}

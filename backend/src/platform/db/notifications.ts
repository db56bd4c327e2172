import { EventEmitter } from 'node:events';

import type { Client } from 'pg';

import { createKeptConnection } from './kept-connection';

/** The class of the advisory locks that show which workers are alive; the second key is the worker's. */
export const workerLocks = 72707375;

/** A lock that shows that this process is alive. */
interface HeldLock {
  /** False while the connection is lost; the lock is taken again with the next one. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** One LISTEN connection per process. Only a wake-up: listeners also poll. */
export interface Notifications {
  /**
   * Calls the handler with the payload of every NOTIFY on the channel, and once with an empty payload after the
   * connection was lost and found again, because notifications in between are gone.
   * @returns a function that ends this subscription
   */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  /**
   * Holds the lock (`workerLocks`, key) on this connection: the server releases it in the moment in which the process
   * dies. Never throws; see `isHeld`.
   */
  holdLock(key: number): Promise<HeldLock>;
  close(): Promise<void>;
}

const lastStatement = new WeakMap<Client, Promise<unknown>>();

/** One statement after the other on one connection: the driver no longer queues them. */
function run(on: Client, sql: string, values?: unknown[]): Promise<unknown> {
  const next = (lastStatement.get(on) ?? Promise.resolve()).then(() => on.query(sql, values));
  // The caller is told of a failure; the next statement runs all the same.
  lastStatement.set(
    on,
    next.catch(() => undefined),
  );
  return next;
}

/** Connects on the first `listen`, and again (after 0.2 to 5 s) whenever the connection is lost. */
export function createNotifications(options: {
  url: string;
  onError: (error: Error) => void;
  /** Stands in for timers between two tries. */
  later?: (work: () => void, milliseconds: number) => NodeJS.Timeout;
}): Notifications {
  const { later = setTimeout } = options;
  const handlers = new EventEmitter().setMaxListeners(0);
  const channels = new Map<string, number>();
  const locks = new Map<number, { isHeld: boolean }>();
  let closed = false;
  const connection = createKeptConnection({
    ...options,
    later,
    isNeeded: () => channels.size > 0 || locks.size > 0,
    prepare: async (fresh) => {
      for (const channel of channels.keys()) await run(fresh, `LISTEN ${fresh.escapeIdentifier(channel)}`);
      for (const key of locks.keys()) await takeLock(fresh, key);
    },
    onNotification: (channel, payload) => handlers.emit(channel, payload),
    onEnd: () => {
      for (const lock of locks.values()) lock.isHeld = false;
    },
    onReturn: () => {
      for (const channel of channels.keys()) handlers.emit(channel, '');
    },
  });

  /** Shared: the server may not know yet that this process's connection before this one is gone. */
  async function takeLock(on: Client, key: number): Promise<void> {
    await run(on, 'select pg_advisory_lock_shared($1, $2)', [workerLocks, key]);
    const lock = locks.get(key);
    if (lock) lock.isHeld = true;
  }

  return {
    async listen(channel, handler) {
      if (closed) throw new Error('The database connection was closed.');
      handlers.on(channel, handler);
      const count = channels.get(channel) ?? 0;
      channels.set(channel, count + 1);
      const forget = (): number => {
        handlers.off(channel, handler);
        const left = (channels.get(channel) ?? 1) - 1;
        if (left > 0) channels.set(channel, left);
        else channels.delete(channel);
        return left;
      };
      if (count === 0 || !connection.present())
        await connection.use((current) => run(current, `LISTEN ${current.escapeIdentifier(channel)}`), forget);
      return async () => {
        if (forget() > 0 || closed) return;
        const current = await connection.present();
        if (current) await run(current, `UNLISTEN ${current.escapeIdentifier(channel)}`);
      };
    },
    async holdLock(key) {
      const lock = { isHeld: false };
      locks.set(key, lock);
      await connection.use((current) => takeLock(current, key)).catch(options.onError);
      return {
        isHeld: () => lock.isHeld,
        async release() {
          locks.delete(key);
          const current = lock.isHeld && !closed ? await connection.present() : undefined;
          lock.isHeld = false;
          if (current) await run(current, 'select pg_advisory_unlock_shared($1, $2)', [workerLocks, key]);
        },
      };
    },
    async close() {
      closed = true;
      handlers.removeAllListeners();
      await connection.close();
    },
  };
}

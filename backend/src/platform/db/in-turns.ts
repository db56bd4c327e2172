import type { Client } from 'pg';

/**
 * How long a change of a table may wait for whoever uses it, in ms: everybody else who wants the table waits behind it. Then it steps
 * back, lets them pass and tries again, for so many ms in all: a report that runs for minutes does not stop sending.
 */
const waits = { forTable: 1_000, between: 500, inAll: 15 * 60_000 };

/** SQLSTATE lock_not_available (not free within lock_timeout) and deadlock_detected: somebody else's work is served first. */
const notFree = new Set(['55P03', '40P01']);

/** Runs work that locks tables, again as long as a lock was not free in time. The work must undo itself when it fails. */
export async function inTurns(client: Client, work: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + waits.inAll; ; await new Promise((resolve) => setTimeout(resolve, waits.between))) {
    try {
      await whileLocksAreFree(client, work);
      return;
    } catch (error) {
      if (!notFree.has((error as { code?: string }).code ?? '') || Date.now() > end) throw error;
    }
  }
}

async function whileLocksAreFree(client: Client, work: () => Promise<unknown>): Promise<void> {
  await client.query(`set lock_timeout = ${waits.forTable}`);
  try {
    await work();
  } finally {
    await client.query('reset lock_timeout').catch(() => undefined);
  }
}

import { Client } from 'pg';
import { wait } from './fault';

/** The first row's `value`. */
export async function ask(port: number, sql: string): Promise<unknown> {
  const client = new Client({ host: '127.0.0.1', port, user: 'skein', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<{ value: unknown }>(sql)).rows[0]?.value;
  } finally {
    await client.end();
  }
}

/** `look` answers undefined, or fails, as long as it is not true. @param patience real ms. @throws Error with its last words */
export async function until(what: string, look: () => Promise<unknown>, patience = 60_000): Promise<void> {
  let words = 'no answer';
  for (const end = Date.now() + patience; Date.now() < end; await wait(100)) {
    try {
      if ((await look()) !== undefined) return;
    } catch (error) {
      words = (error as Error).message;
    }
  }
  throw new Error(`It did not come true that ${what}: ${words}`);
}

import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** Which half of a COMMIT is lost with the connection: the question (it never happened) or the answer (it did, and nobody was told). */
type LostCommit = 'question' | 'answer';

/** A proxy before PostgreSQL that can lose the connection on COMMIT. */
export interface CommitProxy {
  port: number;
  /** The next so many COMMITs lose their connection. @returns how many did, once disarmed */
  arm(what: LostCommit, count: number): void;
  disarm(): number;
  close(): Promise<void>;
}

/** The simple query COMMIT, and CommandComplete of it (PostgreSQL's protocol 3.0, Message Formats). */
const question = Buffer.from([0x51, 0, 0, 0, 11, ...Buffer.from('COMMIT'), 0]);
const answer = Buffer.from([0x43, 0, 0, 0, 11, ...Buffer.from('COMMIT'), 0]);

export async function startCommitProxy(target: { host: string; port: number }): Promise<CommitProxy> {
  let armed: { what: LostCommit; left: number } | null = null;
  let struck = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    const isLost = (what: LostCommit, chunk: Buffer): boolean => {
      if (armed?.what !== what || armed.left === 0 || !chunk.includes(what === 'question' ? question : answer))
        return false;
      armed.left -= 1;
      struck += 1;
      client.resetAndDestroy();
      upstream.destroy();
      return true;
    };
    client.on('data', (chunk: Buffer) => {
      if (!isLost('question', chunk)) upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (!isLost('answer', chunk)) client.write(chunk);
    });
    client.on('end', () => upstream.end());
    upstream.on('end', () => client.end());
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    arm(what, count) {
      armed = { what, left: count };
      struck = 0;
    },
    disarm() {
      armed = null;
      return struck;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A port that stays the same while what answers behind it changes, as the address of a proxy or a virtual IP does. */
export interface SwitchProxy {
  port: number;
  /** New connections go there; the open ones are reset. */
  pointTo(port: number): void;
  /** Nothing passes from the server any more until the next `pointTo` or `close`; the ends stay open. */
  hold(): void;
  close(): Promise<void>;
}

export async function startSwitchProxy(first: number): Promise<SwitchProxy> {
  let target = first;
  let isHeld = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (chunk: Buffer) => upstream.write(chunk));
    upstream.on('data', (chunk: Buffer) => {
      if (!isHeld) client.write(chunk);
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => {
      if (!isHeld) client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    pointTo(port) {
      target = port;
      isHeld = false;
      reset();
    },
    hold() {
      isHeld = true;
    },
    async close() {
      reset();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

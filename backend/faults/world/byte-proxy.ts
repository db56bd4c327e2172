import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** What happens when so many bytes of one connection have passed in one direction. */
export interface ByteFault {
  /** `up`: from the product to the mail server. */
  direction: 'up' | 'down';
  /** The first byte that does not pass; with `fromDot` counted from the dot that ends the mail (-2 is the line end before it). */
  at: number;
  fromDot?: boolean;
  /** Connections that pass unhurt before; none if not given. */
  after?: number;
  /**
   * `hold`: nothing passes any more, both ends stay open. `cut`: both ends are reset. `half`: the server's end is
   * closed, the product hears nothing.
   */
  then: 'hold' | 'cut' | 'half';
  /** Called once, when the byte would pass. */
  onReached: () => void;
}

export interface ByteProxy {
  port: number;
  /** Strikes the next connection that is opened; null takes it back. */
  arm(fault: ByteFault | null): void;
  /** Lets go of connections that are held: what waited passes. */
  release(): void;
  /** Bytes that passed upwards in the shortest whole dialogue so far, or null. */
  shortest(): number | null;
  close(): Promise<void>;
}

interface ProxyState {
  armed: ByteFault | null;
  shortest: number | null;
  sockets: Set<Socket>;
  /** What waits for the release. */
  held: Set<() => void>;
}

/** Lets one connection pass until its fault strikes. */
function pipe(state: ProxyState, client: Socket, upstream: Socket): void {
  const { armed, sockets, held } = state;
  const passes = armed !== null && (armed.after ?? 0) > 0;
  const fault = passes ? null : armed;
  state.armed = passes && armed ? { ...armed, after: (armed.after ?? 0) - 1 } : null;
  const passed = { up: 0, down: 0 };
  let struck = false;
  let tail = '';
  for (const socket of [client, upstream]) {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  }
  /** The byte of this chunk at which the fault strikes, or null. */
  const placeIn = (direction: 'up' | 'down', chunk: Buffer): number | null => {
    if (fault?.direction !== direction) return null;
    if (!fault.fromDot)
      return passed[direction] + chunk.length > fault.at ? Math.max(0, fault.at - passed[direction]) : null;
    // The dot is written by itself after the commit of SUBMITTING, so what is before it has passed when it is behind zero.
    const seen = tail + chunk.toString('latin1');
    const end = seen.indexOf('\r\n.\r\n');
    const before = tail.length;
    tail = seen.slice(-4);
    return end === -1 ? null : Math.max(0, Math.min(chunk.length, end + 2 + fault.at - before));
  };
  const pass = (direction: 'up' | 'down', to: Socket, chunk: Buffer) => {
    if (struck) {
      // What comes behind the byte waits for the release, in order.
      if (fault?.then === 'hold') held.add(() => to.write(chunk));
      return;
    }
    const stop = placeIn(direction, chunk);
    if (fault && stop !== null) {
      const rest = chunk.subarray(stop);
      to.write(chunk.subarray(0, stop));
      struck = true;
      if (fault.then === 'hold') held.add(() => to.write(rest));
      if (fault.then === 'cut') {
        client.resetAndDestroy();
        upstream.destroy();
      }
      if (fault.then === 'half') upstream.destroy();
      fault.onReached();
      return;
    }
    passed[direction] += chunk.length;
    to.write(chunk);
  };
  client.on('data', (chunk: Buffer) => pass('up', upstream, chunk));
  upstream.on('data', (chunk: Buffer) => pass('down', client, chunk));
  client.on('end', () => upstream.end());
  client.on('close', () => {
    if (fault && !struck) state.armed ??= fault;
    if (passed.up > 600 && !struck) state.shortest = Math.min(state.shortest ?? passed.up, passed.up);
    upstream.destroy();
  });
  upstream.on('end', () => {
    if (fault?.then !== 'half' || !struck) client.end();
  });
  upstream.on('close', () => {
    if (fault?.then !== 'half' || !struck) client.destroy();
  });
}

/** A proxy before a mail server that counts bytes and can stop at any of them. */
export async function startByteProxy(target: { host: string; port: number }): Promise<ByteProxy> {
  const state: ProxyState = { armed: null, shortest: null, sockets: new Set(), held: new Set() };
  const server = createServer((client) => pipe(state, client, connect(target.port, target.host)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    arm(fault) {
      state.armed = fault;
    },
    release() {
      for (const go of [...state.held]) go();
      state.held.clear();
    },
    shortest: () => state.shortest,
    async close() {
      for (const socket of state.sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

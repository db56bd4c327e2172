import type { IncomingMessage, Server } from 'node:http';

/** Bytes that a body has to bring in one interval; less is nobody's line, but somebody who holds connections open. */
const least = 4_096;
/** Milliseconds. */
const interval = 30_000;

/**
 * Closes connections whose body comes slower than 4 kB in 30 s: a whole request may take an hour (a list of a million
 * leads over a slow line), so a limit for the whole does not keep connections from being held by a byte a minute.
 * @returns what ends the watch
 */
export function watchSlowBodies(server: Pick<Server, 'on'>, { every = interval, bytes = least } = {}): () => void {
  const open = new Map<IncomingMessage, number>();
  server.on('request', (request: IncomingMessage) => {
    if (request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0)
      return;
    open.set(request, request.socket.bytesRead);
    request.once('close', () => open.delete(request));
  });
  const timer = setInterval(() => {
    for (const [request, before] of open) {
      const { socket, complete } = request;
      // What has come whole, and what waits here to be read, waits for us.
      if (complete || request.readableLength > 0) open.set(request, socket.bytesRead);
      else if (socket.bytesRead - before < bytes) socket.destroy();
      else open.set(request, socket.bytesRead);
    }
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}

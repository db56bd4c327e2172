import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  body: Record<string, unknown>;
  isSigned: boolean;
  requestId: string;
  level: string;
}

/** Somebody's server that takes webhooks and checks their signature over the raw body. */
export async function startReceiver(secret: string) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`);
      const given = Buffer.from(String(request.headers['x-smartlead-signature'] ?? ''));
      received.push({
        body: JSON.parse(raw.toString('utf8')) as Record<string, unknown>,
        isSigned: given.length === expected.length && timingSafeEqual(given, expected),
        requestId: String(request.headers['x-request-id'] ?? ''),
        level: String(request.headers['x-webhook-level'] ?? ''),
      });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createWebApp } from '../../backend/src/platform/http/serve-web';
import type { Bench } from '../harness/bench';

/** Serves built pages the way the product does, and hands everything else to the product that runs. @returns the address */
export async function serveSide(bench: Bench, root: string, product: string): Promise<string> {
  const pages = getRequestListener(
    createWebApp({ root, reserved: [], config: () => ({ services: {}, sandbox: true, version: 'bench' }) }).fetch,
  );
  const { hostname, port } = new URL(product);
  const hand = (request: IncomingMessage, response: ServerResponse) => {
    const onward = forward(
      { hostname, port, path: request.url, method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  };
  const server = createServer((request, response) => {
    if (/^\/(api|graphql|health|storage)(\/|$)/.test(request.url ?? '')) hand(request, response);
    else void pages(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  bench.cleanUp(
    () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  );
  // By name: browsers send brotli only to addresses that they hold for secure.
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createChatAccess } from './chat-access';
import { listModels } from './chat-client';

let server: Server;
let host: string;

beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"data":[{"id":"llama"}]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('reaches a private host that the operator names, with its port, and no other', async () => {
  const service = { baseUrl: `http://${host}/v1`, key: 'none' };
  const { ask } = createChatAccess({ allowPrivateAddresses: false, privateHosts: [host] });
  expect(await listModels(ask, service)).toEqual(['llama']);
  for (const privateHosts of [[], ['127.0.0.1'], ['127.0.0.1:1'], [`x.${host}`]])
    await expect(
      listModels(createChatAccess({ allowPrivateAddresses: false, privateHosts }).ask, service),
    ).rejects.toMatchObject({ kind: 'address' });
});

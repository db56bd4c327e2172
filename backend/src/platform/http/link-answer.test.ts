import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAskServer } from './ask-server';
import { createLinkCheck, readLink } from './link-answer';

/** However long the machine takes: what is refused here is refused at once. */
const patience = 900_000;

test('dead links are named, and each is asked once in ten minutes', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(request.url === '/gone' ? 404 : request.url === '/moved' ? 302 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let now = 0;
  const check = createLinkCheck(
    createAskServer({ allowPrivateAddresses: true, patience, mostBytes: 1_000 }),
    () => now,
  );
  const links = [`${base}/gone`, `${base}/here`, `${base}/moved`, 'http://127.0.0.1:1/nobody'];
  const expected = { checked: 4, broken: [`${base}/gone`, 'http://127.0.0.1:1/nobody'] };
  expect(await check(links)).toEqual(expected);
  expect(await check(links)).toEqual(expected);
  expect(asked.sort()).toEqual(['/gone', '/here', '/moved']);
  now += 11 * 60_000;
  await check(links);
  expect(asked).toHaveLength(6);
  await new Promise((resolve) => server.close(resolve));
});

test('in production a private address is not asked and counts as dead, over http as over https', async () => {
  const check = createLinkCheck(
    createAskServer({ allowPrivateAddresses: false, allowPlain: true, patience, mostBytes: 1_000 }),
    () => 0,
  );
  const links = ['https://169.254.169.254/latest', 'http://127.0.0.1:9/'];
  expect(await check(links)).toEqual({ checked: 2, broken: links });
});

test('an address over http is refused as private, not for its protocol', async () => {
  const ask = createAskServer({ allowPrivateAddresses: false, allowPlain: true, patience, mostBytes: 1_000 });
  expect(await readLink(ask, 'http://127.0.0.1:9/')).toMatchObject({ text: expect.not.stringContaining('https://') });
  const strict = createAskServer({ allowPrivateAddresses: false, patience, mostBytes: 1_000 });
  expect(await readLink(strict, 'http://skein.test/')).toMatchObject({ text: expect.stringContaining('https://') });
});

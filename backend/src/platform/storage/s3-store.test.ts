import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { createMasterKey, signingKeys } from '../crypto/master-key';
import { deleteFiles } from './delete-files';
import { createS3Store } from './s3-store';
import { createStorageApp } from './storage-routes';
import { startObjectStore, type StandIn } from './testing/object-store';

const account = { accessKeyId: 'AKSKEIN', secretAccessKey: 'kept/to+ourselves' };
const keys = signingKeys(createMasterKey(), 'storage');
let folder: string;
let bucket: StandIn;
let now = Date.now();
const open = (more: Partial<Parameters<typeof createS3Store>[0]> = {}) =>
  createS3Store({
    ...account,
    endpoint: bucket.url,
    region: 'eu-central-1',
    bucket: 'skein',
    temporaryFolder: folder,
    baseUrl: 'http://files.test/storage',
    keys,
    ...more,
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skein-s3-'));
  now = Date.now();
  bucket = await startObjectStore({ ...account, now: () => now });
});
afterEach(async () => {
  await bucket.close();
  rmSync(folder, { recursive: true });
});

it('stores, returns and deletes under signatures that the store has checked', async () => {
  const store = open();
  expect(await store.put('7/list.csv', Readable.from(['a,b\n', '1,2\n']), { type: 'text/csv', maximum: 100 })).toEqual({
    size: 8,
  });
  expect(bucket.objects.get('/skein/7/list.csv')).toMatchObject({ type: 'text/csv' });
  const file = await store.get('7/list.csv');
  expect({ type: file.type, size: file.size, text: await text(file.stream) }).toEqual({
    type: 'text/csv',
    size: 8,
    text: 'a,b\n1,2\n',
  });
  await store.delete('7/list.csv');
  await expect(store.get('7/list.csv')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await store.delete('7/list.csv');
});

it('lists every file over several pages, and leaves out what cannot be one of ours', async () => {
  const store = open();
  for (const name of ['7/a.csv', '7/b.csv', '8/deep/c.csv'])
    await store.put(name, Readable.from([name]), { type: 'text/csv', maximum: 100 });
  bucket.objects.set('/skein/.hidden & strange', { type: '', bytes: Buffer.alloc(1), modified: now });
  const listed = [];
  for await (const file of store.list()) listed.push(file);
  expect(listed).toEqual(
    ['7/a.csv', '7/b.csv', '8/deep/c.csv'].map((name) => ({ name, size: name.length, modified: now })),
  );
});

it('deletes every file whose name begins so, over several pages, and no other', async () => {
  const store = open();
  const put = (name: string) => store.put(name, Readable.from(['x']), { type: 'text/csv', maximum: 100 });
  for (const name of ['uploads/7/a', 'uploads/7/b', 'uploads/7/c', 'uploads/71/a', 'images/profile/7-1-a', 'other/7/a'])
    await put(name);
  expect(await deleteFiles(store, 'uploads/7/')).toBe(3);
  expect(await deleteFiles(store, 'images/profile/7-')).toBe(1);
  expect([...bucket.objects.keys()]).toEqual(['/skein/uploads/71/a', '/skein/other/7/a']);
  await expect(deleteFiles(store, 'uploads/7')).rejects.toMatchObject({ code: 'BAD_NAME' });
  await expect(deleteFiles(store, '../')).rejects.toMatchObject({ code: 'BAD_NAME' });
});

it('sends nothing of a file that is too large, and keeps nothing of it', async () => {
  await expect(
    open().put('7/big.csv', Readable.from(['x'.repeat(11)]), { type: 'text/csv', maximum: 10 }),
  ).rejects.toMatchObject({ code: 'TOO_LARGE' });
  expect(bucket.objects.size).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

it('fails with a wrong secret, and says nothing of what the store answered', async () => {
  await expect(open({ secretAccessKey: 'wrong' }).get('7/list.csv')).rejects.toThrow(
    'The object store answered 403 to GET.',
  );
});

it('gives a browser an address that takes this type, this many bytes, and for a while', async () => {
  const store = open();
  const url = (await store.signDirectPut?.('7/face.png', { type: 'image/png', size: 4, seconds: 60 })) as string;
  const put = (body: string, type: string, address = url) =>
    fetch(address, { method: 'PUT', body, headers: { 'content-type': type } }).then((answer) => answer.status);
  expect(await put('face', 'image/png')).toBe(200);
  expect(await put('faces', 'image/png')).toBe(403);
  expect(await put('face', 'text/html')).toBe(403);
  expect(await put('face', 'image/png', url.replace('face.png', 'other.png'))).toBe(403);
  now += 61_000;
  expect(await put('face', 'image/png')).toBe(403);
  expect(bucket.objects.size).toBe(1);
});

it('lets bytes that pass through us in by our own signed addresses', async () => {
  const store = open();
  const app = createStorageApp(store);
  const url = store.signPut('7/a.csv', { type: 'text/csv', maximum: 10, seconds: 60 });
  expect((await app.request(url, { method: 'PUT', body: 'a,b', headers: { 'content-type': 'text/csv' } })).status).toBe(
    200,
  );
  const other = store.signPut('7/b.csv', { type: 'text/csv', maximum: 10, seconds: 60 });
  expect(
    (await app.request(other, { method: 'PUT', body: 'x'.repeat(11), headers: { 'content-type': 'text/csv' } })).status,
  ).toBe(413);
  expect(await (await app.request(store.signGet('7/a.csv', { seconds: 60 }))).text()).toBe('a,b');
});

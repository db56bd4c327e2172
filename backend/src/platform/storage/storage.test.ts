import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { Hono } from 'hono';

import { createMasterKey, signingKeys } from '../crypto/master-key';
import { createManualClock } from '../testing/manual-clock';
import { deleteFiles } from './delete-files';
import { createDiskStore } from './disk-store';
import { createStorageApp } from './storage-routes';

const folder = mkdtempSync(join(tmpdir(), 'skein-files-'));
const clock = createManualClock();
const store = createDiskStore({
  folder,
  baseUrl: 'http://skein.test/storage',
  keys: signingKeys(createMasterKey(), 'storage'),
  clock,
});
const app = new Hono().route('/storage', createStorageApp(store));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const upload = (url: string, body: string | Buffer, type: string) =>
  app.request(url, { method: 'PUT', body: new Uint8Array(Buffer.from(body)), headers: { 'content-type': type } });

it('stores and returns a file under signed addresses', async () => {
  const stored = await upload(
    store.signPut('7/face.png', { type: 'image/png', maximum: 100, seconds: 60 }),
    'PNG',
    'image/png',
  );
  expect(stored.status).toBe(200);
  const answer = await app.request(store.signGet('7/face.png', { seconds: 60 }));
  expect(await answer.text()).toBe('PNG');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
  });
});

it('never lets a browser show what could run', async () => {
  await store.put('7/page.html', Readable.from(['<script>1</script>']), { type: 'text/html', maximum: 100 });
  const answer = await app.request(store.signGet('7/page.html', { seconds: 60 }));
  expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''page.html");
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
});

it('deletes every file whose name begins so, and no other', async () => {
  const put = (name: string) => store.put(name, Readable.from(['x']), { type: 'text/csv', maximum: 100 });
  for (const name of ['inbox/8/received/a', 'inbox/8/uploads/b', 'inbox/81/uploads/b', 'images/profile/8-1-a.png'])
    await put(name);
  expect(await deleteFiles(store, 'inbox/8/')).toBe(2);
  expect(await deleteFiles(store, 'images/profile/8-')).toBe(1);
  expect(await deleteFiles(store, 'never/8/')).toBe(0);
  await expect(store.get('inbox/8/received/a')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await store.get('inbox/81/uploads/b')).size).toBe(1);
  await expect(deleteFiles(store, 'inbox/8')).rejects.toMatchObject({ code: 'BAD_NAME' });
});

it('refuses a larger file and leaves nothing of it', async () => {
  const url = store.signPut('7/big.csv', { type: 'text/csv', maximum: 10, seconds: 60 });
  expect((await upload(url, 'x'.repeat(11), 'text/csv')).status).toBe(413);
  const lying = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('x'.repeat(11)));
      controller.close();
    },
  });
  const streamed = await app.request(url, {
    method: 'PUT',
    body: lying,
    duplex: 'half',
    headers: { 'content-type': 'text/csv' },
  } as RequestInit);
  expect(streamed.status).toBe(413);
  expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
  await expect(store.get('7/big.csv')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('refuses another type, a changed address, another method and an expired address', async () => {
  const url = store.signPut('7/a.csv', { type: 'text/csv', maximum: 10, seconds: 60 });
  expect((await upload(url, 'a', 'text/html')).status).toBe(415);
  expect((await upload(url.replace('maximum=10', 'maximum=99'), 'a', 'text/csv')).status).toBe(403);
  expect((await upload(url.replace('a.csv', 'b.csv'), 'a', 'text/csv')).status).toBe(403);
  expect((await app.request(url)).status).toBe(403);
  clock.advance(61_000);
  expect((await upload(url, 'a', 'text/csv')).status).toBe(403);
});

it.each(['../secrets/master.key', '/etc/passwd', 'a/../../b', '.hidden', 'a//b', 'a\\b', 'a\0b', ''])(
  'refuses %p as a name',
  async (name) => {
    await expect(store.put(name, Readable.from(['x']), { type: 'text/plain', maximum: 10 })).rejects.toMatchObject({
      code: 'BAD_NAME',
    });
    expect(() => store.signGet(name, { seconds: 1 })).toThrow();
  },
);

it('deletes, also twice', async () => {
  await store.put('7/gone.txt', Readable.from(['x']), { type: 'text/plain', maximum: 10 });
  await store.delete('7/gone.txt');
  await store.delete('7/gone.txt');
  await expect(store.get('7/gone.txt')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('says that the disk is full, and leaves nothing behind', async () => {
  // The system's own full device stands where the note of this file is written.
  mkdirSync(join(folder, 'types', '9'), { recursive: true });
  symlinkSync('/dev/full', join(folder, 'types', '9', 'list.csv.json'));
  const answer = await upload(
    store.signPut('9/list.csv', { type: 'text/csv', maximum: 100, seconds: 60 }),
    'a,b',
    'text/csv',
  );
  expect(answer.status).toBe(507);
  expect(await answer.json()).toMatchObject({
    code: 'FULL',
    message: 'The file storage of this server is full. The file was not saved.',
  });
  expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
  await expect(store.get('9/list.csv')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('takes one file at a signed address, and no other in its place', async () => {
  const address = store.signPut('7/once.png', { type: 'image/png', maximum: 100, seconds: 60 });
  expect((await upload(address, 'x'.repeat(101), 'image/png')).status).toBe(413);
  expect((await upload(address, 'first', 'image/png')).status).toBe(200);
  const again = await upload(address, 'other', 'image/png');
  expect([again.status, await again.json()]).toEqual([409, expect.objectContaining({ code: 'USED' })]);
  expect(await (await app.request(store.signGet('7/once.png', { seconds: 60 }))).text()).toBe('first');
});

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createMasterKey, signingKeys } from '#platform/crypto/master-key';
import { createDiskStore } from '#platform/storage/disk-store';
import type { MainConfig } from '#main/deps';
import { createTestMain, type TestMain } from '#main/testing';
import type { Who } from '#access/campaign-access/campaign-scope';
import { fetchAttachments } from './fetch-attachments';

const megabyte = 1024 * 1024;
let folder: string;
let server: Server;
let base: string;
let files: ReturnType<typeof createDiskStore>;
let main: TestMain;
let who: Who;
const fetching = (given: Parameters<typeof fetchAttachments>[2], isSandbox = true) =>
  fetchAttachments({ ...main.deps, files, config: { isSandbox } as MainConfig }, who, given);
const kept = async () =>
  (await readdir(join(folder, 'content'), { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) =>
    entry.isFile(),
  ).length;

beforeAll(async () => {
  main = await createTestMain();
  who = (await main.signIn()) as unknown as Who;
  folder = await mkdtemp(join(tmpdir(), 'skein-fetch-'));
  files = createDiskStore({ folder, baseUrl: 'http://x.test', keys: signingKeys(createMasterKey(), 'storage') });
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const megabytes = Number(url.searchParams.get('mb') ?? 0);
    if (url.pathname === '/to') response.writeHead(302, { location: url.searchParams.get('at') as string }).end();
    else if (url.pathname === '/gone') response.writeHead(404).end();
    else if (url.pathname === '/login')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<form>');
    else if (url.pathname === '/empty') response.end();
    else if (url.pathname === '/typed')
      response.writeHead(200, { 'content-type': `application/${'x'.repeat(120)}` }).end('a file');
    else if (url.pathname === '/broken') {
      response.writeHead(200, { 'content-length': '1000' }).write('half');
      setImmediate(() => response.destroy());
    } else if (megabytes > 0) {
      // Without a length: what comes is counted.
      response.writeHead(200, { 'content-type': 'application/zip', 'transfer-encoding': 'chunked' });
      for (let part = 0; part < megabytes; part += 1) response.write(Buffer.alloc(megabyte));
      response.end();
    } else response.writeHead(200, { 'content-type': 'application/pdf' }).end('a small file');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  await rm(folder, { recursive: true, force: true });
  await main.close();
});

it('fetches files by address into the workspace, with their names and types, also where the server sends on', async () => {
  const [named, plain] = await fetching([
    { file_url: `${base}/a.pdf`, file_name: '../Offer \u202e2026.pdf', file_type: 'application/pdf', file_size: 12 },
    { file_url: `${base}/to?at=/Price%2520list.pdf` },
  ]);
  expect(named).toEqual({
    storage_key: expect.stringMatching(new RegExp(`^inbox/${who.workspaceId}/uploads/`)),
    name: 'Offer 2026.pdf',
    content_type: 'application/pdf',
    size: 12,
  });
  expect(plain).toMatchObject({ name: 'Price list.pdf', content_type: 'application/pdf', size: 12 });
  expect((await buffer((await files.get(named?.storage_key as string)).stream)).toString()).toBe('a small file');
  await files.delete(named?.storage_key as string);
  await files.delete(plain?.storage_key as string);
});

it.each([
  ['/x?mb=16', 'is larger than 15 MB'],
  ['/gone', 'status 404'],
  ['/login', 'web page'],
  ['/empty', 'empty file'],
  ['/broken', 'broke off'],
  ['/to?at=ftp://x.test/a', 'https://'],
  ['/to?at=http://me:secret@127.0.0.1/a', 'user name'],
  ['', 'more than 5'],
])('says which file cannot be had and why, and keeps none: %s', async (path, words) => {
  const url = path === '' ? sentOn(6) : `${base}${path}`;
  await expect(
    fetching([{ file_url: `${base}/a.pdf` }, { file_url: url, file_type: 'application/pdf' }]),
  ).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: 'attachments.1.file_url', message: expect.stringContaining(words) }],
  });
  expect(await kept()).toBe(0);
});

/** An address that sends on so many times. */
function sentOn(times: number): string {
  let url = `${base}/a.pdf`;
  for (let step = 0; step < times; step += 1) url = `${base}/to?at=${encodeURIComponent(url)}`;
  return url;
}

it('cuts a long name before its ending and between signs, and takes no type that is longer than a mail keeps', async () => {
  const [file] = await fetching([
    { file_url: `${base}/typed`, file_name: `${'n'.repeat(195)}\u{1f4ce}${'n'.repeat(50)}.pdf` },
  ]);
  expect(file).toMatchObject({ name: `${'n'.repeat(195)}.pdf`, content_type: 'application/octet-stream' });
  await files.delete(file?.storage_key as string);
});

it('takes 25 MB together and no more', async () => {
  await expect(fetching([{ file_url: `${base}/x?mb=14` }, { file_url: `${base}/x?mb=12` }])).rejects.toMatchObject({
    details: [{ field: 'attachments.1.file_url', message: 'is too large: attachments may have 25 MB together' }],
  });
  await expect(fetching([{ file_url: `${base}/a.pdf`, file_size: 16 * megabyte }])).rejects.toMatchObject({
    details: [{ field: 'attachments.0.file_size' }],
  });
  expect(await kept()).toBe(0);
});

it.each([
  'http://127.0.0.1:1/a',
  'http://localhost/a',
  'http://[::1]/a',
  'http://169.254.169.254/latest/meta-data',
  'http://2130706433/a',
  'file:///etc/passwd',
  'nonsense',
])('asks no private address outside the sandbox: %s', async (url) => {
  await expect(fetching([{ file_url: url }], false)).rejects.toMatchObject({
    details: [
      {
        field: 'attachments.0.file_url',
        message: expect.stringMatching(/not a public address|must begin with|no web address/),
      },
    ],
  });
});

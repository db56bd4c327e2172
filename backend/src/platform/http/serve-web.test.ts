import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createWebApp } from './serve-web';

const root = mkdtempSync(path.join(os.tmpdir(), 'skein-web-'));
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
};

write(
  'shell/index.html',
  '<html lang="en"><head><title>Skein</title></head><script src="/main.js" nonce="__CSP_NONCE__"></script></html>',
);
write('shell/main.0123abcd.js', 'plain');
write('shell/main.0123abcd.js.br', 'small');
write('shell/main.0123abcd.js.map', '{}');
write('remotes/inbox/0.1.0-aa/remoteEntry.js', 'entry');
write('remotes.json', '{"version":"1","remotes":[]}');
writeFileSync(path.join(path.dirname(root), 'skein-outside.js'), 'secret');

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
  rmSync(path.join(path.dirname(root), 'skein-outside.js'), { force: true });
});

const app = createWebApp({
  root,
  config: () => ({ services: { analytics: 'https://analytics.test/base' }, sandbox: true, version: '1' }),
});

it('answers addresses without an ending with the page, under a policy with a fresh nonce', async () => {
  const answers = await Promise.all([app.request('/app/email-campaign/all'), app.request('/login')]);
  const nonces = await Promise.all(
    answers.map(async (answer) => {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const policy = answer.headers.get('content-security-policy') ?? '';
      const nonce = /nonce="([^"]+)"/.exec(await answer.text())?.[1] ?? '';
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain("connect-src 'self' https://analytics.test");
      expect(policy).not.toContain('unsafe-eval');
      return nonce;
    }),
  );
  expect(nonces[0]).not.toBe(nonces[1]);
});

it('never answers a missing script with the page', async () => {
  const answer = await app.request('/missing.0123abcd.js');
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).not.toContain('html');
});

it('leaves unknown addresses of the API to a 404', async () => {
  expect((await app.request('/api/nothing')).status).toBe(404);
});

it('sends the smaller twin to those who accept it, to be kept for ever', async () => {
  const small = await app.request('/main.0123abcd.js', { headers: { 'Accept-Encoding': 'gzip, br' } });
  expect(await small.text()).toBe('small');
  expect(small.headers.get('content-encoding')).toBe('br');
  expect(small.headers.get('cache-control')).toContain('immutable');
  expect(await (await app.request('/main.0123abcd.js')).text()).toBe('plain');
});

it('lets a version of a remote be kept, and asks for the list of remotes anew each time', async () => {
  expect((await app.request('/remotes/inbox/0.1.0-aa/remoteEntry.js')).headers.get('cache-control')).toContain(
    'immutable',
  );
  const list = await app.request('/remotes.json');
  expect(list.headers.get('cache-control')).toBe('no-cache');
  const etag = list.headers.get('etag') ?? '';
  expect((await app.request('/remotes.json', { headers: { 'If-None-Match': etag } })).status).toBe(304);
});

it('serves nothing outside its folder and no source map unless told to', async () => {
  for (const address of [
    '/../skein-outside.js',
    '/%2e%2e/skein-outside.js',
    '/remotes/../../skein-outside.js',
    '/..%2fskein-outside.js',
  ]) {
    const answer = await app.request(address);
    expect(await answer.text()).not.toContain('secret');
  }
  expect((await app.request('/main.0123abcd.js.map')).status).toBe(404);
});

it('tells the browser where the services are', async () => {
  expect(await (await app.request('/config.json')).json()).toEqual({
    services: { analytics: 'https://analytics.test/base' },
    sandbox: true,
    version: '1',
  });
});

it('leads an address elsewhere where it belongs to another host, and never a file', async () => {
  const app = createWebApp({
    root,
    config: () => ({ services: {}, sandbox: true, version: '1' }),
    leadElsewhere: async (address, host) =>
      host === 'localhost' && address.searchParams.has('state') ? `https://app.agency.test${address.search}` : null,
  });
  const at = (path: string, host: string) => app.request(path, { headers: { host } });
  const led = await at('/app/email-accounts/sign-in?code=1&state=2', 'localhost');
  expect([led.status, led.headers.get('location'), led.headers.get('cache-control')]).toEqual([
    303,
    'https://app.agency.test?code=1&state=2',
    'no-store',
  ]);
  expect((await at('/app/email-accounts/sign-in?code=1&state=2', 'app.agency.test')).status).toBe(200);
  expect((await at('/missing.js?state=2', 'localhost')).status).toBe(404);
});

it('answers a host with a brand of its own with that brand in the first HTML, under the same policy', async () => {
  const app = createWebApp({
    root,
    config: () => ({ services: {}, sandbox: true, version: '1' }),
    furtherOrigins: ['https://app.skein.io'],
    brandOf: async (host) =>
      host === 'app.agency.test'
        ? {
            name: 'Agency',
            accent: '#0b6e4f',
            accentDark: '#7fe0b5',
            font: 'serif',
            radius: 'round',
            text: 'Ask "us" <anything>',
            version: '7',
            hasLogo: true,
            hasFavicon: true,
          }
        : null,
    brandImageOf: async (host, kind) =>
      host === 'app.agency.test' && kind === 'logo'
        ? { stream: Readable.from(['png']), size: 3, type: 'image/png' }
        : null,
  });
  const at = (path: string, host: string) => app.request(path, { headers: { host } });
  const page = await at('/client-login', 'app.agency.test');
  const text = await page.text();
  const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
  expect(text).toContain(`<style nonce="${nonce}">html:root{--brand:#0b6e4f`);
  expect(text).toContain('data-brand-name="Agency" data-brand-text="Ask &quot;us&quot; &lt;anything&gt;"');
  expect(text).toMatch(/--brand-dark:#7fe0b5;.*--r-1:8px;--r-2:14px;--r-3:18px;--font:Charter, /);
  expect(page.headers.get('content-security-policy')).toContain("connect-src 'self' https://app.skein.io");
  expect(await (await at('/client-login', 'localhost')).text()).not.toContain('Agency');
  const logo = await at('/brand/logo?v=7', 'app.agency.test');
  expect([logo.status, logo.headers.get('content-type'), logo.headers.get('content-security-policy')]).toEqual([
    200,
    'image/png',
    "default-src 'none'; sandbox",
  ]);
  for (const [path, host] of [
    ['/brand/favicon', 'app.agency.test'],
    ['/brand/logo', 'localhost'],
  ] as const)
    expect((await at(path, host)).status).toBe(404);
});

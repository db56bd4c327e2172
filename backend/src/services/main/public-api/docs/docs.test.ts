import { allEndpoints } from '@skein/contracts/all';
import { createTestMain, type TestMain } from '#main/testing';

let main: TestMain;

beforeAll(async () => {
  main = await createTestMain();
});

afterAll(() => main.close());

it('serves the OpenAPI document with every endpoint', async () => {
  const document = (await (await main.app.request('/api/openapi.json')).json()) as {
    openapi: string;
    paths: Record<string, object>;
  };
  expect(document.openapi).toBe('3.1.0');
  expect(Object.values(document.paths).flatMap((methods) => Object.keys(methods))).toHaveLength(allEndpoints().length);
});

it('shows it on a page whose scripts and styles come from our own origin, under a policy without inline code', async () => {
  const page = await main.app.request('/docs/api');
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self'");
  const html = await page.text();
  expect(html).not.toMatch(/<script>|style=|https?:/);
  for (const [, address] of html.matchAll(/(?:src|href)="(\/(?:docs\/api\/|api\/)[^"]+)"/g)) {
    const file = await main.app.request(address as string);
    expect(file.status).toBe(200);
    expect((await file.text()).length).toBeGreaterThan(100);
  }
  const font = await main.app.request('/docs/api/inter.woff2');
  expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
  expect(await (await main.app.request('/docs/api/frame.css')).text()).toContain('url(/docs/api/inter.woff2)');
  expect((await main.app.request('/docs')).headers.get('location')).toBe('/docs/api');
  for (const other of ['package.json', 'constructor', '__proto__'])
    expect((await main.app.request(`/docs/api/${other}`)).status).toBe(404);
});

it('shows the public API alone, or everything with the public calls first', async () => {
  const read = async (part: string) =>
    (await (await main.app.request(`/api/openapi.json?part=${part}`)).json()) as {
      paths: object;
      tags: { name: string }[];
    };
  const tags = (await read('public')).tags.map(({ name }) => name);
  expect(tags).toContain('Email accounts');
  expect(tags.filter((name) => name.startsWith('API v1'))).toEqual([]);
  const publicPaths = Object.keys((await read('public')).paths);
  expect(publicPaths.length).toBeGreaterThan(100);
  expect(publicPaths.filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
  const all = await read('all');
  expect(Object.keys(all.paths).slice(0, publicPaths.length)).toEqual(publicPaths);
});

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { startProduct, readDemo, waitForHistory, type Demo } from '../../e2e/support/product';
import { findRepositoryRoot } from '../../backend/src/platform/env/repository-root';
import type { Bench } from '../harness/bench';
import { serveSide } from './serve-side';

export interface Sides {
  browser: Browser;
  demo: Demo;
  /** Addresses: the product's shell with its remotes, and the same routes as one application. */
  ours: string;
  single: string;
  versions: Record<string, string>;
}

const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
];

/** A product (its own, or the one whose data folder SKEIN_E2E_DATA names), both builds served beside it, and a browser. */
export async function openSides(bench: Bench): Promise<Sides> {
  const root = findRepositoryRoot();
  const single = join(root, 'bench/dist/single');
  bench.say('Building the same routes as one application');
  const built = spawnSync(process.execPath, [join(root, 'bench/browser/build-single.mjs'), single], {
    cwd: root,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`The single application could not be built:\n${built.stderr}`);
  let demo: Demo;
  if (process.env['SKEIN_E2E_DATA']) demo = readDemo();
  else {
    bench.say('Starting a product');
    const product = await startProduct({ timeScale: 60 });
    bench.cleanUp(() => product.stop());
    demo = product.demo;
    await waitForHistory(demo);
  }
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'],
    args: chromiumFlags,
  });
  bench.cleanUp(() => browser.close());
  const version = (name: string) =>
    (JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;
  await calmDown(demo);
  return {
    browser,
    demo,
    ours: await serveSide(bench, join(root, 'dist/web'), demo.url),
    single: await serveSide(bench, single, demo.url),
    versions: {
      chromium: browser.version(),
      webpack: version('webpack'),
      react: version('react'),
      '@module-federation/enhanced': version('@module-federation/enhanced'),
    },
  };
}

/** Campaign time at the pace of the clock: what the demo's campaigns do meanwhile is no part of a page. */
async function calmDown({ url, email, password }: Demo): Promise<void> {
  const post = async (address: string, body: unknown, token?: string) => {
    const answer = await fetch(new URL(address, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
    return (await answer.json()) as { data: { token: string } };
  };
  const { data } = await post('/api/auth/login', { email, password });
  await post('/api/sandbox/time', { scale: 1 }, data.token);
}

/** A page in a context of its own, with an empty cache. */
export async function freshPage(browser: Browser): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  return { page: await context.newPage(), close: () => context.close() };
}

/** The list is there with its rows. */
export const listIsShown = (page: Page) =>
  page.locator('[data-area=campaigns]').getByRole('row').nth(2).waitFor({ timeout: 120_000 });

export async function logIn(page: Page, origin: string, { email, password }: Demo): Promise<void> {
  if (!page.url().startsWith(`${origin}/login`)) await page.goto(`${origin}/login`);
  await page.getByLabel('Email').first().fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await listIsShown(page);
}

import type { Page } from '@playwright/test';
import { freshPage, listIsShown, logIn, openSides, type Sides } from './browser/sides';
import { defineBench } from './harness/bench';

interface Weight {
  script: number;
  requests: number;
}

/** What comes over the wire: bytes of JavaScript as they are sent, and requests; the live channel and pictures in the page do not count. */
async function weigh(page: Page): Promise<{ read: () => Weight }> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const kinds = new Map<string, string>();
  let script = 0;
  let requests = 0;
  client.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    kinds.set(requestId, type ?? '');
    if (!request.url.startsWith('data:')) requests += 1;
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'Script') script += encodedDataLength;
  });
  return { read: () => ({ script, requests }) };
}

/** What a page does by itself it has begun by then. */
const quiet = (page: Page) => page.waitForTimeout(2500);

async function weighSide({ browser, demo }: Sides, origin: string): Promise<{ login: Weight; list: Weight }> {
  const { page, close } = await freshPage(browser);
  const weight = await weigh(page);
  await page.goto(`${origin}/login`);
  await page.locator('input[type=password]').waitFor();
  await quiet(page);
  const login = weight.read();
  await logIn(page, origin, demo);
  await quiet(page);
  const list = weight.read();
  await close();
  return { login, list };
}

/** Lighthouse's slow phone: a quarter of the CPU, 1.6 Mbit/s, 150 ms. */
async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Milliseconds from the navigation to the largest paint of a page that is opened cold. */
async function largestPaint(
  { browser }: Sides,
  address: string,
  ready: (page: Page) => Promise<void>,
  session?: string,
): Promise<number> {
  const { page, close } = await freshPage(browser);
  if (session) await page.addInitScript((areas) => localStorage.setItem('skein', areas), session);
  await slowDown(page);
  await page.goto(address, { waitUntil: 'commit' });
  await ready(page);
  const paint = await page.evaluate(
    () =>
      new Promise<number>((found, refuse) => {
        setTimeout(() => refuse(new Error('The browser reports no largest paint.')), 20_000);
        new PerformanceObserver((list) => found(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  await close();
  return paint;
}

export default defineBench({
  name: 'shell',
  summary:
    'bytes and requests from login to the campaigns list, and the largest paint, against the same routes as one application',
  async run(bench) {
    const sides = await openSides(bench);
    const { versions } = sides;
    const [ours, single] = [await weighSide(sides, sides.ours), await weighSide(sides, sides.single)];
    const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10;
    bench.record({
      name: 'shell-alone',
      what: 'JavaScript of the login page, brotli, on the wire',
      unit: 'kB',
      values: [kilobytes(ours.login.script)],
      goal: { atMost: 180 },
      versions,
      figures: { 'as one application, kB': kilobytes(single.login.script), requests: ours.login.requests },
    });
    bench.record({
      name: 'shell-to-list',
      what: 'JavaScript from login to the campaigns list',
      unit: 'kB',
      values: [kilobytes(ours.list.script)],
      goal: { atMost: 250 },
      versions,
      figures: { 'as one application, kB': kilobytes(single.list.script) },
    });
    bench.record({
      name: 'shell-requests',
      what: 'requests from login to the campaigns list, the login page included',
      unit: 'requests',
      values: [ours.list.requests],
      goal: { atMost: 20 },
      versions,
      figures: { 'as one application': single.list.requests },
    });
    bench.record({
      name: 'shell-bytes-ratio',
      what: 'JavaScript from login to the list, against the same routes as one application',
      unit: 'times',
      values: [ours.list.script / single.list.script],
      goal: { atMost: 1.1 },
      versions,
    });

    const login = async (page: Page) => void (await page.locator('input[type=password]').waitFor({ timeout: 120_000 }));
    const lcp = (origin: string) => async () => ({ value: await largestPaint(sides, `${origin}/login`, login) });
    await bench.compare({
      name: 'shell-lcp-login',
      what: 'largest paint of the login page, cold, 4x CPU, 1.6 Mbit/s, 150 ms',
      against: 'the same routes as one application',
      measure: 'value',
      unit: 'ms',
      goal: { atMost: 1.1 },
      ours: lcp(sides.ours),
      theirs: lcp(sides.single),
      versions,
    });

    const { page, close } = await freshPage(sides.browser);
    await logIn(page, sides.ours, sides.demo);
    const session = await page.evaluate(() => localStorage.getItem('skein') ?? '');
    await close();
    const list = (origin: string) => async () => ({
      value: await largestPaint(sides, `${origin}/app/email-campaign/all`, listIsShown, session),
    });
    await bench.compare({
      name: 'shell-lcp-list',
      what: 'largest paint of the campaigns list, cold, 4x CPU, 1.6 Mbit/s, 150 ms',
      against: 'the same routes as one application',
      measure: 'value',
      unit: 'ms',
      goal: { atMost: 1.1 },
      ours: list(sides.ours),
      theirs: list(sides.single),
      versions,
    });
  },
});

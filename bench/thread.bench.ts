import { chromium, type Browser, type Page } from '@playwright/test';
import { readDemo, startProduct, waitForHistory, type Demo } from '../e2e/support/product';
import { freshPage, logIn } from './browser/sides';
import { defineBench } from './harness/bench';
import { quantile } from './harness/spread';

/** Milliseconds from a press on j or k until the thread of the next line is painted; warm, as in a sitting: each was fetched ahead. */
async function presses(page: Page, key: 'j' | 'k', times: number): Promise<number[]> {
  const durations: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    durations.push(
      await page.evaluate(
        (pressed) =>
          new Promise<number>((done, refuse) => {
            const shown = () => document.querySelector<HTMLElement>('[data-shown]:not([aria-busy="true"])');
            const before = shown()?.dataset['shown'];
            const begin = performance.now();
            const look = () => {
              const pane = shown();
              if (
                !pane ||
                pane.dataset['shown'] === before ||
                ![...pane.querySelectorAll('[data-message]')].some((message) => message.checkVisibility())
              )
                return performance.now() - begin > 10_000
                  ? refuse(new Error(`${pressed} led nowhere.`))
                  : requestAnimationFrame(look);
              // What stands before a frame is painted with it: a task that comes after is after the painting.
              setTimeout(() => done(performance.now() - begin), 0);
            };
            document.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }));
            requestAnimationFrame(look);
          }),
        key,
      ),
    );
    // People look before they go on; what comes next is fetched meanwhile.
    await page.waitForTimeout(250);
  }
  return durations;
}

/**
 * Presses on j over threads that the browser has never seen: each is fetched while the one before is read. Where the
 * list is over, another new browser reads it from its start. Every browser reads at least `back` threads: that many are
 * behind it at the end.
 */
async function unseenThreads(
  browser: Browser,
  demo: Demo,
  { times, back }: { times: number; back: number },
): Promise<{ page: Page; unseen: number[] }> {
  const unseen: number[] = [];
  for (;;) {
    const { page } = await freshPage(browser);
    await logIn(page, demo.url, demo);
    await page.goto(`${demo.url}/app/master-inbox/all`);
    const first = page.locator('li[aria-posinset]').first();
    await first.waitFor();
    const total = Number(await first.getAttribute('aria-setsize'));
    if (total - 2 < back) throw new Error(`${total} conversations are too few: the bench reads ${back + 2}.`);
    // The first press opens the list.
    await presses(page, 'j', 1);
    unseen.push(...(await presses(page, 'j', Math.min(Math.max(times - unseen.length, back), total - 2))));
    if (unseen.length >= times) return { page, unseen };
    await page.context().close();
  }
}

/** The threads that k leads through, as they are painted, with the styles of the page. */
async function paintedThreads(page: Page, times: number): Promise<{ styles: string; threads: string[] }> {
  const threads: string[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    threads.push(
      await page.evaluate(() => {
        const pane = document.querySelector('[data-shown]');
        const shown = [...(pane?.children ?? [])].find((child) => child.checkVisibility());
        return shown?.outerHTML ?? '';
      }),
    );
    await presses(page, 'k', 1);
  }
  const styles = await page.evaluate(() =>
    [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n'),
  );
  return { styles, threads: threads.filter((thread) => thread.includes('data-message')) };
}

/** A page that has the same threads in memory and does nothing but show the next one: what a browser needs for that alone. */
async function holdInMemory(page: Page, { styles, threads }: { styles: string; threads: string[] }): Promise<void> {
  await page.goto('about:blank');
  await page.evaluate(
    ({ css, parts }) => {
      document.head.append(Object.assign(document.createElement('style'), { textContent: css }));
      const pane = Object.assign(document.createElement('div'), { style: 'height: 900px; overflow: auto' });
      document.body.append(pane);
      const nodes = parts.map(
        (html) => document.createRange().createContextualFragment(html).firstElementChild as Element,
      );
      let at = 0;
      const show = () => {
        pane.dataset['shown'] = String(at);
        pane.replaceChildren(nodes[at] as Element);
      };
      show();
      document.addEventListener('keydown', ({ key }) => {
        at = (at + (key === 'j' ? 1 : nodes.length - 1)) % nodes.length;
        show();
      });
    },
    { css: styles, parts: threads },
  );
}

/** Whether the pane was without a thread in any frame while j was held. */
async function heldWithoutWhite(page: Page, times: number): Promise<number> {
  return page.evaluate(async (count) => {
    let empty = 0;
    for (let turn = 0; turn < count; turn += 1) {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }));
      await new Promise((next) => requestAnimationFrame(() => setTimeout(next, 0)));
      const messages = [...document.querySelectorAll('[data-thread] [data-message]')];
      if (!messages.some((message) => message.checkVisibility())) empty += 1;
    }
    return empty;
  }, times);
}

export default defineBench({
  name: 'thread',
  summary: 'a press on j or k in the inbox to the painted thread',
  async run(bench) {
    let demo = process.env['SKEIN_E2E_DATA'] ? readDemo() : null;
    if (!demo) {
      const product = await startProduct({ timeScale: 60 });
      bench.cleanUp(() => product.stop());
      demo = product.demo;
      await waitForHistory(demo);
    }
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'],
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
    });
    bench.cleanUp(() => browser.close());
    const back = bench.quick ? 6 : 15;
    const { page, unseen } = await unseenThreads(browser, demo, { times: bench.quick ? 12 : 50, back });
    bench.record({
      name: 'thread-ahead',
      what: 'p95 of a press on j to the painted thread, each shown for the first time and fetched ahead',
      unit: 'ms',
      values: [
        quantile(
          [...unseen].sort((one, other) => one - other),
          0.95,
        ),
      ],
      goal: { atMost: 120 },
      figures: { presses: unseen.length },
    });
    const painted = await paintedThreads(page, back);
    await page.goto(`${demo.url}/app/master-inbox`);
    await page.locator('li[aria-posinset]').first().waitFor();
    const times = bench.quick ? 8 : 15;
    await presses(page, 'j', times);
    await presses(page, 'k', times - 1);
    const found: number[] = [];
    for (let round = 0; round < bench.rounds; round += 1)
      found.push(...(await presses(page, 'j', times - 1)), ...(await presses(page, 'k', times - 1)));
    const sorted = [...found].sort((one, other) => one - other);
    bench.record({
      name: 'thread-key',
      what: 'p95 of a press on j or k to the painted thread, warm',
      unit: 'ms',
      values: [quantile(sorted, 0.95)],
      goal: { atMost: 50 },
      figures: { presses: found.length, 'median, ms': Math.round(quantile(sorted, 0.5)) },
    });
    const { page: plain } = await freshPage(browser);
    await holdInMemory(plain, painted);
    const held: number[] = [];
    for (let round = 0; round < bench.rounds; round += 1) held.push(...(await presses(plain, 'j', times - 1)));
    const median = (values: number[]) =>
      quantile(
        [...values].sort((one, other) => one - other),
        0.5,
      );
    bench.record({
      name: 'thread-memory',
      what: 'median of a warm press on j or k over that of a page that holds the threads in memory',
      unit: 'times',
      values: [median(found) / median(held)],
      figures: { 'in memory, ms': Math.round(median(held)), threads: painted.threads.length },
    });
    bench.record({
      name: 'thread-white',
      what: 'frames without a thread while j runs through the list',
      unit: 'frames',
      values: [await heldWithoutWhite(page, times)],
      goal: { atMost: 0 },
    });
  },
});

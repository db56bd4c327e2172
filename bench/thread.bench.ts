import { chromium, type Page } from '@playwright/test';
import { readDemo, startProduct, waitForHistory } from '../e2e/support/product';
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
      executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
    });
    bench.cleanUp(() => browser.close());
    const { page } = await freshPage(browser);
    await logIn(page, demo.url, demo);
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
    bench.record({
      name: 'thread-white',
      what: 'frames without a thread while j runs through the list',
      unit: 'frames',
      values: [await heldWithoutWhite(page, times)],
      goal: { atMost: 0 },
    });
  },
});

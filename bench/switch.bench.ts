import type { Page } from '@playwright/test';
import { freshPage, logIn, openSides } from './browser/sides';
import { defineBench } from './harness/bench';
import { quantile } from './harness/spread';

const p95 = (values: number[]) =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.95,
  );

/** Where the switches lead, and what stands there when its rows do. */
const round = [
  ['/app/master-inbox', 'inbox', 'li[aria-posinset]'],
  ['/app/email-accounts', 'accounts', 'tbody tr'],
  ['/app/email-campaign/all', 'campaigns', 'tbody tr'],
] as const;

/**
 * Milliseconds from a click in the navigation until the other area is to be seen with its rows, and painted. Looked for once a frame, so
 * that a switch which takes one frame counts as the rest of that frame and its painting.
 */
async function switches(page: Page, times: number): Promise<number[]> {
  const durations: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    for (const place of round) {
      durations.push(
        await page.evaluate(
          ([to, name, row]) =>
            new Promise<number>((done, refuse) => {
              const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`);
              if (!link) return refuse(new Error(`The navigation does not lead to ${to}.`));
              const begin = performance.now();
              const look = () => {
                const found = document.querySelector<HTMLElement>(`[data-area="${name}"] ${row}`);
                if (!found?.checkVisibility() || !found.textContent)
                  return performance.now() - begin > 60_000
                    ? refuse(new Error(`${to} shows no rows.`))
                    : requestAnimationFrame(look);
                // What stands before a frame is painted with it: a task that comes after is after the painting.
                setTimeout(() => done(performance.now() - begin), 0);
              };
              link.click();
              requestAnimationFrame(look);
            }),
          place,
        ),
      );
      // People look before they go on; what was left comes to rest meanwhile.
      await page.waitForTimeout(100);
    }
  }
  return durations;
}

/** Milliseconds from a key to the paint after it, while a search is typed: the browser's own event timing, in steps of 8 ms. */
async function keys(page: Page, text: string): Promise<number[]> {
  const field = page
    .locator('[data-area=campaigns]')
    .getByRole('searchbox')
    .or(page.locator('[data-area=campaigns] input'))
    .first();
  await field.click();
  await page.evaluate(() => {
    const found: number[] = [];
    Object.assign(window, { keyDurations: found });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.name === 'keydown' || entry.name === 'input') found.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  for (const character of text) {
    await field.press(character);
    await page.waitForTimeout(40);
  }
  await page.waitForTimeout(300);
  const slow = await page.evaluate(() => (window as unknown as { keyDurations: number[] }).keyDurations);
  await field.fill('');
  // Keys below 16 ms are not reported one by one; they count as 16.
  return [...slow, ...Array.from({ length: Math.max(0, text.length - slow.length) }, () => 16)];
}

export default defineBench({
  name: 'switch',
  summary: 'a warm route switch and a key to its paint, against the same routes as one application',
  async run(bench) {
    const sides = await openSides(bench);
    const { versions } = sides;
    const [mine, theirs] = [await freshPage(sides.browser), await freshPage(sides.browser)];
    bench.cleanUp(() => Promise.all([mine.close(), theirs.close()]));
    await logIn(mine.page, sides.ours, sides.demo);
    await logIn(theirs.page, sides.single, sides.demo);
    // Warm: every area has been visited once.
    for (const { page } of [mine, theirs]) {
      await page.bringToFront();
      await switches(page, 1);
    }
    const switchesOf = (page: Page, all: number[]) => async () => {
      await page.bringToFront();
      const found = await switches(page, bench.quick ? 2 : 5);
      all.push(...found);
      return {
        value: quantile(
          [...found].sort((a, b) => a - b),
          0.5,
        ),
      };
    };
    const all: number[] = [];
    const others: number[] = [];
    await bench.compare({
      name: 'switch',
      what: 'median of warm switches between campaigns, inbox and mailboxes, from the click to the painted rows',
      against: 'the same routes as one application',
      measure: 'value',
      unit: 'ms',
      goal: { atMost: 1.1 },
      ours: switchesOf(mine.page, all),
      theirs: switchesOf(theirs.page, others),
      versions,
    });
    bench.record({
      name: 'switch-p95',
      what: 'p95 of all warm switches',
      unit: 'ms',
      values: [p95(all)],
      goal: { atMost: 50 },
      versions,
      figures: { switches: all.length, 'as one application, ms': Math.round(p95(others)) },
    });
    await mine.page.bringToFront();
    const pressed: number[] = [];
    for (let round = 0; round < bench.rounds; round += 1)
      pressed.push(...(await keys(mine.page, 'logistics operators')));
    bench.record({
      name: 'switch-key',
      what: 'p95 of key to paint in the search of the campaigns list',
      unit: 'ms',
      values: [p95(pressed)],
      goal: { atMost: 50 },
      versions,
      figures: { keys: pressed.length },
      note: 'Event timing counts in steps of 8 ms; keys below 16 ms count as 16.',
    });
  },
});

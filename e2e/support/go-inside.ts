import { expect, type Page, type Request } from '@playwright/test';

/** Goes to an address as a link of the product does (navigation.ts): what was loaded is not loaded again. */
export async function goInside(page: Page, address: string): Promise<void> {
  // Two tabs without a row say the same: which of them is selected stands in the markup alone.
  const shown = () => page.evaluate(() => document.querySelector('#page')?.innerHTML ?? '');
  const before = await shown();
  await page.evaluate((next) => {
    const { idx } = (window.history.state ?? {}) as { idx?: number };
    window.history.pushState({ idx: (idx ?? 0) + 1 }, '', next);
  }, address);
  // The address changes at once; the page before stays until this one has something to show.
  await expect.poll(async () => (await shown()) === before, `${address} still shows the page before`).toBe(false);
}

/** The line on which the product tells what has changed: it stays open as long as the page. */
const isLiveLine = (request: Request) => new URL(request.url()).pathname === '/api/live';

/** Follows what a page asks for; the function that it answers resolves when nothing is under way and what came is drawn. */
export function followRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on('request', (request) => isLiveLine(request) || underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return async () => {
    await expect.poll(() => underWay.size, 'requests that are under way').toBe(0);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  };
}

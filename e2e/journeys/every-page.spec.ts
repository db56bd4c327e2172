import type { Page } from '@playwright/test';
import { everyAddress } from '../support/addresses';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import type { FramePage } from '../pages/frame.page';

/**
 * Opens a page and holds it against what every page owes: a heading, everything loaded, nothing cut off, usable by
 * everybody in both themes.
 */
async function visit(page: Page, frame: FramePage, address: string): Promise<void> {
  await page.goto(address);
  await frame.isShown();
  await expect(page.locator('#page').getByRole('heading').first(), address).toBeVisible();
  // Told apart from data: a server's own words about an address may say that it does not exist.
  await expect(page.getByRole('heading', { name: /did not load|does not exist/i }), address).toHaveCount(0);
  await expect(page.getByText(/could not be (?:loaded|read)/i), address).toHaveCount(0);
  await expect(page.locator('#page [aria-busy=true]'), address).toHaveCount(0);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth + 1),
    `${address} does not scroll sideways`,
  ).toBe(true);
  // On a phone titles wrap: none may end in an ellipsis. What is hidden from eyes is one pixel wide.
  if ((page.viewportSize()?.width ?? 0) < 720)
    expect(
      await page
        .locator('#page h1')
        .evaluateAll((titles) =>
          titles
            .filter((title) => title.clientWidth > 1 && title.scrollWidth > title.clientWidth + 1)
            .map((title) => title.textContent),
        ),
      `${address} shows its title whole`,
    ).toEqual([]);
  await checkAccessibility(page, address);
  await hasRoomAt1024(page, address);
}

/** What is wrong with the head of the page: too wide, parts over one another, or a title of which less than 160 px are left. */
const faultsOfHeads = (page: Page): Promise<string[]> =>
  page.locator('#page [data-page-head]').evaluateAll((heads) =>
    heads.flatMap((head) => {
      const [name] = head.children;
      const title = head.querySelector('h1');
      const edges = [...head.children].map((part) => part.getBoundingClientRect());
      const isOver = edges.some(
        (edge, at) => edge.right > (edges[at + 1]?.left ?? head.getBoundingClientRect().right) + 1,
      );
      return [
        ...(head.scrollWidth > head.clientWidth + 1 ? ['the head is too wide'] : []),
        ...(isOver ? ['parts of the head lie over one another'] : []),
        ...(name && name.scrollWidth > name.clientWidth + 1 ? ['the title runs out of its place'] : []),
        ...(title && title.clientWidth + 1 < Math.min(160, title.scrollWidth)
          ? [`the title has ${title.clientWidth} px`]
          : []),
      ];
    }),
  );

/** Looks at the page once more as a small window shows it. */
async function hasRoomAt1024(page: Page, address: string): Promise<void> {
  const usual = page.viewportSize();
  if (!usual || usual.width <= 1024) return;
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(() => faultsOfHeads(page), `${address} at 1024 px`).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth + 1),
    `${address} does not scroll sideways at 1024 px`,
  ).toBe(true);
  await page.setViewportSize(usual);
}

for (const [part, title] of [
  ['campaigns', 'campaigns, their form and their overview'],
  ['leads', 'leads, lists, tasks and verification'],
  ['others', 'mailboxes, inbox and analytics'],
  ['settings', 'settings'],
  ['insight', 'analytics of the agency, integrations, university and deliverability'],
  ['buying', 'purchases, servers and cancellation'],
] as const) {
  test(title, async ({ page, frame, loggedIn: _ }) => {
    for (const address of (await everyAddress())[part]) await visit(page, frame, address);
  });
}

test('an unknown address says that there is nothing', async ({ page, loggedIn: _ }) => {
  await page.goto('/app/nowhere/at/all');
  await expect(page.getByRole('heading', { name: /does not exist|not found/i })).toBeVisible();
  await checkAccessibility(page, 'not found');
});

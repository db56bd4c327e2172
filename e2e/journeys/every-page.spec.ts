import type { Page } from '@playwright/test';
import { everyAddress } from '../support/addresses';
import { checkAccessibility } from '../support/check-accessibility';
import { followRequests, goInside } from '../support/go-inside';
import { expect, test } from '../support/journey';
import { changeScreens, widthOf, type Screen } from '../support/screens';

/** What every page owes on every screen: a heading, everything loaded, nothing cut off, usable by everybody in both themes. */
async function judge(page: Page, screen: Screen, address: string): Promise<void> {
  const name = `${address} at ${widthOf(screen)} px`;
  await expect(page.locator('#page').getByRole('heading').first(), name).toBeVisible();
  // Told apart from data: a server's own words about an address may say that it does not exist.
  await expect(page.getByRole('heading', { name: /did not load|does not exist/i }), name).toHaveCount(0);
  await expect(page.getByText(/could not be (?:loaded|read)/i), name).toHaveCount(0);
  await expect(page.locator('#page [aria-busy=true]'), name).toHaveCount(0);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth + 1),
    `${name} does not scroll sideways`,
  ).toBe(true);
  if (screen === 'small') {
    await expect.poll(() => faultsOfHeads(page), name).toEqual([]);
    return;
  }
  if (screen === 'phone') expect(await cutTitles(page), `${name} shows its title whole`).toEqual([]);
  // The next screen begins with the theme in which this one ends.
  await checkAccessibility(page, name, { leavesOther: true });
}

/** On a phone titles wrap: none may end in an ellipsis. What is hidden from eyes is one pixel wide. */
const cutTitles = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('#page h1')
    .evaluateAll((titles) =>
      titles
        .filter((title) => title.clientWidth > 1 && title.scrollWidth > title.clientWidth + 1)
        .map((title) => title.textContent),
    );

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

/** The remote that draws the page; the shell draws those of none. */
const areaOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLElement>('[data-area]')?.dataset['area'] ?? 'shell');

for (const [part, title] of [
  ['campaigns', 'campaigns, their form and their overview'],
  ['leads', 'leads, lists, tasks and verification'],
  ['others', 'mailboxes, inbox and analytics'],
  ['settings', 'settings'],
  ['insight', 'analytics of the agency, integrations, university and deliverability'],
  ['buying', 'purchases, servers and cancellation'],
] as const) {
  test(title, async ({ page, frame, loggedIn: _ }) => {
    const show = await changeScreens(page);
    const atRest = followRequests(page);
    const loaded = new Set<string>();
    // Every other page is opened at the width of a phone.
    let screens: Screen[] = ['wide', 'small', 'phone'];
    for (const address of (await everyAddress())[part]) {
      if (loaded.size === 0) await page.goto(address);
      else await goInside(page, address);
      await frame.isShown();
      await atRest();
      // Each remote is loaded once at an address of its own, and then left and returned to as people do.
      const area = await areaOf(page);
      if (loaded.size > 0 && !loaded.has(area)) await page.reload();
      loaded.add(area);
      for (const screen of screens) {
        await show(screen);
        await atRest();
        await judge(page, screen, address);
      }
      screens = screens.toReversed();
    }
  });
}

test('an unknown address says that there is nothing', async ({ page, loggedIn: _ }) => {
  const show = await changeScreens(page);
  await page.goto('/app/nowhere/at/all');
  for (const screen of ['wide', 'phone'] as const) {
    await show(screen);
    await expect(page.getByRole('heading', { name: /does not exist|not found/i })).toBeVisible();
    await checkAccessibility(page, `not found at ${widthOf(screen)} px`);
  }
});

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';

const web = join(__dirname, '..', '..', 'dist', 'web');

/** Bytes of a built script as it travels to a browser that takes brotli. */
const weightOf = (address: string) => {
  const file = join(web, address.startsWith('/remotes/') ? '' : 'shell', address);
  try {
    return statSync(`${file}.br`).size;
  } catch {
    return readFileSync(file).length;
  }
};

/**
 * Notes the moment a selector first stands on the page, and answers with the addresses asked for until then, "GET /path" each. What is
 * fetched ahead afterwards, while nobody waits for it, does not count, however long the test takes to look.
 */
async function countUntil(page: Page, selector: string) {
  const asked = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url());
    const address = `${request.method()} ${pathname}`;
    if (protocol.startsWith('http') && !asked.has(address)) asked.set(address, Date.now());
  });
  await page.addInitScript((wanted) => {
    const stands = () => document.querySelector(wanted) && performance.mark('first-list') && observer.disconnect();
    const observer = new MutationObserver(stands);
    observer.observe(document, { childList: true, subtree: true });
  }, selector);
  return {
    askedUntilThen: async () => {
      const stoodAt = await page.evaluate(() => {
        const [mark] = performance.getEntriesByName('first-list');
        return performance.timeOrigin + mark!.startTime;
      });
      return [...asked].filter(([, at]) => at <= stoodAt).map(([address]) => address);
    },
  };
}

const kilobytesOf = (asked: string[]) => {
  const scripts = asked.filter((address) => address.endsWith('.js')).map((address) => address.replace('GET ', ''));
  return Math.round(scripts.reduce((sum, address) => sum + weightOf(address), 0) / 1000);
};

test('from the login to the list little travels, and what little it is does not grow unseen', async ({
  page,
  login,
  demo,
}) => {
  const list = await countUntil(page, '[data-area=campaigns] tbody tr a[href*="/email-campaign/"]');
  await page.goto('/login');
  await login.logIn(demo.email, demo.password);
  await expect(page.locator('[data-area=campaigns]').getByRole('row').nth(2)).toBeVisible();
  const asked = await list.askedUntilThen();
  // Each address once: the demo's campaigns run, and what they change is read again.
  expect(asked.length, asked.sort().join('\n')).toBeLessThanOrEqual(20);
  // Goal 250; a tenth of a kilobyte for the next change, not ten.
  expect(kilobytesOf(asked)).toBeGreaterThan(50);
  expect(kilobytesOf(asked)).toBeLessThanOrEqual(238);
});

test('the first list of the inbox comes without the editor, and its scripts do not grow unseen', async ({
  page,
  loggedIn: _,
}) => {
  const list = await countUntil(page, '[data-area=inbox] li[aria-posinset]');
  await page.goto('/app/master-inbox');
  await expect(page.locator('[data-area=inbox] li[aria-posinset]').first()).toBeVisible();
  const asked = await list.askedUntilThen();
  expect(asked.join('\n')).not.toContain('/editor.');
  // Schemas come with the first form.
  expect(asked.join('\n')).not.toContain('/contracts.');
  expect(kilobytesOf(asked)).toBeGreaterThan(50);
  // 281 since lists end above messages and strips fade where they go on.
  expect(kilobytesOf(asked), asked.join('\n')).toBeLessThanOrEqual(281);
});

test('an area that was left comes back as it was, at once, and listens to nothing meanwhile', async ({
  page,
  loggedIn: _,
}) => {
  await page.goto('/app/email-campaign/all');
  const area = page.locator('[data-area=campaigns]');
  await expect(area.getByRole('row').nth(2)).toBeVisible();
  await area.evaluate((element) => {
    element.dataset['mark'] = 'the same';
  });
  const asked: string[] = [];
  await page
    .getByRole('link', { name: /Master inbox/ })
    .first()
    .click();
  await expect(page.locator('[data-area=inbox]').getByRole('heading').first()).toBeVisible();
  await expect(area).toHaveCount(0);
  await expect(page).toHaveTitle(/inbox/i);
  page.on('request', (request) => {
    if (/\/api\/campaigns\b/.test(request.url())) asked.push(request.url());
  });
  // Its own shortcut is gone with it: the inbox offers none of that name.
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Help', exact: true });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByText('New campaign')).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect(asked).toEqual([]);
  await page
    .getByRole('link', { name: /Email campaigns/ })
    .first()
    .click();
  await expect(page.locator('[data-area=campaigns][data-mark="the same"]').getByRole('row').nth(2)).toBeVisible();
  await expect(page).toHaveTitle(/All campaigns/);
  // Back and forward are switches too.
  await page.goBack();
  await expect(page.locator('[data-area=inbox]').getByRole('heading').first()).toBeVisible();
  await expect(area).toHaveCount(0);
});

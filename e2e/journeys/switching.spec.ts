import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
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

test('from the login to the list little travels, and what little it is does not grow unseen', async ({
  page,
  login,
  demo,
}) => {
  const scripts = new Set<string>();
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url());
    if (!protocol.startsWith('http')) return;
    asked.add(`${request.method()} ${pathname}`);
    if (request.resourceType() === 'script') scripts.add(pathname);
  });
  await page.goto('/login');
  await login.logIn(demo.email, demo.password);
  await expect(page.locator('[data-area=campaigns]').getByRole('row').nth(2)).toBeVisible();
  await expect(page.getByRole('link', { name: /Email accounts/ }).first()).toContainText(/\d/);
  // Each address once: the demo's campaigns run, and what they change is read again.
  expect(asked.size, [...asked].sort().join('\n')).toBeLessThanOrEqual(20);
  // Goal 250; a tenth of a kilobyte for the next change, not ten.
  expect(Math.round([...scripts].reduce((sum, address) => sum + weightOf(address), 0) / 1000)).toBeLessThanOrEqual(238);
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
  const sheet = page.getByRole('dialog', { name: /shortcuts/i });
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

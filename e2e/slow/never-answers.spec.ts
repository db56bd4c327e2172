import { expect, test } from '../support/journey';
import { neverAnswers, readServedRemotes, type ServedRemote } from '../support/remote-failures';

test('an area whose file never comes is given up after 120 s, and the rest works meanwhile', async ({
  page,
  pageErrors,
  loggedIn: _,
}) => {
  test.setTimeout(240_000);
  const inbox = (await readServedRemotes()).remotes.find(({ name }) => name === 'inbox') as ServedRemote;
  await neverAnswers(null).start(page, inbox);
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.goto('/app/master-inbox');
  const began = Date.now();
  await page.evaluate(() => history.pushState(null, '', '/app/settings'));
  await expect(page.locator('[data-area=settings]')).not.toBeEmpty();
  await page.evaluate(() => history.pushState(null, '', '/app/master-inbox'));
  await expect(page.getByRole('heading', { name: 'Master inbox did not load' })).toBeVisible({ timeout: 150_000 });
  expect(Date.now() - began).toBeGreaterThan(110_000);
  pageErrors.length = 0;
});

import { expect, test } from '../support/journey';
import { neverAnswers, readServedRemotes, type ServedRemote } from '../support/remote-failures';

test('an area whose file never comes is given up after 120 s, and the rest works meanwhile', async ({
  page,
  pageErrors,
  loggedIn: _,
}) => {
  const inbox = (await readServedRemotes()).remotes.find(({ name }) => name === 'inbox') as ServedRemote;
  await neverAnswers(null).start(page, inbox);
  page.on('dialog', (dialog) => void dialog.dismiss());
  // How long the page waits is read from the timers it sets: how long the machine took says nothing about it.
  await page.addInitScript(() => {
    const delays: number[] = [];
    const set = window.setTimeout.bind(window);
    Object.assign(window, {
      delays,
      setTimeout: (work: () => void, delay = 0, ...rest: unknown[]) => {
        delays.push(delay);
        return set(work, delay, ...rest);
      },
    });
  });
  await page.goto('/app/master-inbox');
  await page.evaluate(() => history.pushState(null, '', '/app/settings'));
  await expect(page.locator('[data-area=settings]')).not.toBeEmpty();
  await page.evaluate(() => history.pushState(null, '', '/app/master-inbox'));
  await expect(page.getByRole('heading', { name: 'Master inbox did not load' })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { delays: number[] }).delays)).toContain(120_000);
  pageErrors.length = 0;
});

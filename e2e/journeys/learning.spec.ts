import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { universityContract } from '@skein/contracts/university/university.contract';
import { callProduct } from '../support/call-product';
import { checkAccessibility } from '../support/check-accessibility';
import { expect, test } from '../support/journey';
import { createPerson } from '../support/new-person';
import { beginLoggedIn } from '../support/session';

test('a course from its start to finished, read in order, and still finished after a reload', async ({ page }) => {
  const person = await createPerson('learner');
  const { courses } = await callProduct(universityContract, () => ({
    authorization: `Bearer ${person.token}`,
  })).library({});
  const course = courses.find(({ slug }) => slug === 'running-an-agency');
  await beginLoggedIn(page, person);
  await page.goto('/app/university/menu');
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: course?.title ?? '' }) });
  await expect(card.getByText(`0 of ${course?.items.length} done`)).toBeVisible();
  await card.getByRole('link', { name: 'Start' }).click();
  const done = page.getByRole('button', { name: 'Mark as done' });
  const panel = page.getByRole('complementary', { name: 'Course' });
  for (let lesson = 1; lesson <= (course?.items.length ?? 0); lesson += 1) {
    await done.click();
    await expect(panel.getByText(`${lesson} of ${course?.items.length} done`)).toBeVisible();
    if (lesson === 1) {
      await checkAccessibility(page, 'a lesson');
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await checkAccessibility(page, 'a lesson on a phone');
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    if (lesson < (course?.items.length ?? 0)) await panel.getByRole('link', { name: /^Next: / }).click();
  }
  await expect(panel.getByText('Finished')).toBeVisible();
  await page.goto('/app/university/menu');
  await page.reload();
  await expect(card.getByText('Finished')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Review course' })).toBeVisible();
});

test('the recap of a year shows what its rows say, and a picture holds only what was turned on', async ({
  page,
  loggedIn: _,
}) => {
  await page.goto('/app/year-recap');
  const year = Number(await page.getByRole('combobox', { name: 'Year' }).innerText());
  const { counts, best_campaign: best } = await callProduct(insightsContract).yearRecap({ query: { year } });
  const sent = page.locator('dl > div').filter({ hasText: /^Sent/ });
  await expect(sent.getByText(counts.sent.toLocaleString('en-US'))).toBeVisible();
  await expect(page.getByText(new RegExp(`^${best?.name} brought ${best?.positive} positive`))).toBeVisible();
  const picture = page.getByRole('img', { name: `${year} in review with the chosen figures` });
  const words = async () => decodeURIComponent((await picture.getAttribute('src')) ?? '');
  expect(await words()).not.toContain(`>${counts.contacted}<`);
  await page.getByRole('switch', { name: 'Contacted' }).click();
  await expect.poll(words).toContain(`>${counts.contacted}<`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PNG' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${year}-in-review.png`);
  await checkAccessibility(page, 'year recap');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await checkAccessibility(page, 'year recap on a phone');
});

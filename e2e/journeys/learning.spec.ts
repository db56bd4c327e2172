import type { Page } from '@playwright/test';
import { insightsContract } from '@skein/contracts/analytics/insights.contract';
import { templateWords } from '@skein/contracts/plain-template';
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

test('every recording plays from its chapters and its transcript, with captions, and is sent in parts', async ({
  page,
}) => {
  const person = await createPerson('viewer');
  const university = callProduct(universityContract, () => ({ authorization: `Bearer ${person.token}` }));
  const { items } = await university.library({});
  const films = items.filter(({ type }) => type === 'Video');
  expect(films.length).toBeGreaterThanOrEqual(12);
  await beginLoggedIn(page, person);
  for (const { slug, course } of films)
    await test.step(slug, async () => {
      const { video } = await university.item({ params: { slug } });
      await page.goto(`/app/university/${course ? 'course-item' : 'category-item'}/${slug}`);
      const film = page.locator('video');
      const time = () => film.evaluate((element: HTMLVideoElement) => element.currentTime);
      const sentences = () => film.evaluate((element: HTMLVideoElement) => element.textTracks[0]?.cues?.length);
      await expect.poll(sentences).toBe(video?.transcript.length);
      await page.getByRole('list', { name: 'Chapters' }).getByRole('button').last().click();
      await expect.poll(time, 'it plays on from the chapter').toBeGreaterThan(video?.chapters.at(-1)?.at ?? Infinity);
      await page.getByText('Transcript', { exact: true }).click();
      await page.getByRole('list', { name: 'Transcript' }).getByRole('button').nth(1).click();
      const second = video?.transcript[1]?.at ?? Infinity;
      await expect.poll(time).toBeGreaterThan(second);
      expect(await time()).toBeLessThan(video?.chapters.at(-1)?.at ?? 0);
      const part = await page.request.get(video?.url ?? '', { headers: { range: 'bytes=0-99' } });
      expect([part.status(), (await part.body()).length]).toEqual([206, 100]);
    });
  await checkAccessibility(page, 'a recording with its transcript');
  await expectPictureUncovered(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await checkAccessibility(page, 'a recording with its transcript on a phone');
  await expectPictureUncovered(page);
});

/** The picture looks the same with and without captions while a paused player shows its controls, above which a browser would lay them. */
async function expectPictureUncovered(page: Page): Promise<void> {
  const film = page.locator('video');
  await film.evaluate(async (element: HTMLVideoElement) => {
    element.pause();
    const sought = new Promise((done) => element.addEventListener('seeked', done, { once: true }));
    element.currentTime = (element.textTracks[0]?.cues?.[1]?.startTime ?? 0) + 1;
    await sought;
    element.scrollIntoView({ block: 'center' });
  });
  const looks = async (mode: TextTrackMode, part: number) => {
    await film.evaluate(async (element: HTMLVideoElement, next) => {
      const [track] = element.textTracks;
      if (track) track.mode = next;
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }, mode);
    const box = await film.boundingBox();
    if (!box) throw new Error('There is no player.');
    return (await page.screenshot({ clip: { ...box, height: part * box.height } })).toString('base64');
  };
  const picture = await film.evaluate((element) => Math.floor((element.clientWidth * 9) / 16) / element.clientHeight);
  // Twice without: what moves by itself, as controls that fade, is no caption.
  const isUncovered = async () => {
    const [before, shown, after] = [
      await looks('disabled', picture),
      await looks('showing', picture),
      await looks('disabled', picture),
    ];
    return before === after && shown === before;
  };
  expect((await looks('showing', 1)) === (await looks('disabled', 1)), 'captions are shown').toBe(false);
  await expect.poll(isUncovered, 'captions leave the picture alone').toBe(true);
}

test('a text shows its picture, and paper shows the text with its picture and nothing else', async ({ page }) => {
  const person = await createPerson('printer');
  await beginLoggedIn(page, person);
  await page.goto('/app/university/category-item/monday-checklist');
  const picture = page.locator('article img');
  await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1, name: 'The Monday checklist' })).toBeVisible();
  await expect(picture).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('the recap of a year shows what its rows say, and a picture holds only what was turned on', async ({
  page,
  loggedIn: _,
}) => {
  await page.goto('/app/year-recap');
  const thisYear = Number(await page.getByRole('combobox', { name: 'Year' }).innerText());
  const recapOf = (year: number) => callProduct(insightsContract).yearRecap({ query: { year } });
  // In the first days of January the past year is the one that has a recap.
  const year = (await recapOf(thisYear)).counts.sent > 0 ? thisYear : thisYear - 1;
  await page.goto(`/app/year-recap?year=${year}`);
  const figures = page.locator('dl > div').filter({ hasText: /^Sent/ });
  const best = page.getByRole('table', { name: 'Best campaigns' });
  // Other journeys send meanwhile, and the page follows.
  const isAsCounted = async () => {
    const { counts, campaigns, best_email: email } = await recapOf(year);
    return [
      (await figures.innerText()).includes(counts.sent.toLocaleString('en-US')),
      await page.getByText(templateWords(email?.subject ?? 'no best email'), { exact: true }).isVisible(),
      (await best.getByRole('row').count()) === campaigns.length + 1,
      await best
        .getByRole('link', { name: campaigns[0]?.name ?? 'no best campaign' })
        .first()
        .isVisible(),
    ];
  };
  await expect.poll(isAsCounted).toEqual([true, true, true, true]);
  const picture = page.getByRole('img', { name: `${year} in review with the chosen figures` });
  const words = async () => decodeURIComponent((await picture.getAttribute('src')) ?? '');
  const pictureAsCounted = async () =>
    (await words()).includes(`>${(await recapOf(year)).counts.contacted.toLocaleString('en-US')}<`);
  expect(await words()).not.toContain('contacted');
  await page.getByRole('switch', { name: 'Contacted' }).click();
  await expect.poll(pictureAsCounted).toBe(true);
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

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { furnish } from '../support/furnish';
import { readDemo, waitForHistory } from '../support/product';
import { beginLoggedIn } from '../support/session';
import { goTo } from './hand';
import { pictures } from './pictures';

const folder = join(__dirname, '..', '..', 'content', 'university', 'pictures');
const only = (process.env['SKEIN_VIDEOS_ONLY'] ?? '').split(',').filter(Boolean);
/** Height of the bar above every page, which no text is about. */
const bar = 48;

test.use({ baseURL: async ({ browserName: _ }, use) => use(readDemo().url), deviceScaleFactor: 1.5 });

test('pictures', async ({ page }) => {
  await waitForHistory(readDemo());
  await furnish();
  await beginLoggedIn(page);
  mkdirSync(folder, { recursive: true });
  for (const { slug, address, prepare } of pictures.filter((each) => only.length === 0 || only.includes(each.slug))) {
    await goTo(page, await address());
    await prepare?.(page);
    const box = await page.locator('main').boundingBox();
    if (!box) throw new Error('The page is not shown.');
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const clip = { x: box.x, y: box.y + bar, width: width - box.x - 9, height: height - box.y - bar - 9 };
    const picture = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
    const options = ['-y', '-loglevel', 'error', '-i', '-', '-quality', '72', join(folder, `${slug}.webp`)];
    const { status, stderr } = spawnSync('ffmpeg', options, { input: picture });
    if (status !== 0) throw new Error(stderr.toString());
  }
});

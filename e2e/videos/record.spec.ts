import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { readDemo, waitForHistory } from '../support/product';
import { beginLoggedIn } from '../support/session';
import { captionsFile } from './captions';
import { startFilm } from './film';
import { goTo, Hand } from './hand';
import { drawPointer, playScene } from './play-scene';
import { scenes } from './scenes/scenes';

const folder = join(__dirname, '..', '..', 'content', 'university', 'videos');
const only = (process.env['SKEIN_VIDEOS_ONLY'] ?? '').split(',').filter(Boolean);

test.use({ baseURL: async ({ browserName: _ }, use) => use(readDemo().url) });

for (const scene of scenes.filter(({ slug }) => only.length === 0 || only.includes(slug)))
  test(scene.slug, async ({ page }) => {
    await waitForHistory(readDemo());
    await page.addInitScript(drawPointer);
    await beginLoggedIn(page);
    await goTo(page, await scene.begin());
    const film = await startFilm(page);
    const { cues, chapters } = await playScene(new Hand(page, film), film, scene);
    mkdirSync(folder, { recursive: true });
    const file = (ending: string) => join(folder, scene.slug + ending);
    const seconds = await film.finish({ film: file('.webm'), poster: file('.jpg') });
    writeFileSync(file('.vtt'), captionsFile(cues));
    writeFileSync(file('.json'), `${JSON.stringify({ seconds, chapters }, null, 2)}\n`);
  });

import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { everyAddress } from '../support/addresses';
import { checkAccessibility } from '../support/check-accessibility';
import type { HiddenPlace } from './hidden-places';

const folder = process.env['SKEIN_SCREENS_FOLDER'] || join(__dirname, '..', '..', 'screens');
/** Words, one of which the name of a picture has to hold; none: every picture. */
const only = (process.env['SKEIN_SCREENS_ONLY'] ?? '').split(',').map((word) => word.trim()).filter(Boolean);
/** `/app/email-campaign/3/overview/analytics` becomes `email-campaign-overview-analytics`, `/app/leads/lists/3` `leads-lists-one`. */
const nameOf = (address: string) => address.replace(/^\/app/, '').replace(/\/\d+$/, '/one').replace(/[?&](?:id=\d+&?)?(?:tab=)?/g, '/').split('/').filter((part) => part !== '' && !/^\d+$/.test(part)).join('-');

export const behindLogin = async () => Object.values(await everyAddress()).flat();

/** Both themes of each address, as `state-name-width-theme.png`. */
export const takeAll = (page: Page, state: string, width: string, addresses: readonly string[]) => takePlaces(page, state, width, addresses.map((address) => ({ name: nameOf(address), address })));

/** The same of what no address alone shows. Screens that are full are held against axe too; those of the usual state are in `npm test`. */
export async function takePlaces(page: Page, state: string, width: string, places: readonly HiddenPlace[]): Promise<void> {
  for (const place of places) {
    const name = `${state}-${place.name}`;
    if (only.length > 0 && !only.some((word) => name.includes(word))) continue;
    await page.goto(place.address);
    await page.getByRole('heading').first().waitFor();
    await page.evaluate(untilAtRest, false);
    if (place.open) {
      await place.open(page);
      await page.evaluate(untilAtRest, true);
    }
    await page.evaluate(() => document.fonts.ready);
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate((next) => { document.documentElement.dataset['theme'] = next; }, theme);
      await page.evaluate(untilThemed);
      await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) });
    }
    if (state === 'full') await checkAccessibility(page, `${name} at ${width}`);
  }
}

/** Resolves once nothing loads and ten looks found the page unchanged; a page that never rests is taken as it is after 300 looks. */
function untilAtRest(withOverlays = false): Promise<void> {
  const page = (withOverlays ? null : document.querySelector('#page')) ?? document.body;
  return new Promise((resolve) => {
    let [quiet, looks] = [0, 0];
    const observer = new MutationObserver(() => { quiet = 0; });
    observer.observe(page, { subtree: true, childList: true });
    const timer = setInterval(() => {
      quiet += 1;
      looks += 1;
      const loads = page.querySelector('[aria-busy=true], [role=progressbar][aria-label^=Loading]') !== null || page.querySelector('h1, h2, h3') === null;
      if ((loads || quiet < 10) && looks < 300) return;
      clearInterval(timer);
      observer.disconnect();
      resolve();
    }, 100);
  });
}

/**
 * Resolves once a change of theme is over: no transition runs (one of a parent starts those of its children anew, so none for
 * several frames) and no chart draws itself; after 600 frames the page is taken as it is.
 */
function untilThemed(): Promise<void> {
  return new Promise((resolve) => {
    let [quiet, frames] = [0, 0];
    const observer = new MutationObserver(() => { quiet = 0; });
    observer.observe(document.body, { subtree: true, childList: true });
    const look = () => {
      quiet += 1;
      frames += 1;
      const over = ({ effect, playState }: Animation) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity;
      if (!document.getAnimations().every(over)) quiet = 0;
      if (quiet < 24 && frames < 600) return requestAnimationFrame(look);
      observer.disconnect();
      // Two frames: the last colours are painted, not only known.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    };
    requestAnimationFrame(look);
  });
}

// Finds a Chromium for the browser tests, and installs Debian's where that is possible.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

import { Refusal } from './install.mjs';
import { installFromDebian, isExecutable } from './install-from-debian.mjs';

/** Chromium without the windows and the extras of a desktop: on the same pages it takes little more than half the processor time. */
const HEADLESS = 'chromium-headless-shell';
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const name of NAMES) {
    const file = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (file) return file;
  }
  if (existsSync(MAC)) return MAC;
  return findPlaywrightBrowser();
}

/** One that "npx playwright install chromium" has downloaded. */
function findPlaywrightBrowser() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(folder)) return undefined;
  for (const name of readdirSync(folder)
    .filter((each) => each.startsWith('chromium-'))
    .sort()
    .reverse()) {
    const file = join(folder, name, 'chrome-linux', 'chrome');
    if (isExecutable(file)) return file;
  }
  return undefined;
}

/**
 * The browser of the tests. Debian's headless one is installed even where another is there.
 * @throws Refusal that says what to install
 */
export function installChromium() {
  const before = findChromium();
  if (process.env.CHROMIUM_PATH || before?.endsWith(HEADLESS)) return before;
  const refusal = installFromDebian(HEADLESS);
  const found = findChromium();
  if (found) return found;
  const words = installFromDebian('chromium') ?? refusal;
  const installed = findChromium();
  if (installed) return installed;
  if (words !== undefined) throw new Refusal(`Chromium could not be installed: ${words}`);
  throw new Refusal(
    'The browser tests need Chromium: install it ("apt-get install chromium" as root on Debian), or set CHROMIUM_PATH to one.',
  );
}

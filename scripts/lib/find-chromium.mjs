// Finds a Chromium for the browser tests, and installs Debian's where that is possible.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

import { Refusal } from './install.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) if (isExecutable(join(folder, name))) return join(folder, name);
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

/** @throws Refusal that says what to install */
export function installChromium() {
  const found = findChromium();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (has('apt-get') && (isRoot || canSudo())) {
    const apt = (...parameters) => {
      const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...parameters];
      return spawnSync(isRoot ? command[0] : 'sudo', isRoot ? command.slice(1) : ['-n', ...command], {
        encoding: 'utf8',
      });
    };
    apt('update');
    const result = apt('install', '-y', '--no-install-recommends', 'chromium');
    const installed = findChromium();
    if (installed) return installed;
    throw new Refusal(`Chromium could not be installed: ${(result.stderr ?? '').trim().split('\n').at(-1)}`);
  }
  throw new Refusal(
    'The browser tests need Chromium: install it ("apt-get install chromium" as root on Debian), or set CHROMIUM_PATH to one.',
  );
}

const has = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)));
const canSudo = () => has('sudo') && spawnSync('sudo', ['-n', 'true']).status === 0;

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

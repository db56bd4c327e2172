// `npm run show -- --leads 1000`: that many people of all kinds through a campaign of three steps at the fastest clock, on a product
// of its own. It prints how every lead ended against how it must end, and what the mail server, the screen and the API counted.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { installChromium } from './lib/find-chromium.mjs';
import { checkNode, installIfNeeded, Refusal, root } from './lib/install.mjs';
import { build, generateIfNeeded } from './lib/prepare.mjs';

function readLeads() {
  const place = process.argv.indexOf('--leads');
  const given = place === -1 ? '1000' : process.argv[place + 1];
  const leads = Number(given);
  if (Number.isInteger(leads) && leads > 0 && leads <= 5000) return leads;
  throw new Refusal(`--leads is "${given}": give a number from 1 to 5000.`);
}

try {
  checkNode();
  const leads = readLeads();
  installIfNeeded();
  generateIfNeeded();
  await build();
  if (!existsSync(join(root, 'backend', 'dist', 'main.cjs')))
    throw new Refusal('There is no build: run "npm run build" first.');
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
      'test',
      '--project=fast-clock',
      '--workers=1',
      'thousand',
    ],
    {
      cwd: join(root, 'e2e'),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, CHROMIUM_PATH: installChromium(), SKEIN_SHOW_LEADS: String(leads) },
    },
  );
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}

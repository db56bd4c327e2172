// `npm run videos`: records the university's short videos and the pictures of its texts from a product of its own, into content/university.
// `npm run videos -- slug,slug` makes only those. The scenes are in e2e/videos/scenes; record again when a screen they show has changed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { installChromium } from './lib/find-chromium.mjs';
import { checkNode, installIfNeeded, Refusal, root } from './lib/install.mjs';
import { installFromDebian, isExecutable } from './lib/install-from-debian.mjs';
import { build, generateIfNeeded } from './lib/prepare.mjs';

try {
  checkNode();
  installIfNeeded();
  generateIfNeeded();
  if (!isExecutable('/usr/bin/ffmpeg')) installFromDebian('ffmpeg');
  await build();
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', '-c', 'videos.config.ts'],
    {
      cwd: join(root, 'e2e'),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        CHROMIUM_PATH: installChromium(),
        SKEIN_VIDEOS_ONLY: process.argv[2] ?? '',
        // Lists stand still enough to be read.
        SKEIN_E2E_TIME_SCALE: '60',
      },
    },
  );
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}

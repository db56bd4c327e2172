// `npm run screens`: pictures of every screen at 1440, 1024 and 390 pixels, light and dark, into screens/ (ignored by git), from a product
// of its own whose history is made first. `npm run screens -- inbox,lead` takes only those whose name holds one of the words.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { installChromium } from './lib/find-chromium.mjs';
import { checkNode, installIfNeeded, Refusal, root } from './lib/install.mjs';
import { build, generateIfNeeded } from './lib/prepare.mjs';

try {
  checkNode();
  installIfNeeded();
  generateIfNeeded();
  await build();
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', '-c', 'screens.config.ts'],
    {
      cwd: join(root, 'e2e'),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        CHROMIUM_PATH: installChromium(),
        SKEIN_SCREENS_ONLY: process.argv[2] ?? '',
        SKEIN_SCREENS_FOLDER: join(root, 'screens'),
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

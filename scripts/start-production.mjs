// `npm run start:production [-- --target=NAME]`: Skein for real. No sandbox, no embedded database, no default secrets: what is
// missing is named and nothing is started. One target a container; `all` (the default) for one machine.
//
// Needed: DATABASE_URL, SKEIN_MASTER_KEY_FILE, PUBLIC_URL, TRACKING_URL, SYSTEM_SMTP_URL. .env.example explains each.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { checkNode, installIfNeeded, Refusal, root } from './lib/install.mjs';
import { build, generateIfNeeded } from './lib/prepare.mjs';

const REQUIRED = ['DATABASE_URL', 'SKEIN_MASTER_KEY_FILE', 'PUBLIC_URL', 'TRACKING_URL', 'SYSTEM_SMTP_URL'];

try {
  checkNode();
  // The program checks each value for itself; this only spares a build to learn that they are not there.
  const missing = REQUIRED.filter((name) => !process.env[name]);
  if (missing.length > 0)
    throw new Refusal(`Production needs ${missing.join(', ')}: .env.example explains each of them.`);
  // A container image is built beforehand and may be read-only; a plain checkout prepares itself.
  if (!existsSync(join(root, 'backend', 'dist', 'main.cjs')) || !process.env.SKEIN_PREBUILT) {
    installIfNeeded();
    generateIfNeeded();
    await build();
  }
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', join(root, 'backend', 'dist', 'main.cjs'), ...process.argv.slice(2)],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', SKEIN_MODE: 'production' },
      stdio: 'inherit',
    },
  );
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}

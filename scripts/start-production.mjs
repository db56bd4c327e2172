// `npm run start:production [-- --target=NAME]`: Skein for real. No sandbox, no embedded database, no default secrets: what is
// missing is named and nothing is started. One target a container; `all` (the default) for one machine.
//
// It runs what `npm run build` made and neither installs nor builds nor makes keys, so a server needs the packages of
// `npm ci --omit=dev` only, and a start never takes longer than a start. Variables come from the environment and from .env (.env.example).
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { loadEnvironmentFile } from './lib/environment-file.mjs';
import { checkNode, Refusal, root } from './lib/install.mjs';

const REQUIRED = ['DATABASE_URL', 'SKEIN_MASTER_KEY_FILE', 'PUBLIC_URL', 'TRACKING_URL', 'SYSTEM_SMTP_URL'];

try {
  checkNode();
  loadEnvironmentFile();
  // The program checks each value for itself.
  const missing = REQUIRED.filter((name) => !process.env[name]);
  if (missing.length > 0)
    throw new Refusal(`Production needs ${missing.join(', ')}: .env.example explains each of them.`);
  const program = join(root, 'backend', 'dist', 'main.cjs');
  if (!existsSync(program) || !existsSync(join(root, 'dist', 'web', 'shell', 'index.html')))
    throw new Refusal(
      'Skein is not built here: run "npm ci && npm run build" where you build, or use the image of deploy/Dockerfile.',
    );
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', SKEIN_MODE: 'production' },
    // Over the channel it learns that this process was killed, and ends too: an orphan would hold the port.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}

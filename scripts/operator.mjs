// `npm run operator -- COMMAND`: what an operator does beside the running product (docs/operating.md). It reads the same variables as
// start:production, from the same file.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { loadEnvironmentFile } from './lib/environment-file.mjs';
import { Refusal, root } from './lib/install.mjs';

try {
  loadEnvironmentFile();
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exit(1);
}
const program = join(root, 'backend', 'dist', 'operator.cjs');
if (!existsSync(program)) await (await import('./lib/prepare.mjs')).build();
const child = spawn(
  process.execPath,
  ['--enable-source-maps', '--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)],
  {
    // Folders are named from where the command is given.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    // Of the environment only the database and the data folder matter here, so that no other secret has to be at hand.
    env: {
      ...process.env,
      SKEIN_MODE: 'sandbox',
      SKEIN_DATA: resolve(process.env.INIT_CWD ?? process.cwd(), process.env.SKEIN_DATA || join(root, 'data')),
    },
    stdio: 'inherit',
  },
);
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});

// `npm run faults -- --kills N`, `--runs N` or `--lane NAME`, and `npm run soak -- --seeds N` or `--minutes N`:
// optional lanes, see docs/operating/faults.md. Bundles the lane and runs it.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { buildProgram } from '../packages/build/src/build-backend.mjs';
import { checkNode, installIfNeeded, root } from './lib/install.mjs';
import { generateIfNeeded } from './lib/prepare.mjs';

const [lane, ...parameters] = process.argv.slice(2);
checkNode();
installIfNeeded();
generateIfNeeded();
// Beside the packages it takes, and not in backend/dist, which is what is deployed.
const program = join(root, 'backend', 'node_modules', '.cache', 'faults', `${lane}-${process.pid}.cjs`);
await buildProgram(`backend/faults/${lane}-cli.ts`, program);
const child = spawn(
  process.execPath,
  ['--enable-source-maps', '--expose-gc', '--disable-warning=ExperimentalWarning', program, ...parameters],
  { cwd: root, stdio: 'inherit' },
);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  for (const file of [program, `${program}.map`]) rmSync(file, { force: true });
  process.exitCode = code ?? 1;
});

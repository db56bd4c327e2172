// An installation to attack: a sandbox of its own on loopback, with a data folder that is gone afterwards.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Refusal, root } from '../../lib/install.mjs';
import { pause, waitFor } from '../../lib/wait-for.mjs';

const program = join(root, 'backend', 'dist', 'main.cjs');

/** A port of loopback that nobody uses now. */
export const freePort = () =>
  new Promise((done, fail) => {
    const probe = createServer()
      .once('error', fail)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address();
        probe.close(() => done(port));
      });
  });

export { pause, waitFor };

const isReady = async (url) => (await fetch(`${url}/health/ready`)).ok;

/** @returns a sandbox that was made for this run, ready, with its demo workspace */
export async function startSandbox(variables = {}) {
  if (!existsSync(program)) throw new Refusal('Skein is not built here: run "npm run build" first.');
  const folder = mkdtempSync(join(tmpdir(), 'skein-attack-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = join(folder, 'output.log');
  let child;
  const installation = {
    url,
    folder,
    log,
    demo: undefined,
    pid: () => child.pid,
    /** @returns when it is ready; the demo's history goes on by itself */
    async start() {
      const output = openSync(log, 'a');
      child = spawn(process.execPath, ['--enable-source-maps', program, '--target=all'], {
        cwd: root,
        env: {
          ...process.env,
          NODE_ENV: 'production',
          SKEIN_MODE: 'sandbox',
          PORT: String(port),
          SKEIN_DATA: folder,
          DATABASE_URL: '',
          ...variables,
        },
        stdio: ['ignore', output, output],
      });
      await waitFor(`A sandbox in ${folder}`, 300, async () => {
        if (child.exitCode !== null) throw new Error('ended');
        return (await isReady(url)) && existsSync(join(folder, 'demo.json'));
      });
      installation.demo = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
    },
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => child.kill(name),
    ended: () =>
      new Promise((done) => (child.exitCode === null && child.signalCode === null ? child.once('exit', done) : done())),
    /** What an operator types beside it. @returns what was said */
    operator(...parameters) {
      const result = spawnSync(process.execPath, [join(root, 'scripts', 'operator.mjs'), ...parameters], {
        encoding: 'utf8',
        env: { ...process.env, SKEIN_DATA: folder, DATABASE_URL: '', SKEIN_ENV_FILE: '', INIT_CWD: root },
      });
      if (result.status === 0) return result.stdout;
      throw new Error(`operator ${parameters[0]} failed: ${(result.stderr || result.stdout).trim().slice(-400)}`);
    },
    isReady: () => isReady(url).catch(() => false),
    async stop() {
      installation.signal('SIGTERM');
      await installation.ended();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await installation.start();
  return installation;
}

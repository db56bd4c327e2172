// A PostgreSQL of this machine's programs for trials: a server of its own with the user and the database that
// deploy/create-database.sh makes.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { root } from '../scripts/lib/install.mjs';

/** Where Debian's package puts the programs. */
export const POSTGRES = '/usr/lib/postgresql/15/bin';

/** @throws Error with the end of what the program said */
export function run(program, parameters, options = {}) {
  const result = spawnSync(program, parameters, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, ...options });
  if (result.status === 0) return result.stdout ?? '';
  throw new Error(
    `${program} ${parameters.join(' ')} failed:\n${`${result.stdout}\n${result.stderr}`.trim().slice(-3000)}`,
  );
}

export const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/**
 * Makes a cluster below a folder, starts it, and runs deploy/create-database.sh against it.
 * @returns its URL; `stop` leaves the cluster, `destroy` is the loss of its disk
 */
export async function startDatabase(folder) {
  const ids = { uid: Number(run('id', ['-u', 'postgres'])), gid: Number(run('id', ['-g', 'postgres'])) };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  chownSync(folder, ids.uid, ids.gid);
  const asServer = { ...ids, cwd: folder };
  const data = join(folder, 'data');
  const port = await freePort();
  run(join(POSTGRES, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '--locale', 'C.UTF-8'], asServer);
  const settings = `-p ${port} -k ${folder} -h 127.0.0.1`;
  run(join(POSTGRES, 'pg_ctl'), ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start'], {
    ...asServer,
    stdio: 'ignore',
  });
  run('sh', [join(root, 'deploy', 'create-database.sh')], {
    env: { ...process.env, PGHOST: '127.0.0.1', PGPORT: String(port), SKEIN_DATABASE_PASSWORD: 'Trial-8812' },
  });
  const stop = () => run(join(POSTGRES, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], asServer);
  return {
    url: `postgresql://skein:Trial-8812@127.0.0.1:${port}/skein`,
    stop,
    destroy() {
      stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

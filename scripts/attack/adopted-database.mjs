// H3: after a crash a restarted Skein adopts the PostgreSQL that survived, and has to watch it like one that it started.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { waitFor } from './lib/installation.mjs';

export const title = 'A database that was adopted ends';
export const makesItsOwn = true;

export default async function adoptedDatabase({ installation, report }) {
  const postmaster = () =>
    Number(readFileSync(join(installation.folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const server = postmaster();
  installation.signal('SIGKILL');
  await installation.ended();
  await installation.start();
  if (postmaster() !== server) return report('H3', true, 'the surviving server was not adopted; a new one was started');
  process.kill(server, 'SIGKILL');
  const begin = Date.now();
  await waitFor('The loss of the database', 30, async () => !(await installation.isReady())).catch(() => undefined);
  const isBack = await waitFor('Its return', 60, installation.isReady).catch(() => false);
  const seconds = ((Date.now() - begin) / 1000).toFixed(1);
  report(
    'H3',
    Boolean(isBack) && installation.isRunning(),
    `kill -9 of Skein, start, kill -9 of the adopted PostgreSQL: ${isBack ? `ready again after ${seconds} s` : 'not ready for 60 s'}`,
  );
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { waitFor } from './rehearsal-tools.mjs';
import { run, startDatabase } from './trial-database.mjs';

/**
 * The machine of a rehearsal: the folders that the runbook names, its database, and Skein on it.
 * @param settings lines of `skein.env` besides those about folders and the database
 */
export function createMachine(base, { app, settings, start, end }) {
  const folder = (name) => join(base, name);
  for (const name of ['keys', 'data', 'backups', 'journal']) mkdirSync(folder(name), { recursive: true, mode: 0o700 });
  const environmentFile = folder('skein.env');
  const ca = { NODE_EXTRA_CA_CERTS: folder('ca.crt') };
  const environment = { ...process.env, ...ca, SKEIN_ENV_FILE: environmentFile, NODE_ENV: 'production' };
  let database;
  process.on('exit', () => database?.stop());
  let skein;
  return {
    folder,
    operator: (...parameters) =>
      run('node', ['scripts/operator.mjs', ...parameters], { cwd: app, env: environment }).trim(),
    async startSkein() {
      skein = start('skein', 'node', ['scripts/start-production.mjs'], { cwd: app, env: environment });
      await waitFor('Skein', 120, async () => {
        if (skein.exitCode !== null) throw new Error(readFileSync(folder('skein.log'), 'utf8').slice(-2000));
        return (await fetch('http://127.0.0.1:3000/health/ready')).ok;
      });
    },
    endSkein: (signal) => end(skein, signal),
    async startDatabase() {
      database = await startDatabase(folder('postgres'));
    },
    loseDatabase() {
      database.destroy();
      database = undefined;
    },
    writeEnvironment: () =>
      writeFileSync(
        environmentFile,
        [
          'PORT=3000',
          'HOST=127.0.0.1',
          `SKEIN_DATA=${folder('data')}`,
          `DATABASE_URL=${database.url}`,
          `SKEIN_MASTER_KEY_FILE=${folder('keys/master.key')}`,
          // The second disk.
          `JOURNAL_FOLDER=${folder('journal')}`,
          ...settings,
          '',
        ].join('\n'),
        { mode: 0o600 },
      ),
  };
}

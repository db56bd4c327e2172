// `npm run recount`: sums of the rollups against a recount of the rows for 10,000 random filters (`-- --filters 500 --seed 3`).
import { spawnSync } from 'node:child_process';
import { root } from './lib/install.mjs';

const parameters = process.argv.slice(2);
const value = (name, usual) => {
  const place = parameters.indexOf(`--${name}`);
  return place === -1 ? usual : (parameters[place + 1] ?? usual);
};
const { status } = spawnSync(
  'npx',
  // Ten thousand filters take longer than any test: two hours.
  [
    'jest',
    '--maxWorkers=1',
    '--testTimeout=7200000',
    'backend/src/services/analytics/features/figures/recount.test.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      SKEIN_RECOUNT_FILTERS: value('filters', '10000'),
      SKEIN_RECOUNT_SEED: value('seed', '1'),
    },
  },
);
process.exit(status ?? 1);

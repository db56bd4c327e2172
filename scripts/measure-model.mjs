// `npm run measure-model -- --service https://api.openai.com/v1 --model NAME`, with the key in SKEIN_MEASURE_KEY: sorts the
// labelled answers (docs/domain.md, AI assistant) by the rules and by the model, prints both category by category, and keeps
// the figures. A model that is worse in no category sorts replies from the start in a workspace that sets it up.
import { spawnSync } from 'node:child_process';
import { root } from './lib/install.mjs';

const parameters = process.argv.slice(2);
const value = (name) => parameters[parameters.indexOf(`--${name}`) + 1] ?? '';
const [service, model] = ['service', 'model'].map((name) => (parameters.includes(`--${name}`) ? value(name) : ''));
if (!service || !model || !process.env.SKEIN_MEASURE_KEY) {
  console.error('Name --service and --model, and put the key of the service into SKEIN_MEASURE_KEY.');
  process.exit(2);
}
const { status } = spawnSync(
  'npx',
  // A service may take seconds for each of some hundreds of answers: two hours.
  [
    'jest',
    '--maxWorkers=1',
    '--testTimeout=7200000',
    'backend/src/services/main/inbox/assistant/measure-model.test.ts',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SKEIN_MEASURE_SERVICE: service, SKEIN_MEASURE_MODEL: model } },
);
process.exit(status ?? 1);

// `npm run bench`            lists the benches
// `npm run bench -- shell`   runs one and writes bench/results/shell.json   (`--rounds 15`; `--quick`: 3 rounds, nothing written)
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadBench } from '../bench/load-bench.mjs';
import { findChromium } from './lib/find-chromium.mjs';
import { root } from './load-contracts.mjs';

const LEAST_ROUNDS = 9;
const folder = join(root, 'bench');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .sort();
const parameters = process.argv.slice(2);
const quick = parameters.includes('--quick');
const place = parameters.indexOf('--rounds');
const rounds = place === -1 ? (quick ? 3 : LEAST_ROUNDS) : Number(parameters[place + 1]);
const chosen = parameters.filter(
  (parameter, index) => !parameter.startsWith('-') && (place === -1 || index !== place + 1),
);

const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) fail(`There is no bench ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
if (!Number.isInteger(rounds) || rounds < (quick ? 1 : LEAST_ROUNDS))
  fail(`--rounds must be a number of ${LEAST_ROUNDS} or more: fewer say nothing on a shared machine.`);
if (chosen.length === 0) {
  for (const name of names) console.log(`${name.padEnd(12)} ${(await loadBench(name)).definition.summary}`);
  process.exit(0);
}

// Benches in a browser start the one that the journeys would take; without it, Playwright says what to install.
const chromium = findChromium();
if (chromium) process.env.CHROMIUM_PATH = chromium;

for (const name of chosen) {
  const { definition, runBench } = await loadBench(name);
  const begin = Date.now();
  const rows = await runBench(definition, { rounds, quick, log: (line) => console.log(line) });
  const file = join(folder, 'results', `${name}.json`);
  if (quick) console.log('Quick: nothing was written.');
  else {
    mkdirSync(join(folder, 'results'), { recursive: true });
    writeFileSync(`${file}.next`, `${JSON.stringify(rows.length === 1 ? rows[0] : rows, null, 2)}\n`);
    renameSync(`${file}.next`, file);
    console.log(
      `bench/results/${name}.json is written after ${Math.round((Date.now() - begin) / 1000)} s. "npm run bench:table" puts it into README.md.`,
    );
  }
}
// What a bench has left open (a pool, a browser) must not keep the command from ending.
process.exit(0);

function fail(text) {
  console.error(text);
  process.exit(1);
}

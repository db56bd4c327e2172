// `npm run bench:table`: writes the table of bench/README.md and the headline rows of README.md from bench/results/*.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { benchTable, putTable, readResults } from '../bench/table.mjs';
import { root } from './load-contracts.mjs';

/** What a newcomer wants to know: speed of sending and importing, growth with the data, weight in the browser, response. */
const headlines = ['send', 'plan-1000000', 'import', 'agency', 'switch-p95'];

const rows = readResults(join(root, 'bench/results'));
const chosen = headlines.map((name) => rows.find((row) => row.name === name)).filter(Boolean);
for (const [file, shown] of [
  ['bench/README.md', rows],
  ['README.md', chosen],
]) {
  const path = join(root, file);
  writeFileSync(path, putTable(readFileSync(path, 'utf8'), benchTable(shown)));
  console.log(`${file} shows ${shown.length} rows.`);
}

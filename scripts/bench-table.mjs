// `npm run bench:table`: writes the table of README.md, between its markers, from bench/results/*.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchTable, putTable, readResults } from '../bench/table.mjs';
import { root } from './load-contracts.mjs';

const file = join(root, 'README.md');
const rows = readResults(join(root, 'bench/results'));
writeFileSync(file, putTable(readFileSync(file, 'utf8'), benchTable(rows)));
console.log(`README.md shows ${rows.length} measured rows.`);

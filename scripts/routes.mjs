// `npm run routes`: prints the route table of all contracts into ROUTES.md. A test compares the file with the contracts.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadContracts, root } from './load-contracts.mjs';

const { routeTable } = await loadContracts();
await writeFile(join(root, 'ROUTES.md'), routeTable.routeTable());
console.log('ROUTES.md is written. Review the difference with "git diff ROUTES.md".');

// `npm run automation`: writes what the n8n node and the Zapier app are made of. A test compares the files with the contracts.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inLayout } from './lib/layout.mjs';
import { loadContracts, root } from './load-contracts.mjs';

const { automation } = await loadContracts({ automation: './automation' });
const text = await inLayout('catalog.json', JSON.stringify(automation.automationCatalog()));
for (const name of ['n8n-nodes-skein', 'zapier-skein'])
  await writeFile(join(root, 'packages', name, 'catalog.json'), text);
console.log('catalog.json is written in packages/n8n-nodes-skein and packages/zapier-skein.');

// `npm run automation`: writes what the n8n node and the Zapier app are made of. A test compares the files with the contracts.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { loadContracts, root } from './load-contracts.mjs';

const { automation } = await loadContracts({ automation: './automation' });
const text = await format(JSON.stringify(automation.automationCatalog()), { parser: 'json', printWidth: 120 });
for (const name of ['n8n-nodes-skein', 'zapier-skein'])
  await writeFile(join(root, 'packages', name, 'catalog.json'), text);
console.log('catalog.json is written in packages/n8n-nodes-skein and packages/zapier-skein.');

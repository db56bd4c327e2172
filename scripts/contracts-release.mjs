// `npm run contracts:release`: records the contracts as released, into packages/contracts/released.json. A test compares the present
// contracts with that file and fails when a deployed remote would break. Changes that break need `--break`, once no such remote is out.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadContracts, root } from './load-contracts.mjs';

const file = join(root, 'packages/contracts/released.json');
const { released, compare } = await loadContracts();
const current = released.currentShapes();
const breaking = existsSync(file) ? compare.breakingChanges(JSON.parse(readFileSync(file, 'utf8')), current) : [];
if (breaking.length > 0 && !process.argv.includes('--break')) {
  console.error(
    `Not recorded, because deployed remotes would break:\n${breaking.map((sentence) => `  ${sentence}`).join('\n')}\nIf none of them is out any more: npm run contracts:release -- --break`,
  );
  process.exit(1);
}
writeFileSync(file, released.releasedText(current));
console.log(
  `${Object.keys(current).length} endpoints are recorded in packages/contracts/released.json.${breaking.length > 0 ? ` ${breaking.length} breaking changes were accepted.` : ''}`,
);

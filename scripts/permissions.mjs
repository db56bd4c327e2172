// `npm run permissions`: prints the policy of who may do what into docs/permissions.md. A test compares the file with the policy.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadContracts, root } from './load-contracts.mjs';

const { permissionsMatrix } = await loadContracts();
await writeFile(join(root, 'docs', 'permissions.md'), permissionsMatrix.permissionsMatrix());
console.log('docs/permissions.md is written. Review the difference with "git diff docs/permissions.md".');

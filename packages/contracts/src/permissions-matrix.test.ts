import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { permissionsMatrix } from './permissions-matrix';

it('matches the golden table docs/permissions.md (npm run permissions prints it anew)', () => {
  expect(readFileSync(join(__dirname, '../../../docs/permissions.md'), 'utf8')).toBe(permissionsMatrix());
});

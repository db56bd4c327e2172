// Asks Jest for its tests of what runs on servers, groups them, and names the groups to `jest.grouped.config.cjs`.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { Refusal, root } from './install.mjs';

const { writeGroups } = createRequire(import.meta.url)('../../packages/build/jest/groups.cjs');

/** `apart`: a test file that a stage of its own runs. */
export function writeTestGroups(apart) {
  const folder = join(root, 'generated', 'tests');
  const chosen = writeGroups({ root, folder, files: serverTests().filter((file) => file !== join(root, apart)) });
  writeFileSync(join(folder, 'chosen.json'), JSON.stringify(chosen));
}

function serverTests() {
  const listed = spawnSync(
    process.execPath,
    [join(root, 'node_modules', 'jest', 'bin', 'jest.js'), '--listTests', '--json', '--selectProjects', 'server'],
    { cwd: root, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 },
  );
  if (listed.status !== 0) throw new Refusal(`Jest did not list its tests: ${listed.stderr}`);
  return JSON.parse(listed.stdout);
}

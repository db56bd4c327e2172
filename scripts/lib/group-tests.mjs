// Groups Jest's tests, and names the groups to `jest.grouped.config.cjs`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { root } from './install.mjs';

const require = createRequire(import.meta.url);
const { writeGroups } = require('../../packages/build/jest/groups.cjs');

/** `apart`: a test file that a stage of its own runs. */
export function writeTestGroups(apart) {
  const { projects } = require('../../jest.config.cjs');
  const folder = join(root, 'generated', 'tests');
  const chosen = {};
  for (const name of ['pure', 'server', 'browser']) {
    const { testMatch } = projects.find(({ displayName }) => displayName === name);
    const files = testMatch.filter((file) => file !== join(root, apart));
    chosen[name] = writeGroups({ root, folder: join(folder, name), files, pages: name === 'browser' });
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'chosen.json'), JSON.stringify(chosen));
}

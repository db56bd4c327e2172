'use strict';
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');

it('finds the lists of routes, jobs and contracts as the folders are', () => {
  const checked = spawnSync(process.execPath, [join(__dirname, 'generate.mjs'), '--check'], { encoding: 'utf8' });
  expect(checked.stderr).toBe('');
  expect(checked.status).toBe(0);
});

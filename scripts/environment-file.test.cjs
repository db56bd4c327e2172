'use strict';
const { spawnSync } = require('node:child_process');
const { chmodSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const folder = mkdtempSync(join(tmpdir(), 'skein-env-'));
const file = join(folder, 'skein.env');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the file makes of an environment, read by a process of its own. */
function read(environment) {
  const program = `
    import { loadEnvironmentFile } from ${JSON.stringify(join(__dirname, 'lib', 'environment-file.mjs'))};
    try {
      loadEnvironmentFile(${JSON.stringify(folder)});
      console.log(JSON.stringify({ url: process.env.DATABASE_URL, port: process.env.PORT }));
    } catch (error) {
      console.log(error.message);
    }`;
  const result = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...environment },
  });
  return result.stdout.trim() + result.stderr.trim();
}

test('takes what the file says where the environment says nothing, and says nothing itself', () => {
  writeFileSync(file, '# a comment\nDATABASE_URL="postgresql://a:b#c@db/skein"\nPORT=3100\n', { mode: 0o600 });
  expect(read({ SKEIN_ENV_FILE: 'skein.env', PORT: '3200' })).toBe(
    '{"url":"postgresql://a:b#c@db/skein","port":"3200"}',
  );
});

test('refuses a file that everybody can read, and a named one that is missing', () => {
  chmodSync(file, 0o644);
  expect(read({ SKEIN_ENV_FILE: file })).toMatch(/^Everybody on this machine can read .*run "chmod 600/);
  expect(read({ SKEIN_ENV_FILE: 'other.env' })).toMatch(/other\.env, which is not there\.$/);
});

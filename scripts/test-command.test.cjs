'use strict';
const { readFileSync } = require('node:fs');
const { builtinModules } = require('node:module');
const { spawnSync } = require('node:child_process');
const { mkdtempSync, mkdirSync, rmSync, writeFileSync, cpSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');
const { tmpdir } = require('node:os');

/** What a module loads before its first line runs, and what that loads. */
function loadedAtOnce(file, loaded = new Map()) {
  if (loaded.has(file)) return loaded;
  const source = readFileSync(file, 'utf8');
  const names = [...source.matchAll(/^(?:import|export)\s(?:[^'";]*?\sfrom\s)?'([^']+)'|\brequire\('([^']+)'\)/gm)];
  loaded.set(
    file,
    names.map(([, imported, required]) => imported ?? required),
  );
  for (const name of loaded.get(file)) if (name.startsWith('.')) loadedAtOnce(resolve(dirname(file), name), loaded);
  return loaded;
}

it.each(['test.mjs', 'start.mjs'])('%s needs no package before it has installed them', (name) => {
  const packages = [...loadedAtOnce(join(__dirname, name))].flatMap(([file, names]) =>
    names
      .filter((each) => !each.startsWith('.') && !each.startsWith('node:') && !builtinModules.includes(each))
      .map((each) => `${file}: ${each}`),
  );
  expect(packages).toEqual([]);
});

it('says in one sentence, in its last line but one, why no test ran', () => {
  const root = mkdtempSync(join(tmpdir(), 'skein-test-command-'));
  try {
    mkdirSync(join(root, 'scripts'));
    cpSync(join(__dirname, 'test.mjs'), join(root, 'scripts', 'test.mjs'));
    cpSync(join(__dirname, 'lib'), join(root, 'scripts', 'lib'), { recursive: true });
    writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'x', dependencies: { left: '1.0.0' } }));
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ name: 'x', lockfileVersion: 3, packages: {} }));
    const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts', 'test.mjs')], { encoding: 'utf8' });
    const lines = stdout.trim().split('\n');
    expect(status).toBe(1);
    expect(lines.at(-1)).toBe('0 passed, 1 failed');
    expect(lines.at(-2)).toMatch(/^The tests did not start: package-lock\.json does not belong .*npm install/);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

'use strict';
// Whoever comes to the login page waits for `platform`, `core` and the entry alone; a shared module that no row of
// chunks names would bring a later page's scripts with it. A journey sees that in the browser
// (e2e/journeys/identity.spec.ts), this names the module.
const { existsSync, readFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');
const ts = require('typescript');

const root = join(__dirname, '..');
const shell = join(root, 'shell', 'src');
const firstModules = ['bootstrap.tsx', 'public/public-screens.tsx', 'public/login.page.tsx'].map((file) =>
  join(shell, file),
);

/** The file of a module that is imported by a relative path or from a shared package; undefined for a library's. */
function fileOf(importer, name) {
  const [, shared, path] = /^@skein\/(ui|mfe|contracts)\/(.+)$/.exec(name) ?? [];
  const bare = shared
    ? join(root, 'packages', shared, 'src', path)
    : name.startsWith('.') && join(dirname(importer), name);
  return bare ? ['.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => bare + end).find(existsSync) : undefined;
}

/** What a module loads before it runs: neither its types nor what it fetches later. */
function loadedBy(file) {
  const text = ts.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: { target: 'esnext', module: 'esnext', jsx: 'react-jsx' },
  }).outputText;
  const names = [...text.matchAll(/^(?:import|export)\s(?:[^'";]*?from\s*)?['"]([^'"]+)['"]/gm)].map(
    ([, name]) => name,
  );
  return names.map((name) => fileOf(file, name)).filter(Boolean);
}

function reachedFrom(files) {
  const importers = new Map(files.map((file) => [file, 'the browser']));
  for (const file of importers.keys())
    for (const next of loadedBy(file)) if (!importers.has(next)) importers.set(next, relative(root, file));
  return importers;
}

test('every shared module of the login page is in the scripts that the login page loads', async () => {
  const { chunkGroups } = await import('../packages/build/src/chunk-rows.mjs');
  const rows = Object.values(chunkGroups()).sort((one, other) => other.priority - one.priority);
  const modules = [...reachedFrom(firstModules)].filter(([file]) => /[\\/]packages[\\/](ui|mfe)[\\/]/.test(file));
  const elsewhere = modules.flatMap(([file, importer]) => {
    const chunk = rows.find((row) => row.test({ resource: file }))?.name;
    return chunk === 'core' || chunk === 'platform' ? [] : [`${relative(root, file)}, for ${importer}, is in ${chunk}`];
  });
  expect(modules.length).toBeGreaterThan(50);
  expect(elsewhere).toEqual([]);
});

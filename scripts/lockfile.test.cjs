'use strict';
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { packages } = read('package-lock.json');

/** What `npm ci` compares first: the lockfile's copy of what each package.json asks for. */
const asked = (entry) => ({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies });

const workspaces = Object.keys(packages).filter((path) => !path.includes('node_modules'));

it.each(workspaces)('knows what "%s" asks for, so that npm ci accepts it', (folder) => {
  expect(asked(packages[folder])).toEqual(asked(read(join(folder, 'package.json'))));
});

it('names the packages of every platform (node scripts/complete-lock.mjs adds them)', () => {
  const names = new Set(
    Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  const missing = Object.values(packages).flatMap((entry) =>
    Object.keys(entry.optionalDependencies ?? {}).filter(
      (name) => !names.has(name) && /(?:darwin|linux|win32)/.test(name),
    ),
  );
  expect(missing).toEqual([]);
});

/**
 * Bindings of a build tool that is never run here (an optional peer of css-loader), for systems other than Linux on x64
 * and arm64. docs/security.md (L10).
 */
const buildToolOfAnotherPlatform = /^node_modules\/@rspack\/binding-(?!linux-(?:x64|arm64)-(?:gnu|musl)$)/;

it.each(['package-lock.json', 'scripts/node24/package-lock.json'])(
  '%s has the hash of everything that is installed',
  (file) => {
    const unchecked = Object.entries(read(file).packages).filter(
      ([path, entry]) =>
        path.includes('node_modules/') && !entry.link && !entry.integrity && !buildToolOfAnotherPlatform.test(path),
    );
    expect(unchecked).toEqual([]);
  },
);

it('runs no program of a package while it is installed: one of them reports each installation to its maker', () => {
  for (const folder of ['', 'scripts/node24'])
    expect(readFileSync(join(root, folder, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

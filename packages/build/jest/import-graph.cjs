'use strict';
// Which files a file reaches by its imports, read from the text of the imports alone: quick enough to be asked whenever Jest starts.
const fs = require('node:fs');
const path = require('node:path');

const endings = ['', '.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '/index.ts'];

/**
 * `from '...'`, `import('...')`, `require('...')`, and files that are named to a worker or a bundler by `new URL('...', import.meta.url)`.
 */
const importPattern = /\b(?:from|import|import\(|require\(|new URL\()\s*(['"])([^'"\n]+)\1/g;

/** The workspace packages that are imported from their sources. */
const ownPackage = /^@skein\/([a-z]+)(?:\/(.+))?$/;

/** @returns {Record<string, string>} a folder of the backend by the name that imports give it, `#platform/` say */
function shortPathsOf(root) {
  const manifest = path.join(root, 'backend', 'package.json');
  const named = fs.existsSync(manifest) ? JSON.parse(fs.readFileSync(manifest, 'utf8')).imports : {};
  return Object.fromEntries(
    Object.entries(named ?? {}).map(([name, target]) => [name.replace('*', ''), target.split('*')[0]]),
  );
}

/**
 * @param {string} root the repository's folder
 */
function createImportGraph(root) {
  const imports = new Map();
  const short = Object.entries(shortPathsOf(root));

  /** `#platform/db/database`: what the backend's package.json calls its rooms. */
  const followShort = (name) => {
    const [room, folder] = short.find(([start]) => name.startsWith(start)) ?? [];
    return folder && path.join(root, 'backend', folder, name.slice(room.length));
  };

  const resolve = (from, name) => {
    const own = ownPackage.exec(name);
    const base = own
      ? path.join(root, 'packages', own[1], 'src', own[2] ?? own[1])
      : name.startsWith('.')
        ? path.resolve(path.dirname(from), name)
        : name.startsWith('#')
          ? followShort(name)
          : undefined;
    return (
      base &&
      endings.map((ending) => base + ending).find((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile())
    );
  };

  /** @returns {string[]} the files of this repository that `file` imports itself */
  const importsOf = (file) => {
    let found = imports.get(file);
    if (found) return found;
    const source = /\.(?:[cm]?[jt]sx?)$/.test(file) ? fs.readFileSync(file, 'utf8') : '';
    found = [...new Set([...source.matchAll(importPattern)].map((match) => resolve(file, match[2])).filter(Boolean))];
    imports.set(file, found);
    return found;
  };

  /**
   * @param {string} file
   * @param {(file: string) => boolean} [isWall] a file whose own imports are not followed
   * @returns {Set<string>} every file that `file` reaches, itself included
   */
  const reachedFrom = (file, isWall = () => false) => {
    const reached = new Set([file]);
    for (const each of reached)
      if (each === file || !isWall(each)) for (const next of importsOf(each)) reached.add(next);
    return reached;
  };

  return { importsOf, reachedFrom };
}

module.exports = { createImportGraph, shortPathsOf };

'use strict';
// A test file that runs alone loads a thousand modules for itself, which takes longer than most of its tests. `npm test` lets neighbours
// share them: files of one folder after another, in one process and one registry, each in a `describe` with its own hooks.
const fs = require('node:fs');
const path = require('node:path');
const { isSlow } = require('./slow-files.cjs');

/** Together this long, in bytes of source: a group takes half a minute on two cores, so that no worker is alone for long at the end. */
const largestGroup = 60_000;

/** What Jest does for a whole file, it would do for the whole group: its docblock, and what it is told outside of every test. */
const needsFileOfItsOwn = (source) =>
  /^\/\*\*\s*@jest-environment/m.test(source) ||
  /^jest\./m.test(source) ||
  /jest\.(?:isolateModules|resetModules)\(/.test(source);

/**
 * Which test files share a process, in the order of their paths, and which stay alone.
 * @param {{ file: string, source: string }[]} tests
 * @returns {{ groups: string[][], alone: string[] }}
 */
function groupTests(tests) {
  const groups = [];
  const alone = [];
  let size = Infinity;
  for (const { file, source } of [...tests].sort((a, b) => (a.file < b.file ? -1 : 1))) {
    if (isSlow(file) || needsFileOfItsOwn(source)) {
      alone.push(file);
      continue;
    }
    if (size + source.length > largestGroup) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1).push(file);
    size += source.length;
  }
  return { groups, alone };
}

/** What registers hooks of its own when it is loaded: loaded within the first file's `describe`, it would forget the others. */
const withHooks = ['@testing-library/react', '@skein/testing/render-page'];

/** Pages of a group share a document; `leave-page.cjs` gives each file one as new. */
const groupSource = (root, files, pages) =>
  [
    `'use strict';`,
    ...(pages ? withHooks.map((name) => `require(${JSON.stringify(name)});`) : []),
    ...(pages ? [`const { leavePage } = require(${JSON.stringify(path.join(__dirname, 'leave-page.cjs'))});`] : []),
    ...files.map(
      (file) =>
        `describe(${JSON.stringify(path.relative(root, file))}, () => { ${pages ? 'afterAll(leavePage); ' : ''}require(${JSON.stringify(file)}); });`,
    ),
    '',
  ].join('\n');

/**
 * Writes the groups into the empty `folder`.
 * @param {{ root: string, folder: string, files: string[], pages?: boolean }} options `pages`: they run in a document
 * @returns {string[]} all paths that Jest is to run
 */
function writeGroups({ root, folder, files, pages = false }) {
  const { groups, alone } = groupTests(files.map((file) => ({ file, source: fs.readFileSync(file, 'utf8') })));
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const written = groups.map((group, index) => {
    const target = path.join(folder, `${String(index + 1).padStart(2, '0')}.test.cjs`);
    fs.writeFileSync(target, groupSource(root, group, pages));
    return target;
  });
  return [...alone, ...written];
}

module.exports = { groupTests, writeGroups };

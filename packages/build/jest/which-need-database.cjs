'use strict';
// A test of pure code costs what it is: only what reaches the test cluster by its imports waits for a PostgreSQL to start.
const fs = require('node:fs');
const path = require('node:path');
const { createImportGraph } = require('./import-graph.cjs');

const testFile = /\.test\.(?:tsx?|cjs)$/;

/** Paths of the test files below a folder. */
function* testsBelow(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist', 'generated', 'data'].includes(entry.name)) yield* testsBelow(file);
    } else if (testFile.test(entry.name)) yield file;
  }
}

/**
 * @param {{ root: string, folders: string[], cluster: string }} options `cluster`: the module that knows the address of the test cluster
 * @returns {{ pure: string[], database: string[] }} paths of test files
 */
function whichNeedDatabase({ root, folders, cluster }) {
  const graph = createImportGraph(root);
  const wanted = path.join(root, cluster);
  const [pure, database] = [[], []];
  for (const folder of folders)
    for (const file of testsBelow(path.join(root, folder)))
      (graph.reachedFrom(file).has(wanted) ? database : pure).push(file);
  return { pure, database };
}

module.exports = { testsBelow, whichNeedDatabase };

'use strict';
// One Jest for the repository: "pure" and "server" for what runs on servers, without and with a database; "browser" for pages.
// `npx jest <path>` picks the right one by itself; a docblock (`@jest-environment node`) can still overrule it.
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const { nodeProject, browserProject } = require('./packages/build/jest/preset.cjs');
const { testsBelow, whichNeedDatabase } = require('./packages/build/jest/which-need-database.cjs');

const { pure, database } = whichNeedDatabase({
  root: __dirname,
  folders: [
    'backend',
    'packages/contracts',
    'packages/deployments',
    'packages/template',
    'packages/build',
    'scripts',
    'bench',
  ],
  cluster: 'backend/src/platform/testing/env.ts',
});

const pages = [
  'shell',
  ...readdirSync(__dirname).filter((name) => name.startsWith('mfe-')),
  ...['mfe', 'ui', 'testing'].map((name) => `packages/${name}`),
].flatMap((folder) => [...testsBelow(join(__dirname, folder))]);

module.exports = {
  // The one limit of a test and of a hook, in every project: what never comes is still ended, and no busy machine reaches it.
  testTimeout: 900_000,
  // Test files wait for PostgreSQL, SMTP and IMAP most of the time: three at once use two cores, where Jest by itself would leave one idle.
  maxWorkers: 3,
  // What earlier files left in a worker's memory is walked at every collection of garbage; a new worker takes a second.
  workerIdleMemoryLimit: '1GB',
  testSequencer: './packages/build/jest/slow-first.cjs',
  projects: [
    nodeProject({ displayName: 'pure', rootDir: __dirname, tests: pure }),
    nodeProject({
      displayName: 'server',
      rootDir: __dirname,
      tests: database,
      globalSetup: 'backend/src/platform/testing/global-setup.ts',
      globalTeardown: 'backend/src/platform/testing/global-teardown.ts',
    }),
    browserProject({
      displayName: 'browser',
      rootDir: __dirname,
      tests: pages,
    }),
  ],
};

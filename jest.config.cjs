'use strict';
// One Jest for the repository: "node" for what runs on servers, "browser" for what runs in a browser.
// `npx jest <path>` picks the right one by itself; a docblock (`@jest-environment node`) can still overrule it.
const { nodeProject, browserProject } = require('./packages/build/jest/preset.cjs');

module.exports = {
  // Test files wait for PostgreSQL, SMTP and IMAP most of the time: two at once use two cores, where Jest by itself would leave one idle.
  maxWorkers: 2,
  // What earlier files left in a worker's memory is walked at every collection of garbage; a new worker takes a second.
  workerIdleMemoryLimit: '1GB',
  testSequencer: './packages/build/jest/slow-first.cjs',
  projects: [
    nodeProject({
      displayName: 'server',
      rootDir: __dirname,
      tests: [
        'backend/**',
        'packages/contracts/**',
        'packages/deployments/**',
        'packages/template/**',
        'packages/build/**',
        'scripts/**',
        'bench/**',
      ],
      globalSetup: 'backend/src/platform/testing/global-setup.ts',
      globalTeardown: 'backend/src/platform/testing/global-teardown.ts',
    }),
    browserProject({
      displayName: 'browser',
      rootDir: __dirname,
      tests: ['shell/**', 'mfe-*/**', 'packages/mfe/**', 'packages/ui/**', 'packages/testing/**'],
    }),
  ],
};

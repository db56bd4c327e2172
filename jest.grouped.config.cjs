'use strict';
// The same tests in fewer processes, as `npm test` runs them; `npx jest <path>` runs a file by itself. Pages share a document, which they
// would leave to each other: each stays in a process of its own.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const whole = require('./jest.config.cjs');

const chosen = JSON.parse(readFileSync(join(__dirname, 'generated', 'tests', 'chosen.json'), 'utf8'));

module.exports = {
  ...whole,
  projects: whole.projects.map((project) => ({
    ...project,
    testMatch: chosen[project.displayName] ?? project.testMatch,
  })),
};

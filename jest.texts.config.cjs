'use strict';
// Every page and tab in its six states, in the pseudo language: `npm run texts -- check-pages` (docs/texts.md).
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const whole = require('./jest.config.cjs');

const pages = whole.projects.find(({ displayName }) => displayName === 'browser');
const own = (name) => join(__dirname, 'packages', 'build', 'jest', name);

module.exports = {
  ...whole,
  projects: [
    {
      ...pages,
      displayName: 'texts',
      testMatch: pages.testMatch.filter((file) => /\btest(?:Page|Form)States\(/.test(readFileSync(file, 'utf8'))),
      id: `${pages.id}-texts`,
      transform: Object.fromEntries(
        Object.entries(pages.transform).map(([files, [, options]]) => [files, [own('pseudo-transform.cjs'), options]]),
      ),
      setupFilesAfterEnv: [...pages.setupFilesAfterEnv, own('pseudo-pages.cjs')],
    },
  ],
};

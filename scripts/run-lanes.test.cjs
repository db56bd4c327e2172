'use strict';
// The lanes of `npm test`: what their stages need is there before the first one begins.
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const runTests = pathToFileURL(join(__dirname, 'lib', 'run-tests.mjs')).href;

it('prepares every stage before the first one runs, and fails the one that cannot be prepared', () => {
  const source = `
    import { runLanes } from ${JSON.stringify(runTests)};
    const order = [];
    const stage = (name, lane, refusal) => ({
      name,
      lane,
      prepare() {
        order.push('prepare ' + name);
        if (refusal) throw new Error(refusal);
      },
      async run() {
        order.push('run ' + name);
        return { code: 0 };
      },
    });
    const results = await runLanes([stage('a', 'one'), stage('b', 'one', 'no apt-get'), stage('c', 'two')]);
    console.log(JSON.stringify({ order, results: results.map(({ name, passed }) => [name, passed]) }));
  `;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' });
  expect(JSON.parse(stdout.trim().split('\n').at(-1))).toEqual({
    order: ['prepare a', 'prepare b', 'prepare c', 'run a', 'run c'],
    results: [
      ['a', 1],
      ['b', 0],
      ['c', 1],
    ],
  });
});

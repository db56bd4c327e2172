'use strict';
const { groupTests } = require('../jest/groups.cjs');
const { rankOf } = require('../jest/slow-files.cjs');
const SlowFirst = require('../jest/slow-first.cjs');

const test50kB = (file) => ({ file, source: `test('x', () => undefined);${' '.repeat(50_000)}` });
const small = (file, source = `test('x', () => undefined);`) => ({ file, source });

it('puts neighbours together until a group is full', () => {
  const tests = [
    small('/r/b/one.test.ts'),
    test50kB('/r/a/one.test.ts'),
    small('/r/a/two.test.ts'),
    test50kB('/r/b/two.test.ts'),
  ];
  expect(groupTests(tests)).toEqual({
    groups: [['/r/a/one.test.ts', '/r/a/two.test.ts', '/r/b/one.test.ts'], ['/r/b/two.test.ts']],
    alone: [],
  });
});

it('leaves alone what is slow, and what Jest would do to the whole group', () => {
  const alone = [
    small('/r/backend/faults/faults.test.ts'),
    small('/r/c/environment.test.ts', `/** @jest-environment node */\ntest('x', () => undefined);`),
    small('/r/c/mock.test.ts', `jest.mock('x');\ntest('x', () => undefined);`),
    small('/r/c/modules.test.ts', `test('x', () => jest.isolateModules(() => undefined));`),
  ];
  expect(groupTests([...alone, small('/r/c/plain.test.ts')])).toEqual({
    groups: [['/r/c/plain.test.ts']],
    alone: alone.map(({ file }) => file),
  });
});

it('begins with what is slow, then groups, and ends with what is short', () => {
  const inOrder = [
    '/r/backend/faults/faults.test.ts',
    '/r/generated/tests/server/30.test.cjs',
    '/r/generated/tests/pure/02.test.cjs',
    '/r/shell/src/a.test.tsx',
  ];
  expect([...inOrder].reverse().sort((a, b) => rankOf(a) - rankOf(b))).toEqual(inOrder);
});

it('keeps the times of projects apart that share an id', () => {
  const pathOf = (name) =>
    new SlowFirst({})._getCachePath({
      config: { cacheDirectory: '/cache', id: 'node-1', haste: {}, ...(name ? { displayName: { name } } : {}) },
    });
  expect(new Set(['pure', 'server', undefined].map(pathOf)).size).toBe(3);
  expect(pathOf('pure')).toMatch(/^\/cache\/perf-cache-node-1-pure-/);
});

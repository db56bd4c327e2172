import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expectLinear, isLinear, measureGrowth } from '@skein/testing/growth';
import { bundleFolder, bundleProgram } from '#platform/testing/bundle-program';
import type { ReaderGrowth } from '#services/testing/measure-outside-texts';
import { outsideTexts } from '#services/testing/outside-texts';

// Whether 16 times the text takes about 16 times the work. Whether twice the text takes no more than twice: `npm run bench -- linear-time`.

const folder = bundleFolder('linear-time');
let readers: ReaderGrowth[];

// As shipped: what Jest puts between a module and `Math` would be most of the work of a reader that looks at each character.
beforeAll(() => {
  const program = bundleProgram('backend/src/services/testing/measure-outside-texts.ts', join(folder, 'program.cjs'));
  const measured = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  if (measured.status !== 0) throw new Error(measured.stderr);
  readers = measured.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ReaderGrowth);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(outsideTexts.map(({ name, pieces }) => [name, pieces.length]))('%s takes linear time', (name, pieces) => {
  expect(readers.find((reader) => reader.name === name)).toEqual({ name, pieces, slow: [] });
});

/** What an expression does that looks for the end of each tag anew. */
function searchFromEverywhere(text: string): number {
  let seen = 0;
  for (let start = 0; start < text.length; start += 1)
    for (let index = start; index < text.length && text[index] !== '>'; index += 1) seen += 1;
  return seen;
}

/** What looks at each character `times` times. */
function lookAtEach(size: number, times: number): number {
  let sum = 0;
  for (let look = 0; look < size * times; look += 1) sum = (sum * 31 + look) | 0;
  return sum;
}

test.each([
  ['alone', 0],
  ['beside what is linear', 200],
])('notices what grows with the square of the text, %s', async (_, times) => {
  const read = (size: number) => [searchFromEverywhere('<'.repeat(size)), lookAtEach(size, times)];
  await expect(expectLinear(read, 60_000)).rejects.toThrow('linear time');
});

/** Sorts ten numbers for each character, in an order that no sorting finds ready. */
function sortNumbers(size: number): number[] {
  const count = size * 10;
  return Array.from({ length: count }, (_, index) => (index * 7_919) % count).sort((one, other) => one - other);
}

// Ten times and more of what is noticed, on any machine: else there is nothing to measure.

test.each([
  ['grows with the text', (size: number) => lookAtEach(size, 4_000)],
  ['sorts it', sortNumbers],
])('passes what %s', async (_, read) => {
  const growth = await measureGrowth(read, 500_000);
  expect({ isMeasured: growth.factor !== null, isLinear: isLinear(growth) }).toEqual({
    isMeasured: true,
    isLinear: true,
  });
});

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { buildSync } from 'esbuild';

// Measured as it is shipped: bundled, in a process of its own. The test runner's module system and sandbox make
// every call several times dearer.
const bundle = buildSync({
  entryPoints: [path.join(__dirname, 'testing/measure-simulation.ts')],
  bundle: true,
  platform: 'node',
  format: 'cjs',
  write: false,
});
const measured = JSON.parse(
  execFileSync(process.execPath, ['-'], { input: bundle.outputFiles[0]!.text, encoding: 'utf8' }),
) as {
  small: unknown;
  few: number[];
  many: number[];
};

test('simulates 2,000 leads, 4 steps and 6 mailboxes to the end', () => {
  expect(measured.small).toEqual({
    emails: 8_000,
    leadsContacted: 2_000,
    finished: true,
    counts: { total: 2_000, done: 2_000, ended: 0, waiting: 0 },
  });
});

test('a day takes as many plans for 60,000 waiting leads as for 600', () => {
  expect(measured.many).toEqual(measured.few);
});

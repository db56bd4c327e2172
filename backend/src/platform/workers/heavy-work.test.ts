import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { bundleFolder, bundleProgram } from '../testing/bundle-program';
import { createHeavyWork, HeavyWorkError, type HeavyWork } from './heavy-work';
import { answer, fail, grow, spin, spinLonger, whichThread } from './testing/example-tasks';

const folder = bundleFolder('heavy-work');
const file = join(folder, 'thread.cjs');
let open: HeavyWork[] = [];

beforeAll(() => {
  bundleProgram('backend/src/platform/workers/testing/example-thread.ts', file);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((work) => work.close()));
  open = [];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (options: Partial<Parameters<typeof createHeavyWork>[0]> = {}): HeavyWork => {
  const work = createHeavyWork({ file, ...options });
  open.push(work);
  return work;
};
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof HeavyWorkError ? error.reason : error),
  );

it('runs small inputs at once and large ones in a thread, which sees no key of the environment', async () => {
  const work = start();
  expect(await work.run(whichThread, undefined, 9)).toMatchObject({ isMain: true });
  const { isMain, environment } = await work.run(whichThread, undefined, 10);
  expect(isMain).toBe(false);
  expect(environment.filter((name) => name !== 'TZ')).toEqual([]);
});

it('brings maps, dates and bytes there and back, and an error with its message', async () => {
  const work = start();
  const input = { text: 'é', bytes: new Uint8Array([1, 2]), map: new Map([['at', new Date(5)]]) };
  expect(await work.run(answer, input, 100)).toEqual({ ...input, length: 1 });
  await expect(work.run(fail, 'this', 100)).rejects.toThrow('cannot read this');
});

it('leaves the loop free while a thread is busy', async () => {
  const work = start();
  await work.run(spin, 1, 100);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work.run(spin, 300, 100);
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(250);
});

it('ends what runs longer than its limit, and goes on with what comes next', async () => {
  const work = start({ threads: 1 });
  const endless = reasonOf(work.run(spin, 3_600_000, 100));
  const next = reasonOf(work.run(spin, 1, 100));
  expect(await endless).toBe('TOO_HEAVY');
  expect(await next).toBe('done');
});

it('ends what takes more memory than it is allowed, and the process lives on', async () => {
  const work = start({ threads: 1, memoryMegabytes: 32 });
  expect(await reasonOf(work.run(grow, 50_000_000, 100))).toBe('TOO_HEAVY');
  expect(await reasonOf(work.run(spin, 1, 100))).toBe('done');
});

it('says that it is busy when too many wait, or when one waits too long, and never calls that the fault of the input', async () => {
  const work = start({ threads: 1, waits: { most: 1, longest: 2_000 } });
  await work.run(spin, 1, 100);
  const running = reasonOf(work.run(spinLonger, 2_500, 100));
  const waiting = reasonOf(work.run(spin, 1, 100));
  const refused = reasonOf(work.run(spin, 1, 100));
  expect(await Promise.all([running, waiting, refused])).toEqual(['done', 'BUSY', 'BUSY']);
});

it('ends its threads when it is closed, also those that are busy', async () => {
  const work = start({ threads: 1 });
  const running = reasonOf(work.run(spin, 390, 100));
  const waiting = reasonOf(work.run(spin, 1, 100));
  await work.close();
  expect(await Promise.all([running, waiting])).toEqual(['BUSY', 'BUSY']);
  expect(await reasonOf(work.run(spin, 1, 100))).toBe('BUSY');
});

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFolder, bundleProgram } from '../testing/bundle-program';
import { createHeavyWork, HeavyWorkError, type HeavyWork } from './heavy-work';
import { answer, fail, grow, hold, pass, spin, whichThread } from './testing/example-tasks';

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
  // However long the machine takes to start a thread.
  const work = createHeavyWork({ file, waits: { most: 200, longest: 3_600_000 }, ...options });
  open.push(work);
  return work;
};
/** Holds a thread until it is let go. */
function holdThread(work: HeavyWork) {
  const shared = new SharedArrayBuffer(4);
  const letGo = () => {
    Atomics.store(new Int32Array(shared), 0, 1);
    Atomics.notify(new Int32Array(shared), 0);
  };
  return { letGo, held: work.run(hold, shared, 100) };
}
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
  const work = start({ threads: 1 });
  const { held, letGo } = holdThread(work);
  let isOver = false;
  void held.finally(() => (isOver = true));
  // The loop turns, answers and lets the thread go: had the task run here, it would have ended by itself.
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  letGo();
  expect(await held).not.toBe('timed-out');
});

it('ends what runs longer than its limit, and goes on with what comes next', async () => {
  const work = start({ threads: 1 });
  const endless = reasonOf(work.run(spin, undefined, 100));
  const next = reasonOf(work.run(pass, undefined, 100));
  expect(await endless).toBe('TOO_HEAVY');
  expect(await next).toBe('done');
});

it('ends what takes more memory than it is allowed, and the process lives on', async () => {
  const work = start({ threads: 1, memoryMegabytes: 32 });
  expect(await reasonOf(work.run(grow, 50_000_000, 100))).toBe('TOO_HEAVY');
  expect(await reasonOf(work.run(pass, undefined, 100))).toBe('done');
});

it('says that it is busy when too many wait, or when one waits too long, and never calls that the fault of the input', async () => {
  const waits = { most: 1, longest: 3_600_000 };
  const work = start({ threads: 1, waits });
  await work.run(pass, undefined, 100);
  const { held, letGo } = holdThread(work);
  waits.longest = 200;
  const waiting = reasonOf(work.run(pass, undefined, 100));
  const refused = reasonOf(work.run(pass, undefined, 100));
  expect(await Promise.all([waiting, refused])).toEqual(['BUSY', 'BUSY']);
  letGo();
  expect(await reasonOf(held)).toBe('done');
});

it('never calls the start of a thread of its own a wait behind others', async () => {
  const work = start({ threads: 1, waits: { most: 1, longest: 0 } });
  expect(await reasonOf(work.run(pass, undefined, 100))).toBe('done');
});

it('ends its threads when it is closed, also those that are busy', async () => {
  const work = start({ threads: 1 });
  const running = reasonOf(holdThread(work).held);
  const waiting = reasonOf(work.run(pass, undefined, 100));
  await work.close();
  expect(await Promise.all([running, waiting])).toEqual(['BUSY', 'BUSY']);
  expect(await reasonOf(work.run(pass, undefined, 100))).toBe('BUSY');
});

import { isMainThread } from 'node:worker_threads';
import type { HeavyTask } from '../heavy-work';

interface Read {
  text: string;
  bytes: Uint8Array;
  map: Map<string, Date>;
}

const task = <Input, Output>(
  name: string,
  run: (input: Input) => Output,
  limit = 3_600_000,
): HeavyTask<Input, Output> => ({
  name,
  lane: 'request',
  limit,
  inlineBelow: 10,
  run,
});

/** Is through at once. */
export const pass = task('pass', () => 'passed');
/** Computes without end, and may for 400 ms. */
export const spin = task(
  'spin',
  () => {
    for (;;);
  },
  400,
);
/** Keeps its thread until the other side sets the first place of the shared memory. On the side that sets it, it waits in vain. */
export const hold = task('hold', (shared: SharedArrayBuffer) =>
  Atomics.wait(new Int32Array(shared), 0, 0, isMainThread ? 0 : Infinity),
);
/** Keeps so many objects. */
export const grow = task('grow', (most: number) => {
  const kept: object[] = [];
  while (kept.length < most) kept.push({ number: kept.length });
  return kept.length;
});
export const answer = task('answer', (read: Read) => ({ ...read, length: read.text.length }));
export const fail = task('fail', (text: string) => {
  throw new Error(`cannot read ${text}`);
});
export const whichThread = task('which-thread', () => ({
  isMain: isMainThread,
  environment: Object.keys(process.env),
}));

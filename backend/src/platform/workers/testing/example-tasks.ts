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
  limit = 60_000,
): HeavyTask<Input, Output> => ({
  name,
  lane: 'request',
  limit,
  inlineBelow: 10,
  run,
});

const keepBusy = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  return milliseconds;
};

/** Keeps its thread busy for so many milliseconds, at most 400. */
export const spin = task('spin', keepBusy, 400);
export const spinLonger = task('spin-longer', keepBusy);
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

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How the work of a reader grows with its text. 16 times the text costs 16 times as much where a reader is linear, some 20 with a
 * logarithm, and 256 where it looks at all of the text again for each character: no noise of a busy machine crosses that distance.
 * Whether twice the text costs no more than twice, at its full length: `npm run bench -- linear-time`.
 */
const step = 16;
const allowed = 48;

/**
 * An eighth of the longest text is read. A reader that takes less CPU (ms) there than anyone notices takes hardly more than a second
 * for the whole, even by the square; and what it makes of so much fits into young memory, whose collection would grow in steps.
 */
const part = 8;
const unnoticed = 20;

/** Noise only ever adds to a measurement: what is too high is measured again, as often as this. */
const mostRounds = 6;
const smallRuns = 5;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor'; execution: 'sync' }) => void;

type Read = (size: number) => unknown;

export interface Growth {
  /** Characters of the larger text. */
  size: number;
  /** CPU for it, in ms. */
  milliseconds: number;
  /** How many times as much it costs as a sixteenth of it; null where it costs too little to matter. */
  factor: number | null;
}

/**
 * CPU of this process and not the clock: a busy machine takes longer but computes hardly more. What earlier runs left behind is
 * collected first.
 */
async function costOf(read: Read, size: number): Promise<number> {
  collect({ type: 'minor', execution: 'sync' });
  // oxlint-disable-next-line skein/no-figures-of-time -- Deliberate: this compares a reader with itself and knows no limit of time.
  const used = process.cpuUsage;
  const before = used();
  await read(size);
  const { user, system } = used(before);
  return (user + system) / 1_000;
}

/** The least of some runs; of fewer where they cost as much as `whole`, since no noise makes so much of so little. */
async function leastCost(read: Read, size: number, whole: number): Promise<number> {
  let least = Infinity;
  let spent = 0;
  for (let run = 0; run < smallRuns && spent < whole; run += 1) {
    const cost = await costOf(read, size);
    least = Math.min(least, cost);
    spent += cost;
  }
  return least;
}

/**
 * @param read reads a text of the given number of characters
 * @param limit characters of the longest text that it is ever given
 */
export async function measureGrowth(read: Read, limit: number): Promise<Growth> {
  const size = Math.ceil(limit / part);
  let milliseconds = await costOf(read, size);
  let small = Infinity;
  for (let round = 1; milliseconds >= unnoticed; round += 1) {
    small = Math.min(small, await leastCost(read, Math.ceil(size / step), milliseconds));
    const factor = milliseconds / small;
    if (factor <= allowed || round === mostRounds) return { size, milliseconds, factor };
    milliseconds = Math.min(milliseconds, await costOf(read, size));
  }
  return { size, milliseconds, factor: null };
}

export const isLinear = ({ factor }: Growth): boolean => factor === null || factor <= allowed;

/** Fails when reading takes more than linear time. @see measureGrowth */
export async function expectLinear(read: Read, limit: number): Promise<void> {
  const growth = await measureGrowth(read, limit);
  if (isLinear(growth)) return;
  const { size, milliseconds, factor } = growth;
  throw new Error(
    `Reading does not take linear time: ${size} characters take ${milliseconds.toFixed(1)} ms of CPU, ${factor?.toFixed(1)} times as much as ${Math.ceil(size / step)} do.`,
  );
}

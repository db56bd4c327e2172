import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** CPU of this process in milliseconds: a busy machine takes longer but computes no more. */
const used = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Work below this (ms of CPU at the largest size) is harmless however it grows; what grows with the square takes seconds there. */
const noise = 250;

export interface Growth {
  /** CPU at the largest size, in ms: the best of all rounds; at a quarter of it where that already tells that the work is harmless. */
  milliseconds: number;
  /** How many times as much CPU the double size takes; 1 where both take too little to tell. */
  factor: number;
}

/**
 * How the work grows from half of a size to the whole of it. Rounds are repeated until the factor is at most `allowed`, because
 * whatever else happens in the process only ever adds to a measurement; work that really grows faster stays above it in all of them.
 * What is compared begins without garbage: otherwise the larger text pays for what was tried before it.
 */
export async function measureGrowth(
  run: (size: number) => unknown,
  largest: number,
  allowed: number,
  mostRounds = 30,
): Promise<Growth> {
  const cost = async (size: number, times = 1) => {
    const before = used();
    for (let time = 0; time < times; time += 1) await run(size);
    return used() - before;
  };
  // Even with the square of its size the whole would cost no more than counts.
  const look = await cost(Math.floor(largest / 4));
  if (look < noise / 16) return { milliseconds: look, factor: 1 };
  let whole = await cost(largest);
  if (whole < noise) return { milliseconds: whole, factor: 1 };
  let half = Infinity;
  for (let round = 0; round < mostRounds; round += 1) {
    // Both halves in one measurement: as much is allocated and collected as for the whole.
    collect();
    half = Math.min(half, (await cost(Math.floor(largest / 2), 2)) / 2);
    collect();
    whole = Math.min(whole, await cost(largest));
    if (whole < noise) return { milliseconds: whole, factor: 1 };
    if (whole / half <= allowed) break;
  }
  return { milliseconds: whole, factor: whole / half };
}

import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds. */
export interface Measured {
  cpu: number;
  wall: number;
}

/** The kernel counts CPU time in hundredths of a second on every Linux that Node runs on. */
const millisecondsPerTick = 10;

interface ProcessTimes {
  parent: number;
  /** Its own time and that of its children that have ended and were waited for. */
  ticks: number;
}

function readTimes(pid: number): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; fields are counted after it, beginning with the third.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(fields[1]),
      ticks: [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0),
    };
  } catch {
    return undefined;
  }
}

/** CPU milliseconds so far of this process, of everything below it, and of the given processes with everything below them. */
export function cpuTime(alsoOf: readonly (number | undefined)[] = []): number {
  const own = process.cpuUsage();
  const all = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? readTimes(Number(name)) : undefined;
    if (times) all.set(Number(name), times);
  }
  const wanted = new Set([process.pid, ...alsoOf.filter((pid) => pid !== undefined)]);
  const counts = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = all.get(at)?.parent)
      if (wanted.has(at)) return true;
    return false;
  };
  let ticks = 0;
  for (const [pid, times] of all) if (pid !== process.pid && counts(pid)) ticks += times.ticks;
  return (own.user + own.system) / 1000 + ticks * millisecondsPerTick;
}

/**
 * Runs a side once. A batch should last a second or more: processes other than this one are counted in steps of 10 ms.
 * `cpu` covers this process, its children and `alsoCpuOf`, so that no side hides work in PostgreSQL.
 */
export async function measureOnce<Answer>(
  side: () => Promise<Answer>,
  alsoCpuOf: readonly (number | undefined)[],
): Promise<{ answer: Answer; measured: Measured }> {
  // Deliberate: a full collection would drop compiled code, and its making anew would stand in the figure of whoever comes next.
  global.gc?.({ type: 'minor', execution: 'sync' } as never);
  const cpu = cpuTime(alsoCpuOf);
  const begin = performance.now();
  const answer = await side();
  const wall = performance.now() - begin;
  return { answer, measured: { cpu: cpuTime(alsoCpuOf) - cpu, wall } };
}

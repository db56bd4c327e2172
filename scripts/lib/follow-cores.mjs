// Core seconds of a program and of all that it starts, of what nobody waits for too: a browser that is ended takes its pages along, and
// their seconds are added to nobody's.
import { existsSync, readFileSync, readdirSync } from 'node:fs';

/** Hundredths of a second, in which Linux counts (proc(5)). */
const ticks = 100;

/** What runs now: its parent, when it was started, and its own core seconds. */
function readProcesses() {
  const found = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name of the program stands in brackets and may hold anything.
      const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ');
      found.set(Number(name), {
        parent: Number(fields[1]),
        started: fields[19],
        seconds: (Number(fields[11]) + Number(fields[12])) / ticks,
      });
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

/**
 * Looks once a second. What a process took after the last look at it is missed, so that this is a little too low.
 * @param {number} pid of the program
 * @param {number} [every] milliseconds between two looks
 * @returns {{ look(): void, end(): number | undefined }} `end` tells the core seconds; undefined outside Linux
 */
export function followCores(pid, every = 1000) {
  if (!existsSync('/proc/self/stat')) return { look() {}, end: () => undefined };
  /** The last look at each process; a number of one that has ended may be given again. */
  const known = new Map();
  const look = () => {
    const running = readProcesses();
    const isOurs = (id) => {
      const process = running.get(id);
      if (!process) return false;
      if (id === pid || known.has(`${id} ${process.started}`)) return true;
      return process.parent > 1 && isOurs(process.parent);
    };
    for (const [id, { started, seconds }] of running) if (isOurs(id)) known.set(`${id} ${started}`, seconds);
  };
  look();
  const timer = setInterval(look, every);
  timer.unref();
  return {
    look,
    end() {
      clearInterval(timer);
      look();
      return [...known.values()].reduce((sum, seconds) => sum + seconds, 0);
    },
  };
}

import { readFileSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Milliseconds between an answer and the next question, so that asking itself is no load. */
const rest = 4;

/**
 * Asks `/health/live` again and again from a thread of its own: making hostile files takes the attacker's thread
 * seconds, which are not the product's. With the id of the product's process a question costs what its event loop
 * computed until the answer was there, in milliseconds of that thread's own CPU: what else the machine does then counts
 * for nothing. Without it, or where there is no /proc, the clock decides.
 * @returns `stop()`, which tells how often it was asked and, in milliseconds, the 50th and 99th percentile and the longest
 */
export function watchLive(url, pid) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, pid } });
  const answered = new Promise((done, fail) => {
    worker.once('message', done);
    worker.once('error', fail);
  });
  return {
    stop() {
      worker.postMessage('stop');
      return answered;
    },
  };
}

/** CPU of a process's main thread since it began, in milliseconds (Linux, Documentation/scheduler/sched-stats: its first figure, in ns). */
function loopClock(pid) {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  const read = () => Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6;
  try {
    read();
    return { read, measure: 'CPU' };
  } catch {
    return { read: () => performance.now(), measure: 'clock' };
  }
}

async function watch({ url, pid }) {
  const { read, measure } = loopClock(pid);
  const times = [];
  let isOn = true;
  parentPort.once('message', () => (isOn = false));
  do {
    const begin = read();
    await fetch(`${url}/health/live`).then((answer) => answer.text());
    times.push(read() - begin);
    await new Promise((done) => setTimeout(done, rest));
  } while (isOn);
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  parentPort.postMessage({ measure, asked: times.length, p50: at(0.5), p99: at(0.99), longest: times.at(-1) });
}

if (!isMainThread) await watch(workerData);

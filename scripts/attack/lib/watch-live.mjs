import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Milliseconds between an answer and the next question, so that asking itself is no load. */
const rest = 4;

/**
 * Asks `/health/live` again and again from a thread of its own: making hostile files takes the attacker's thread seconds, which are not
 * the product's.
 * @returns `stop()`, which tells how often it was asked and, in milliseconds, the answers' 50th and 99th percentile and the longest
 */
export function watchLive(url) {
  const worker = new Worker(new URL(import.meta.url), { workerData: url });
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

async function watch(url) {
  const times = [];
  let isOn = true;
  parentPort.once('message', () => (isOn = false));
  do {
    const begin = performance.now();
    await fetch(`${url}/health/live`).then((answer) => answer.text());
    times.push(performance.now() - begin);
    await new Promise((done) => setTimeout(done, rest));
  } while (isOn);
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  parentPort.postMessage({ asked: times.length, p50: at(0.5), p99: at(0.99), longest: times.at(-1) });
}

if (!isMainThread) await watch(workerData);

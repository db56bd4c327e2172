/** Milliseconds of work at a stretch: short enough that no request waits noticeably behind it, long enough to cost nothing. */
const sliceMs = 10;

let lastTurn = Promise.resolve();

/** One slice in each turn of the event loop, however many run at once: together they would be as long as one without slices. */
const nextTurn = (): Promise<void> => (lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve))));

/**
 * Runs long work to its end a slice at a time, and lets everything else that is ready run in between: a process that answers
 * requests must not be busy with one of them for seconds. A slice ends with the first part that ends behind its time.
 * @param now milliseconds of a clock that only moves forward
 */
export async function runInSlices<T>(
  parts: Generator<void, T, void>,
  now: () => number = () => performance.now(),
): Promise<T> {
  let begin = now();
  for (;;) {
    const part = parts.next();
    if (part.done) return part.value;
    if (now() - begin < sliceMs) continue;
    await nextTurn();
    begin = now();
  }
}

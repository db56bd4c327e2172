import { runInSlices } from './run-in-slices';

/** Turns of the event loop so far: what others who wait had to themselves. */
function countTurns() {
  const counted = { turns: 0, stop: () => clearImmediate(next) };
  let next = setImmediate(function count() {
    counted.turns += 1;
    next = setImmediate(count);
  });
  return counted;
}

test('long work leaves a turn to others every ten milliseconds and still gives its result', async () => {
  let time = 0;
  function* work() {
    for (let part = 0; part < 60; part += 1) {
      time += 2;
      yield;
    }
    return 'done';
  }
  const others = countTurns();
  expect(await runInSlices(work(), () => time)).toBe('done');
  others.stop();
  // 120 ms of work.
  expect(others.turns).toBe(12);
});

test('short work takes no turn of its own', async () => {
  function* work() {
    for (let part = 0; part < 1_000; part += 1) yield;
    return 'done';
  }
  const others = countTurns();
  expect(await runInSlices(work(), () => 0)).toBe('done');
  others.stop();
  expect(others.turns).toBe(0);
});

test('works that run at once take turns: none computes in the turn of another', async () => {
  let time = 0;
  const others = countTurns();
  const turns: number[] = [];
  function* work() {
    for (let slice = 0; slice < 4; slice += 1) {
      turns.push(others.turns);
      time += 11;
      yield;
    }
  }
  await Promise.all([1, 2, 3, 4].map(() => runInSlices(work(), () => time)));
  others.stop();
  const afterTheFirst = turns.filter((one) => one > 0);
  expect(afterTheFirst).toHaveLength(12);
  expect(new Set(afterTheFirst).size).toBe(12);
});

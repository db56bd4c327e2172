import { runInSlices } from './run-in-slices';

test('long work leaves room for others and still gives its result', async () => {
  let others = 0;
  const beside = setInterval(() => {
    others += 1;
  }, 1);
  function* work() {
    let parts = 0;
    for (const end = performance.now() + 120; performance.now() < end; parts += 1) {
      for (const partEnd = performance.now() + 2; performance.now() < partEnd;);
      yield;
    }
    return parts;
  }
  const parts = await runInSlices(work());
  clearInterval(beside);
  expect(parts).toBeGreaterThan(0);
  expect(others).toBeGreaterThan(0);
});

test('works that run at once take turns: none computes in the turn of another', async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns: number[] = [];
  function* work() {
    for (let slice = 0; slice < 4; slice += 1) {
      turns.push(turn);
      for (const end = performance.now() + 11; performance.now() < end;);
      yield;
    }
  }
  await Promise.all([1, 2, 3, 4].map(() => runInSlices(work())));
  isOver = true;
  const afterTheFirst = turns.filter((one) => one > 0);
  expect(afterTheFirst).toHaveLength(12);
  expect(new Set(afterTheFirst).size).toBe(12);
});

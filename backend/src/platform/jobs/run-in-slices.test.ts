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

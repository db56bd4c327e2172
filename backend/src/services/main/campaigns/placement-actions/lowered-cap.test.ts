import { releaseCap, type LoweredCap } from './lowered-cap';

const lowered = (test_id: number, from: number, to: number, under?: LoweredCap): LoweredCap => ({
  test_id,
  from,
  to,
  why: `test ${test_id}`,
  ...(under ? { under } : {}),
});

test('the limit is what it was once its only test lets go', () => {
  expect(releaseCap(lowered(1, 200, 20), 1)).toEqual({ limit: 200, cap: null });
});

test('where two tests lowered it, the lower one applies until it lets go, in either order', () => {
  const both = lowered(2, 20, 5, lowered(1, 200, 20));
  expect(releaseCap(both, 2)).toEqual({ limit: 20, cap: lowered(1, 200, 20) });
  expect(releaseCap(both, 1)).toEqual({ limit: 5, cap: lowered(2, 200, 5) });
});

test('a test that lowered it twice lets go of both', () => {
  expect(releaseCap(lowered(1, 20, 5, lowered(1, 200, 20)), 1)).toEqual({ limit: 200, cap: null });
  expect(releaseCap(lowered(1, 20, 5, lowered(2, 50, 20, lowered(1, 200, 50))), 1)).toEqual({
    limit: 20,
    cap: lowered(2, 200, 20),
  });
});

test('a test that lowered nothing, and a record that does not say what was before, change nothing', () => {
  expect(releaseCap(lowered(1, 200, 20), 3)).toEqual({ limit: 20, cap: lowered(1, 200, 20) });
  expect(releaseCap({ to: 20, why: 'before' }, 3)).toEqual({ limit: 20, cap: { to: 20, why: 'before' } });
});

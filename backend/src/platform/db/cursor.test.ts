import { decodeTimeCursor, encodeCursor } from './cursor';

test('a place in a list is read back, and anything else is named as wrong input', () => {
  expect(decodeTimeCursor(undefined)).toBeNull();
  expect(decodeTimeCursor(encodeCursor(['2026-11-21T09:00:00.000Z', 7]))).toEqual(['2026-11-21T09:00:00.000Z', 7]);
  expect(decodeTimeCursor(encodeCursor([null, '7']))).toEqual([null, 7]);
  for (const forged of [
    'nonsense',
    encodeCursor(['abc', 7]),
    encodeCursor(['2026-11-21T09:00:00.000Z', 'x']),
    encodeCursor(['+275760-09-12T00:00:00.000Z', 7]),
    encodeCursor(['2026-11-21T09:00:00.000Z', 3_000_000_000]),
    encodeCursor([7]),
  ]) {
    expect(() => decodeTimeCursor(forged)).toThrow('is not a place in this list');
  }
});

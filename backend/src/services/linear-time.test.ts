import { measureGrowth } from '../platform/testing/growth';
import { outsideTexts } from './testing/outside-texts';

/** Twice the text may take twice the time, and a little for what a larger memory costs. */
const allowed = 2.2;

const repeated = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

jest.setTimeout(300_000);

test.each(outsideTexts.map((each) => [each.name, each] as const))('%s takes linear time', async (_, outside) => {
  const slow: object[] = [];
  for (const piece of outside.pieces) {
    const { factor, milliseconds } = await measureGrowth(
      (size) => outside.read(repeated(piece, size)),
      outside.limit,
      allowed,
    );
    if (factor > allowed) slow.push({ piece, factor, milliseconds });
  }
  expect(slow).toEqual([]);
});

test('notices what grows with the square of the text', async () => {
  // What an expression does that looks for the end of each tag anew.
  const searchFromEverywhere = (text: string) => {
    let seen = 0;
    for (let start = 0; start < text.length; start += 1)
      for (let index = start; index < text.length && text[index] !== '>'; index += 1) seen += 1;
    return seen;
  };
  const { factor } = await measureGrowth((size) => searchFromEverywhere('<'.repeat(size)), 25_000, allowed, 2);
  expect(factor).toBeGreaterThan(3);
});

/** A set of numbers as IMAP writes it (`1:5,7,10:*`); `*` is the largest number there is. */
export type SequenceSet = readonly (readonly [from: number | '*', to: number | '*'])[];

const largest = 4_294_967_295;
const maximumRanges = 50_000;

/** Parses a sequence set; null when it is malformed. */
export function parseSequenceSet(text: string): SequenceSet | null {
  const ranges: [number | '*', number | '*'][] = [];
  const pieces = text.split(',');
  if (pieces.length > maximumRanges) return null;
  for (const piece of pieces) {
    const match = /^(\d{1,10}|\*)(?::(\d{1,10}|\*))?$/.exec(piece);
    if (!match) return null;
    const from = numberOf(match[1] as string);
    const to = match[2] === undefined ? from : numberOf(match[2]);
    if (from === null || to === null) return null;
    ranges.push([from, to]);
  }
  return ranges;
}

function numberOf(text: string): number | '*' | null {
  if (text === '*') return '*';
  const value = Number(text);
  return value >= 1 && value <= largest ? value : null;
}

/** A test for membership, with `*` bound to the given largest number (0 when the mailbox is empty). */
export function sequenceMatcher(set: SequenceSet, last: number): (value: number) => boolean {
  const ranges = set
    .map(([from, to]) => {
      const first = from === '*' ? last : from;
      const second = to === '*' ? last : to;
      return [Math.min(first, second), Math.max(first, second)] as [number, number];
    })
    .sort((left, right) => left[0] - right[0]);
  const merged: [number, number][] = [];
  for (const range of ranges) {
    const previous = merged.at(-1);
    if (previous && range[0] <= previous[1] + 1) previous[1] = Math.max(previous[1], range[1]);
    else merged.push(range);
  }
  return (value) => {
    let low = 0;
    let high = merged.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const range = merged[middle] as [number, number];
      if (value < range[0]) high = middle - 1;
      else if (value > range[1]) low = middle + 1;
      else return true;
    }
    return false;
  };
}

/** Writes ascending numbers as a compact set (`1:3,7`). */
export function formatSequenceSet(values: readonly number[]): string {
  const pieces: string[] = [];
  for (let index = 0; index < values.length; index += 1) {
    const from = values[index] as number;
    let to = from;
    while (values[index + 1] === to + 1) {
      index += 1;
      to += 1;
    }
    pieces.push(from === to ? String(from) : `${from}:${to}`);
  }
  return pieces.join(',');
}

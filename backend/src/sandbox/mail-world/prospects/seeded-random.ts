import { createHash } from 'node:crypto';

/** Repeatable choices: the same words give the same sequence on every machine. */
export interface SeededRandom {
  /** At least 0, below 1. */
  next(): number;
  pick<Item>(items: readonly Item[]): Item;
  /** A duration between two bounds (any unit), short ones more likely, as people's reaction times are. */
  spread(shortest: number, longest: number): number;
}

/** Makes a generator from words, such as a seed, an address and a purpose. */
export function seededRandom(...words: (string | number)[]): SeededRandom {
  let state = createHash('sha256').update(words.join('\u0000')).digest().readUInt32LE(0);
  const next = () => {
    // mulberry32: small, fast and even enough for behaviour.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
    spread: (shortest, longest) => shortest * (longest / shortest) ** next(),
  };
}

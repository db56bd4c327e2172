import type { ByteFault } from './byte-proxy';
import { createRandom, type Random } from './random';

/** How a worker that sends dies: at a byte of a dialogue of its own; now and then everybody dies with it. */
interface SenderDeath {
  part: 'dialogue' | 'final dot' | 'replies';
  isForAll: boolean;
  fault: Omit<ByteFault, 'onReached'>;
}

/** How a process that reads the inboxes dies, and how long it is away. */
export interface ReaderDeath {
  /** Real ms. */
  livesFor: number;
  /** Milliseconds between a reply's arrival and the kill; null when it dies without one. */
  afterReply: number | null;
  /** Real ms. */
  awayFor: number;
  repliesMeanwhile: number;
}

export interface Deaths {
  senders: readonly SenderDeath[];
  readers: readonly ReaderDeath[];
}

/** Bytes upwards that every dialogue of this world has. */
const dialogue = 1_300;

/** Where in its dialogue the worker with this number dies: follows from the seed and the number alone. */
export function chooseSenderDeath(seed: number, number: number): SenderDeath {
  const random: Random = createRandom(Math.imul(seed, 7_919) + number);
  const [choice, after, isForAll] = [random.below(12), random.below(3), random.below(25) === 0];
  const at = (limit: number) => random.below(limit);
  if (choice < 5)
    return { part: 'dialogue', isForAll, fault: { direction: 'up', at: at(dialogue), after, then: 'cut' } };
  if (choice < 9)
    return {
      part: 'final dot',
      isForAll,
      fault: { direction: 'up', fromDot: true, at: at(12) - 2, after, then: 'cut' },
    };
  return { part: 'replies', isForAll, fault: { direction: 'down', at: at(420), after, then: 'cut' } };
}

/** How one reader dies: in its sleep, or while it takes in a reply. Follows from the seed and the number alone. */
export function chooseReaderDeath(random: Random): ReaderDeath {
  return {
    livesFor: 1_000 + random.below(5_000),
    afterReply: random.below(3) > 0 ? random.below(120) : null,
    awayFor: random.below(4) === 0 ? 3_000 + random.below(3_000) : random.below(1_500),
    repliesMeanwhile: random.below(4),
  };
}

const up = (at: number, isForAll = false): SenderDeath => ({
  part: 'dialogue',
  isForAll,
  fault: { direction: 'up', at, then: 'cut' },
});
const dot = (at: number, after = 0): SenderDeath => ({
  part: 'final dot',
  isForAll: false,
  fault: { direction: 'up', fromDot: true, at, after, then: 'cut' },
});
const down = (at: number): SenderDeath => ({
  part: 'replies',
  isForAll: false,
  fault: { direction: 'down', at, then: 'cut' },
});

/** Each kind of death once: what `npm test` strikes of the storms of `npm run faults`. */
export const eachDeath: Deaths = {
  senders: [
    // Before its first word, while it says who sends to whom, and near the end of the text.
    ...[up(0), up(200), up(1_290)],
    // Before the dot, in the middle of it, with the dot said and its last word not; and in a later mail than its first.
    ...[dot(-2), dot(1), dot(3), dot(0, 2)],
    // Before the greeting, after the login, and before the last answer.
    ...[down(0), down(150), down(350)],
    up(500, true),
  ],
  readers: [
    { livesFor: 500, afterReply: null, awayFor: 0, repliesMeanwhile: 1 },
    { livesFor: 500, afterReply: 0, awayFor: 500, repliesMeanwhile: 2 },
    { livesFor: 500, afterReply: 60, awayFor: 3_000, repliesMeanwhile: 3 },
  ],
};

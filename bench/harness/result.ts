import type { Spread } from './spread';

/** What a figure must reach; the pessimistic end of the spread is held against it. */
export interface Goal {
  atMost?: number;
  atLeast?: number;
  /** The goal in words, as bench/README.md has it: "at most 2x nodemailer's CPU". */
  text?: string;
}

export type Figure = number | string;

/** One row of `bench/results/NAME.json`. */
export interface ResultRow {
  name: string;
  what: string;
  against?: string;
  goal?: Goal;
  measure?: 'cpu' | 'wall' | 'throughput' | 'value';
  /** Unit of `ours` and `theirs`. */
  unit?: string;
  /** Ours divided by theirs, of each round. */
  ratio?: Spread;
  ours?: Spread;
  theirs?: Spread;
  /** For rows against a figure instead of a peer. */
  value?: Spread & { unit: string };
  /** The same side against itself: what the machine alone makes of a ratio of 1. */
  control?: Spread;
  /** Whether the goal is met by the pessimistic end; undefined without a goal. */
  met?: boolean;
  rounds: number;
  note?: string;
  figures?: Record<string, Figure>;
  versions: Record<string, string>;
  date: string;
}

import type { Violation } from '../checker/evidence';

export interface LaneOptions {
  seed: number;
  /** The older commit, for the lane of two versions. */
  from?: string | undefined;
  log: (line: string) => void;
}

/** What a lane found. `violations` are breaches of what is promised there; `figures` are told. */
export interface LaneResult {
  violations: Violation[];
  figures: Record<string, unknown>;
}

/**
 * A fault that needs something that is not everywhere (another PostgreSQL, a mount, a library, an older commit), judged
 * by the same checker.
 * @throws Error that says what is missing
 */
export type Lane = (options: LaneOptions) => Promise<LaneResult>;

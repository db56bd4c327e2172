import type { Hand } from './hand';

/** One sentence of a recording and what is done on the screen while it is read. */
interface Step {
  say: string;
  does?: (hand: Hand) => Promise<void>;
}

/** A short recording: the item of the library it belongs to, where it begins, and its chapters. */
export interface Scene {
  slug: string;
  /** Prepares what the scene needs. @returns the address where it begins */
  begin: () => string | Promise<string>;
  chapters: readonly { title: string; steps: readonly Step[] }[];
}

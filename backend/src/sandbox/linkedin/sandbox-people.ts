import { seededUnit } from '#engine/sending/seeded-random';

const day = 86_400_000;

/** How somebody on the made-up LinkedIn is towards every account. */
export interface SandboxPerson {
  exists: boolean;
  /** A connection of the account from the start. */
  isKnown: boolean;
  /** Milliseconds after a request in which it is accepted; null: never. */
  acceptsAfter: number | null;
  hasPosted: boolean;
}

/**
 * The name in the address decides: "gone" does not exist and "quiet" has posted nothing. Three of ten are connections already; of the others three of five accept a
 * request, one to three days later.
 */
export const sandboxPerson = (name: string): SandboxPerson => ({
  exists: !name.includes('gone'),
  isKnown: seededUnit('linkedin knows', name) < 0.3,
  acceptsAfter: seededUnit('linkedin accepts', name) < 0.6 ? day * (1 + 2 * seededUnit('linkedin when', name)) : null,
  hasPosted: !name.includes('quiet'),
});

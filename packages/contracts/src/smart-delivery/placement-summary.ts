import { z } from 'zod';

const count = z.number().int();
/** Emails whose place is known, and those of them that are in an inbox or a tab. */
const placed = { known: count, good: count };
const line = z.object({ name: z.string(), ...placed });
export type PlacementLine = z.output<typeof line>;
/** Emails that arrived, and those of them that pass. */
const passes = z.object({ passed: count, of: count });

/**
 * A run without its emails: as long as its mailboxes, providers and regions are many. Control emails count where it does not say otherwise.
 */
export const runSummary = z.object({
  /** Without control emails. */
  by_place: z.array(z.object({ provider: z.string(), region: z.string(), mails: count, ...placed })),
  /** Of variants and control emails; `variant` is null where the test has one text, and for control emails. */
  by_copy: z.array(z.object({ kind: z.enum(['REAL', 'CONTROL']), variant: z.string().nullable(), ...placed })),
  by_sender: z.array(line),
  by_provider: z.array(line),
  checks: z.object({ spf: passes, dkim: passes, dmarc: passes }),
});
export type PlacementSummary = z.output<typeof runSummary>;

import { z } from 'zod';
import { defineContract } from '../endpoint';
import { instant } from '../schemas';

/** Days of warmup that a workspace may ask of its mailboxes (docs/domain.md, Lists and limits). */
export const warmupAgeLimits = { most: 30, usual: 14 } as const;
export const ageGates = ['OFF', 'WARN', 'HOLD'] as const;

export const warmupPolicy = z.object({
  /**
   * The shared pool of this installation; `mailboxes` are those of other workspaces. Without `is_shown`, for clients of
   * an agency, all is empty.
   */
  pool: z.object({
    is_shown: z.boolean(),
    is_joined: z.boolean(),
    joined_at: instant.nullable(),
    mailboxes: z.number().int(),
    /** Emails of the last 7 days. */
    sent: z.number().int(),
    received: z.number().int(),
    /** Set where the workspace was put out: why, and from when it can join again. */
    put_out: z.object({ at: instant, reason: z.string(), until: instant }).nullable(),
  }),
  /**
   * What happens with a mailbox that sent warmup email on fewer than `age_days` days: nothing, a warning at the launch,
   * or it sends no campaign email.
   */
  age_gate: z.enum(ageGates),
  age_days: z.number().int(),
  /** Mailboxes below `age_days` now, and those of them that campaigns use. */
  young: z.object({ mailboxes: z.number().int(), in_campaigns: z.number().int() }),
});
export type WarmupPolicyView = z.output<typeof warmupPolicy>;

/** What a workspace chooses for the warmup of all its mailboxes. */
export const warmupPolicyContract = defineContract({
  service: 'warmup',
  tag: 'Warmup',
  endpoints: {
    getPolicy: {
      method: 'GET',
      path: '/api/warmup/policy',
      access: { who: 'person', may: 'mailbox.read' },
      summary: 'Shared pool and warmup age of the workspace',
      response: warmupPolicy,
    },
    updatePolicy: {
      method: 'PATCH',
      path: '/api/warmup/policy',
      access: { who: 'person', may: 'settings.write' },
      summary: 'Join or leave the shared pool; choose what happens with young mailboxes',
      body: z.object({
        shares_pool: z.boolean().optional(),
        age_gate: z.enum(ageGates).optional(),
        age_days: z.number().int().min(0).max(warmupAgeLimits.most, 'can be at most 30').optional(),
      }),
      response: warmupPolicy,
    },
  },
});

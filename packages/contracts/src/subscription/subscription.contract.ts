import { z } from 'zod';
import { planTypes } from '../constants';
import { defineContract } from '../endpoint';
import { planView } from '../main/auth-views';

const quota = z.object({
  used: z.number().int(),
  included: z.number().int(),
  left: z.number().int(),
  is_exhausted: z.boolean(),
});

/** Plans (docs/domain.md): what a workspace has, and what each plan includes. */
export const subscriptionContract = defineContract({
  service: 'subscription',
  tag: 'Subscription',
  endpoints: {
    current: {
      method: 'GET',
      path: '/api/subscription/plan',
      access: { who: 'person', may: 'profile' },
      summary: 'The plan of this workspace, what is used of it, and until when it runs',
      response: z.object({
        plan: planView,
        leads: quota,
        emails: quota,
        ends_at: z.string().nullable(),
        days_left: z.number().int().nullable(),
      }),
    },
    plans: {
      method: 'GET',
      path: '/api/subscription/plans',
      access: { who: 'person', may: 'profile' },
      summary: 'What each plan includes',
      response: z.object({
        plans: z.array(z.object({ plan_type: z.enum(planTypes), leads: z.number().int(), emails: z.number().int() })),
      }),
    },
  },
});

import { z } from 'zod';
import { defineContract } from '../endpoint';
import { empty, instant } from '../schemas';

/** Active monitors that can be asked for; an operator agrees on the price and grants them. */
export const monitorSizes = [100, 250, 500, 1_000] as const;
export const edStates = ['NONE', 'REQUESTED', 'ACTIVE', 'ENDED'] as const;

const view = z.object({
  state: z.enum(edStates),
  /** What was asked for and is not granted yet. */
  requested_monitors: z.number().int().nullable(),
  requested_at: instant.nullable(),
  /** What is granted on top of the plan. */
  monitors: z.number().int().nullable(),
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
  /** Whether it is left to end: an operator does not renew it. */
  is_ending: z.boolean(),
  /** Automatic tests that run on, of how many plan and subscription hold together. */
  usage: z.object({ used: z.number().int(), limit: z.number().int().nullable() }),
});
export type EdSubscriptionView = z.output<typeof view>;

const owner = { who: 'person', may: 'billing.manage' } as const;

/**
 * The enterprise deliverability subscription: placement tests and more active monitors than the plan holds, as agreed with the operator.
 */
export const edSubscriptionContract = defineContract({
  service: 'ed-subscription',
  tag: 'Billing',
  endpoints: {
    readEdSubscription: {
      method: 'GET',
      path: '/api/ed-subscription/subscription',
      access: owner,
      summary: 'The deliverability subscription of the workspace, and how many active monitors it holds',
      response: view,
    },
    requestEdSubscription: {
      method: 'POST',
      path: '/api/ed-subscription/request',
      access: owner,
      summary: 'Ask for a deliverability subscription, or for a larger one',
      body: z.object({
        monitors: z.number().int().min(1).max(10_000),
        note: z.string().trim().max(1_000).default(''),
      }),
      response: view,
    },
    withdrawEdRequest: {
      method: 'DELETE',
      path: '/api/ed-subscription/request',
      access: owner,
      summary: 'Withdraw a request that was not granted yet',
      response: view,
    },
    endEdSubscription: {
      method: 'POST',
      path: '/api/ed-subscription/end',
      access: owner,
      summary: 'Let the deliverability subscription end with its period',
      body: empty,
      response: view,
    },
    keepEdSubscription: {
      method: 'POST',
      path: '/api/ed-subscription/keep',
      access: owner,
      summary: 'Keep a deliverability subscription that was left to end',
      body: empty,
      response: view,
    },
  },
});

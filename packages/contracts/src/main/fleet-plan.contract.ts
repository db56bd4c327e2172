import { z } from 'zod';
import { defineContract } from '../endpoint';
import { senderCauses, type SenderCauseName } from '../sender-causes';
import { dayInput, empty, idParam, instant } from '../schemas';

export const fleetRules = z.object({
  /** 0 has no pods: nothing takes turns. */
  pods: z.number().int().min(0).max(12, 'can be at most 12'),
  /** Weeks that a pod sends between two weeks of rest. */
  send_weeks: z.number().int().min(1, 'must be at least 1').max(12, 'can be at most 12'),
  /** First day of the first pod's week of rest; the others follow a week apart. */
  rest_from: dayInput,
  /** Mailboxes that each running campaign keeps sending; 0 has no floor. */
  least_sending: z.number().int().min(0).max(500, 'can be at most 500'),
  /** Mailboxes with a risk of 60 or more rest for 7 days. */
  rests_high_risk: z.boolean(),
});
export type FleetRulesView = z.output<typeof fleetRules>;

const responseView = z.object({
  id: z.number().int(),
  scope: z.enum(['MAILBOX', 'DOMAIN', 'IMPORT', 'CAMPAIGN']),
  scope_id: z.string(),
  label: z.string(),
  reaction: z.enum(['SLOW', 'REST', 'HOLD']),
  /** Why its own server sends nothing for the mailbox; null for responses to bounces. */
  cause: z.enum(Object.keys(senderCauses) as [SenderCauseName, ...SenderCauseName[]]).nullable(),
  reason: z.string(),
  /** 1 for the first time; it lasts longer each time. */
  level: z.number().int(),
  began_at: instant,
  until: instant,
});
export type BounceResponseView = z.output<typeof responseView>;

export const fleetPlanView = z.object({
  rules: fleetRules.nullable(),
  /** Emails a day for 14 days; `by_pod` in the order of the pods. */
  days: z.array(
    z.object({
      date: z.string(),
      capacity: z.number().int(),
      by_pod: z.array(z.number().int()),
      without_pod: z.number().int(),
      planned: z.number().int(),
      is_closed: z.boolean(),
    }),
  ),
  pods: z.array(
    z.object({
      name: z.string(),
      mailboxes: z.number().int(),
      is_resting: z.boolean(),
      /** 1 to `send_weeks`; 0 in its week of rest. */
      week: z.number().int(),
      rest_from: z.string(),
      rest_until: z.string(),
    }),
  ),
  without_pod: z.number().int(),
  /** What closes the gap where campaigns need more than can be sent: at most three, the one that leaves least short first. */
  fixes: z.array(
    z.object({
      kind: z.enum(['MOVE_REST', 'RAISE_LIMITS', 'END_RESTS', 'ADD_MAILBOXES']),
      /** Mailboxes that change, or that are to be added. */
      mailboxes: z.number().int(),
      /** Those that change. */
      mailbox_ids: z.array(z.number().int()),
      /** The new daily limit. */
      per_day: z.number().int().nullable(),
      /** The new first day of the first pod's week of rest. */
      rest_from: z.string().nullable(),
      /** Emails of the 14 days that are still short afterwards. */
      short_after: z.number().int(),
    }),
  ),
  /** Running campaigns with fewer sending mailboxes than the floor. */
  short_campaigns: z.array(
    z.object({ id: z.number().int(), name: z.string(), sending: z.number().int(), least: z.number().int() }),
  ),
  responses: z.array(responseView),
  /** What was done by itself, the latest first. */
  log: z.array(z.object({ id: z.string(), at: instant, kind: z.string(), text: z.string() })),
});
export type FleetPlanView = z.output<typeof fleetPlanView>;

/** How the fleet takes turns to rest, what it can send against what campaigns need, and what bounces made it hold back. */
export const fleetPlanContract = defineContract({
  service: 'main',
  tag: 'Mailboxes',
  endpoints: {
    getFleetPlan: {
      method: 'GET',
      path: '/api/fleet/plan',
      access: { who: 'person', may: 'mailbox.read' },
      summary:
        'Pods and their weeks of rest, 14 days of capacity against need, responses to bounces, and what the fleet did automatically',
      response: fleetPlanView,
    },
    setFleetRules: {
      method: 'PUT',
      path: '/api/fleet/rules',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'Set the rules of the fleet and bring the mailboxes to them at once',
      body: fleetRules,
      response: z.object({
        assigned: z.number().int(),
        rested: z.number().int(),
        ended: z.number().int(),
        held_back: z.number().int(),
      }),
    },
    releaseBounceResponse: {
      method: 'POST',
      path: '/api/fleet/responses/:bounceResponseId/release',
      access: { who: 'person', may: 'mailbox.write' },
      summary: 'End a response to bounces before its time; what led to it is not counted again',
      params: z.object({ bounceResponseId: idParam }),
      body: empty,
      response: responseView,
    },
  },
});

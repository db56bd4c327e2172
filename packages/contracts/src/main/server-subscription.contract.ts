import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idParam } from '../schemas';
import { serverLimits } from '../smart-servers/server-limits';
import { serverOrder } from '../smart-servers/servers.contract';

/** The order of dedicated servers (section 7): the main API takes it, the smart-servers service sets them up. */
export const serverSubscriptionContract = defineContract({
  service: 'main',
  tag: 'Smart servers',
  endpoints: {
    subscribeServers: {
      method: 'POST',
      path: '/api/subscriptions/smart-servers',
      access: { who: 'person', may: 'server.order' },
      summary: 'Subscribe to dedicated servers: a group of them, or more for a group',
      body: z.union([
        serverOrder,
        z.object({
          group_id: idParam,
          servers: z.number().int().min(1).max(serverLimits.perGroup),
        }),
      ]),
      response: z.object({
        group_id: z.number().int(),
        server_ids: z.array(z.number().int()),
        /** What these servers cost a month. */
        monthly_cents: z.number().int(),
        /** Where they are paid for; null when the payment service did not answer. */
        checkout_url: z.string().nullable(),
      }),
    },
  },
});

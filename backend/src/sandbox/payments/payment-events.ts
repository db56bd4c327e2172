import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { SqlClient } from '#platform/db/database';
import type { AskServer } from '#platform/http/ask-server';
import { defineJob, handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { JobQueue } from '#platform/jobs/job-queue';
import { nameOf } from './sandbox-answers';

export interface PaymentEventsOptions {
  jobs: JobQueue;
  /** Real time in milliseconds. */
  now: () => number;
  webhookSecret: string;
  /** How and where events are delivered. */
  ask: AskServer;
  webhookUrl: string;
  /** Where events of plans are delivered. */
  billingUrl?: string;
}

/** With the job queue's pauses the last one is days later, as at Stripe. */
const deliver = defineJob({
  name: 'sandbox.deliver-payment-event',
  payload: z.object({ body: z.string(), to: z.enum(['packs', 'plans']).default('packs') }),
  attempts: 25,
});

/** Events of the stand-in: announced in the transaction of what they tell, signed, and delivered again until they are taken. */
export function createPaymentEvents(options: PaymentEventsOptions) {
  const announce = (sql: SqlClient, type: string, object: object, to: 'packs' | 'plans' = 'packs') =>
    options.jobs.enqueue(sql, deliver, {
      to,
      body: JSON.stringify({
        id: nameOf('evt'),
        object: 'event',
        created: Math.floor(options.now() / 1000),
        livemode: false,
        type,
        data: { object },
      }),
    });
  const jobs: JobHandler[] = [
    handleJob(deliver, async ({ body, to }) => {
      // Each delivery is signed anew, so that a late one is no replay.
      const time = Math.floor(options.now() / 1000);
      const answer = await options.ask({
        method: 'POST',
        url: to === 'plans' ? (options.billingUrl ?? options.webhookUrl) : options.webhookUrl,
        body,
        headers: {
          'content-type': 'application/json',
          'stripe-signature': `t=${time},v1=${createHmac('sha256', options.webhookSecret).update(`${time}.${body}`).digest('hex')}`,
        },
      });
      if (answer.status < 200 || answer.status > 299) throw new Error(`The webhook answered ${answer.status}.`);
    }),
  ];
  return { announce, jobs };
}
export type Announce = ReturnType<typeof createPaymentEvents>['announce'];

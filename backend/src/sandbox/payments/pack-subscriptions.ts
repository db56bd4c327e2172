import type { Hono } from 'hono';
import { z } from 'zod';
import { monthsAfter } from '#platform/clock/months-after';
import type { SqlClient } from '#platform/db/database';
import { defineJob, handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { JobQueue } from '#platform/jobs/job-queue';
import type { Announce } from './payment-events';
import { failed, nameOf, type Session, type Subscription } from './sandbox-answers';
import type { SandboxStripeStore } from './sandbox-stripe.store';

const renew = defineJob({
  name: 'sandbox.renew-subscription',
  payload: z.object({ id: z.string(), period: z.number().int() }),
});

/** Subscriptions of one price, such as mailboxes and credits each month: begun by a checkout, invoiced each month, ended. */
export function createPackSubscriptions(options: {
  store: SandboxStripeStore;
  jobs: JobQueue;
  now: () => number;
  announce: Announce;
}) {
  const { store, announce } = options;
  async function begin(sql: SqlClient, id: string, { amountCents, metadata }: Session): Promise<void> {
    const anchor = new Date(options.now());
    await store.write(sql, id, {
      amountCents,
      metadata,
      anchor: anchor.toISOString(),
      periods: 1,
      isOver: false,
    } satisfies Subscription);
    await options.jobs.enqueue(sql, renew, { id, period: 2 }, { runAt: monthsAfter(anchor, 1) });
  }
  const mount = (app: Hono) =>
    app.delete('/v1/subscriptions/:id', (context) =>
      store.change<Subscription, Response>(context.req.param('id'), async (subscription, sql) => {
        const id = context.req.param('id');
        if (!subscription || subscription.isOver)
          return context.json(failed('resource_missing', 'No such subscription.'), 404);
        await store.write(sql, id, { ...subscription, isOver: true });
        await announce(sql, 'customer.subscription.deleted', {
          id,
          object: 'subscription',
          status: 'canceled',
          metadata: subscription.metadata,
        });
        return context.json({ id, object: 'subscription', status: 'canceled' });
      }),
    );
  const jobs: JobHandler[] = [
    handleJob(renew, ({ id, period }) =>
      store.change<Subscription, void>(id, async (subscription, sql) => {
        // A job may run twice; a month is invoiced once.
        if (!subscription || subscription.isOver || subscription.periods + 1 !== period) return;
        await store.write(sql, id, { ...subscription, periods: period });
        await announce(sql, 'invoice.paid', {
          id: nameOf('in'),
          object: 'invoice',
          billing_reason: 'subscription_cycle',
          amount_paid: subscription.amountCents,
          currency: 'usd',
          subscription: id,
          subscription_details: { metadata: subscription.metadata },
        });
        await options.jobs.enqueue(
          sql,
          renew,
          { id, period: period + 1 },
          { runAt: monthsAfter(new Date(subscription.anchor), period) },
        );
      }),
    ),
  ];
  return { begin, mount, jobs };
}
export type PackSubscriptions = ReturnType<typeof createPackSubscriptions>;

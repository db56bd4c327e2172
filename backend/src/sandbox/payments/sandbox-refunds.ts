import type { Hono } from 'hono';
import { z } from 'zod';
import { readText } from '#platform/http/read-text';
import { failed, intentOf, nameOf, type Session, type Subscription } from './sandbox-answers';
import type { SandboxStripeStore } from './sandbox-stripe.store';

const refundForm = z.object({
  payment_intent: z.string().regex(/^pi_cs_test_\w{1,100}$/),
  amount: z.coerce.number().int().min(1).max(99_999_999),
});

/** What the stand-in does after a payment: money back, and another price of a subscription. */
export function addRefunds(app: Hono, store: SandboxStripeStore): void {
  app.get('/v1/invoices/:id', async (context) => {
    const session = await store.read<Session>(context.req.param('id').replace(/^in_/, ''));
    return session?.status === 'complete'
      ? context.json({ id: context.req.param('id'), object: 'invoice', payment_intent: intentOf(session) })
      : context.json(failed('resource_missing', 'No such invoice.'), 404);
  });
  app.post('/v1/refunds', async (context) => {
    const form = refundForm.safeParse(Object.fromEntries(new URLSearchParams(await readText(context.req.raw, 4_096))));
    if (!form.success) return context.json(failed('parameter_missing', 'A parameter is missing or wrong.'), 400);
    const key = `refund:${(context.req.header('idempotency-key') ?? nameOf('key')).slice(0, 255)}`;
    return store.change<Session, Response>(form.data.payment_intent.replace(/^pi_/, ''), async (session, sql) => {
      if (session?.status !== 'complete')
        return context.json(failed('resource_missing', 'No such payment_intent.'), 404);
      const known = await store.readIn<object>(sql, key);
      if (known) return context.json(known);
      const refunded = (session.refundedCents ?? 0) + form.data.amount;
      if (refunded > session.amountCents)
        return context.json(failed('charge_already_refunded', 'The refund is greater than what is left.'), 400);
      const refund = { id: nameOf('re'), object: 'refund', status: 'succeeded', amount: form.data.amount };
      await store.write(sql, session.id, { ...session, refundedCents: refunded });
      await store.write(sql, key, refund);
      return context.json(refund);
    });
  });
  app.get('/v1/subscriptions/:id', async (context) => {
    const id = context.req.param('id');
    const subscription = await store.read<Subscription>(id);
    return subscription && !subscription.isOver
      ? context.json({
          id,
          object: 'subscription',
          items: {
            data: [{ id: `si_${id}`, price: { product: `prod_${id}`, unit_amount: subscription.amountCents } }],
          },
        })
      : context.json(failed('resource_missing', 'No such subscription.'), 404);
  });
  app.post('/v1/subscription_items/:id', async (context) => {
    const given = new URLSearchParams(await readText(context.req.raw, 4_096));
    const amount = Number(given.get('price_data[unit_amount]'));
    if (!Number.isInteger(amount) || amount < 50)
      return context.json(failed('parameter_invalid_integer', 'The amount is wrong.', 'price_data[unit_amount]'), 400);
    const id = context.req.param('id').replace(/^si_/, '');
    return store.change<Subscription, Response>(id, async (subscription, sql) => {
      if (!subscription || subscription.isOver)
        return context.json(failed('resource_missing', 'No such subscription item.'), 404);
      await store.write(sql, id, { ...subscription, amountCents: amount });
      return context.json({ id: context.req.param('id'), object: 'subscription_item' });
    });
  });
}

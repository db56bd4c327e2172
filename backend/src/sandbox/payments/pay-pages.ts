import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { readText } from '#platform/http/read-text';
import { cardPage, overPage } from './checkout-page';
import type { CheckoutOptions, Checkouts } from './checkout-sessions';
import type { PackSubscriptions } from './pack-subscriptions';
import type { Session } from './sandbox-answers';
import type { createSandboxBilling } from './sandbox-billing';
import { cardProblems, chargeCard, type CardProblem } from './test-cards';

const backAfter = (session: Session): string => session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id);

/** A page with nothing but its own style, whose forms lead to itself and then to where the product wants its buyers back. */
function page(context: Context, session: Session | null, make: (nonce: string) => string, status: 200 | 404 = 200) {
  const nonce = randomBytes(16).toString('base64');
  const targets = session
    ? [...new Set([session.successUrl, session.cancelUrl].map((url) => new URL(url).origin))]
    : [];
  return context.html(make(nonce), status, {
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' ${targets.join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
}

const over = (context: Context, session: Session | null) =>
  page(
    context,
    session,
    (nonce) =>
      !session
        ? overPage(nonce, 'There is no such checkout', 'Its address may be cut off.', null)
        : session.status === 'complete'
          ? overPage(
              nonce,
              'You’re all done here',
              'This checkout is paid. Nothing is charged again.',
              backAfter(session),
            )
          : overPage(
              nonce,
              'This checkout is over',
              'It can no longer be paid. Nothing was charged.',
              session.cancelUrl,
            ),
    session ? 200 : 404,
  );

/** `/pay/:session`: where a test card is typed. What is paid begins with it, in one transaction. */
export function addPayPages(
  app: Hono,
  options: Omit<CheckoutOptions, 'billing'> & { billing: ReturnType<typeof createSandboxBilling> },
  { shape, isOpen }: Checkouts,
  { begin }: PackSubscriptions,
): void {
  const { store, announce, billing } = options;
  app.get('/pay/:id', async (context) => {
    const session = await store.read<Session>(context.req.param('id'));
    if (!session || !isOpen(session)) return over(context, session);
    const problem = context.req.query('problem') ?? '';
    return page(context, session, (nonce) =>
      cardPage(nonce, session, Object.hasOwn(cardProblems, problem) ? (problem as CardProblem) : null),
    );
  });
  app.post('/pay/:id', async (context) => {
    const form = new URLSearchParams(await readText(context.req.raw, 4_096));
    const problem = chargeCard(
      { number: form.get('number') ?? '', expiry: form.get('expiry') ?? '', cvc: form.get('cvc') ?? '' },
      new Date(options.now()),
    );
    const session = await store.change<Session, Session | null>(context.req.param('id'), async (found, sql) => {
      if (!found || problem || !isOpen(found)) return found;
      const paid: Session = { ...found, status: 'complete' };
      await store.write(sql, paid.id, paid);
      if (paid.subscription && paid.plan)
        await billing.begin(sql, paid.subscription, {
          plan: paid.plan,
          metadata: paid.metadata,
          email: paid.email,
          card: { number: form.get('number') ?? '', expiry: form.get('expiry') ?? '', cvc: '' },
        });
      else if (paid.subscription) await begin(sql, paid.subscription, paid);
      await announce(sql, 'checkout.session.completed', shape(paid), paid.plan ? 'plans' : 'packs');
      return paid;
    });
    // Pressed twice, or gone back to: it was charged once, and leads on all the same.
    if (session?.status === 'complete') return context.redirect(backAfter(session), 303);
    if (!session || !isOpen(session)) return over(context, session);
    return context.redirect(`${options.publicUrl}/pay/${session.id}?problem=${problem}`, 303);
  });
}

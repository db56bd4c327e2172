import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { escape, frame } from './checkout-page';
import { cardProblems, type CardProblem } from './test-cards';

/** The customer portal: the card that is charged, and a form for another. Works without scripts. */
export function portalPage(
  context: Context,
  view: { card: { brand: string; last4: string } | null; returnUrl: string; problem: string | undefined },
) {
  const nonce = randomBytes(16).toString('base64');
  const problem =
    view.problem && Object.hasOwn(cardProblems, view.problem) ? cardProblems[view.problem as CardProblem] : null;
  const content = `<h1>Payment method</h1><p class="soft">${
    view.card ? `${escape(view.card.brand)} ending ${escape(view.card.last4)} is charged.` : 'There is no card yet.'
  }</p>${problem ? `<p class="bad" id="problem" role="alert">${problem}</p>` : ''}
<form method="post"><label for="number">Card number</label><input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="30" required value="5555 5555 5555 4444">
<div class="pair"><div><label for="expiry">Expires (MM / YY)</label><input id="expiry" name="expiry" inputmode="numeric" autocomplete="off" maxlength="9" required value="12 / 34"></div><div><label for="cvc">Security code</label><input id="cvc" name="cvc" inputmode="numeric" autocomplete="off" maxlength="4" required value="123"></div></div>
<button class="main" type="submit">Use this card</button></form><a class="button" href="${escape(view.returnUrl)}">Go back</a>`;
  return context.html(frame(nonce, 'Payment method, sandbox', content), 200, {
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' ${new URL(view.returnUrl).origin}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
}

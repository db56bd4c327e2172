import { cardProblems, declinesLater, fieldOf, testCards, type CardProblem } from './test-cards';

/** What a buyer sees of a checkout. */
export interface CheckoutView {
  title: string;
  amountCents: number;
  isMonthly: boolean;
  email: string | null;
  successUrl: string;
  cancelUrl: string;
}

export const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const dollars = (cents: number) => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
const grouped = (number: string) =>
  number.length === 15
    ? number.replace(/^(\d{4})(\d{6})(\d{5})$/, '$1 $2 $3')
    : number.replace(/(\d{4})(?=\d)/g, '$1 ');
const declined = testCards.find((card) => card.comes === 'card_declined')?.number ?? '';

const style = `:root{color-scheme:light dark;--page:#f5f5f3;--card:#fff;--line:#d6d5cf;--ink:#1b1b19;--soft:#55544e;
  --accent:#3f4fcf;--on:#fff;--warn:#fff4d6;--warnink:#5c4300;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--page:#0f0f11;--card:#161618;--line:#3a3a40;--ink:#ededef;--soft:#b4b4bb;
  --accent:#8f9bff;--on:#0f0f11;--warn:#3a2f10;--warnink:#f3dc9c;--bad:#ff9a91}}
*{box-sizing:border-box}body{font:15px/24px system-ui,sans-serif;background:var(--page);color:var(--ink);margin:0}
.sandbox{background:var(--warn);color:var(--warnink);margin:0;padding:12px 16px;text-align:center}
main{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:24px;max-width:440px;margin:24px auto}
@media(max-width:480px){main{margin:16px}}
h1{font-size:18px;line-height:24px;margin:0}
.price{font-size:28px;line-height:36px;font-weight:600;margin:4px 0 16px}
small{font-size:15px;font-weight:400}
.soft{color:var(--soft);margin:0}
label{display:block;font-weight:500;margin:12px 0 4px}
input{font:inherit;width:100%;height:44px;padding:0 12px;border:1px solid var(--line);border-radius:6px;
  background:var(--card);color:var(--ink)}
.pair{display:flex;gap:12px}.pair>div{flex:1;min-width:0}.bad{color:var(--bad);margin:0 0 8px;font-weight:500}
button,.button{display:flex;align-items:center;justify-content:center;font:inherit;font-weight:500;width:100%;
  min-height:44px;margin-top:12px;padding:0 16px;border:1px solid var(--line);border-radius:6px;
  background:transparent;color:var(--ink);cursor:pointer;text-decoration:none}
.main{background:var(--accent);border-color:var(--accent);color:var(--on);margin-top:20px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
details{margin-top:20px}
summary{cursor:pointer;min-height:24px}
table{border-collapse:collapse;width:100%;margin-top:8px}
td,th{text-align:left;padding:4px 0;font-weight:400}
th{font-variant-numeric:tabular-nums;white-space:nowrap;padding-right:12px}`;

/** A page of the stand-in, in its own style. */
export const frame = (nonce: string, title: string, content: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)}</title><style nonce="${nonce}">${style}</style></head><body><header class="sandbox"><strong>Sandbox: no real card is charged.</strong> This page stands in for Stripe’s.</header><main>${content}</main></body></html>`;

/** Where a card is typed; test cards only, and one of them is filled in. Works without scripts. */
export function cardPage(nonce: string, view: CheckoutView, problem: CardProblem | null): string {
  const about = (field: string) =>
    problem && fieldOf(problem) === field ? ' aria-describedby="problem" autofocus' : '';
  const price = dollars(view.amountCents);
  const words = (comes: string, number: string) =>
    comes !== 'succeeds'
      ? cardProblems[comes as CardProblem]
      : declinesLater(number)
        ? 'is charged now, and declined at each renewal'
        : 'is charged';
  return frame(
    nonce,
    `Pay ${price}, sandbox checkout`,
    `<h1>${escape(view.title)}</h1><p class="price">${price}${view.isMonthly ? ' <small>each month</small>' : ''}</p>${view.email ? `<p class="soft">${escape(view.email)}</p>` : ''}
${problem ? `<p class="bad" id="problem" role="alert">${cardProblems[problem]} Nothing was charged.</p>` : ''}<form method="post">
<label for="number">Card number</label><input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="30" required value="${grouped(testCards[0].number)}"${about('number')}>
<div class="pair"><div><label for="expiry">Expires (MM / YY)</label><input id="expiry" name="expiry" inputmode="numeric" autocomplete="off" maxlength="9" required value="12 / 34"${about('expiry')}></div><div><label for="cvc">Security code</label><input id="cvc" name="cvc" inputmode="numeric" autocomplete="off" maxlength="4" required value="123"${about('cvc')}></div></div>
<button class="main" type="submit">Pay ${price}</button></form>
<form method="post"><input type="hidden" name="number" value="${declined}"><input type="hidden" name="expiry" value="12 / 34"><input type="hidden" name="cvc" value="123"><button type="submit">Try a card that is declined</button></form>
<a class="button" href="${escape(view.cancelUrl)}">Cancel and go back</a>
<details><summary>Test cards</summary><table><tbody>${testCards.map((card) => `<tr><th scope="row">${grouped(card.number)}</th><td>${words(card.comes, card.number)}</td></tr>`).join('')}</tbody></table></details>`,
  );
}

/** In the place of the form when there is nothing to pay (any more). */
export const overPage = (nonce: string, title: string, text: string, back: string | null) =>
  frame(
    nonce,
    title,
    `<h1>${escape(title)}</h1><p class="soft">${escape(text)}</p>${back ? `<a class="button main" href="${escape(back)}">Go back</a>` : ''}`,
  );

/** A card as somebody typed it. */
export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
}

/** Cards that Stripe's documentation names for tests, and what comes of them. The first is the one that is filled in. */
export const testCards = [
  { number: '4242424242424242', comes: 'succeeds' },
  { number: '5555555555554444', comes: 'succeeds' },
  { number: '378282246310005', comes: 'succeeds' },
  // Taken, and declined whenever it is charged later.
  { number: '4000000000000341', comes: 'succeeds' },
  { number: '4000000000000002', comes: 'card_declined' },
  { number: '4000000000009995', comes: 'insufficient_funds' },
  { number: '4000000000000069', comes: 'expired_card' },
  { number: '4000000000000127', comes: 'incorrect_cvc' },
  { number: '4000000000000119', comes: 'processing_error' },
] as const;

/** Whether a card is taken and declined later. @param number digits only */
export const declinesLater = (number: string): boolean => number === '4000000000000341';

/** Why a card was not charged, by Stripe's codes, in words for whoever typed it. */
export const cardProblems = {
  card_declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: 'Your card’s security code is incorrect.',
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  incorrect_number: 'Your card number is invalid.',
  invalid_expiry: 'The date of expiry is invalid: month and year, such as 12 / 34.',
  invalid_cvc: 'The security code is invalid: three or four digits.',
  live_mode_test_card: 'Your card was declined: only test cards are taken here. Never type a real one.',
} as const;
export type CardProblem = keyof typeof cardProblems;

/** Which field of the form a problem is about. */
export const fieldOf = (problem: CardProblem): keyof TypedCard =>
  problem === 'expired_card' || problem === 'invalid_expiry'
    ? 'expiry'
    : problem === 'incorrect_cvc' || problem === 'invalid_cvc'
      ? 'cvc'
      : 'number';

/** What comes of a card: null when it is charged. Nothing of what was typed is kept. */
export function chargeCard(card: TypedCard, now: Date): CardProblem | null {
  const number = card.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !holdsLuhn(number)) return 'incorrect_number';
  const [, month, year] = /^(\d{1,2})\/?(?:20)?(\d{2})$/.exec(card.expiry.replace(/\s+/g, '')) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return 'invalid_expiry';
  if (Date.UTC(2000 + Number(year), Number(month), 1) <= now.getTime()) return 'expired_card';
  if (!/^\s*\d{3,4}\s*$/.test(card.cvc)) return 'invalid_cvc';
  const known = testCards.find((one) => one.number === number);
  if (!known) return 'live_mode_test_card';
  return known.comes === 'succeeds' ? null : known.comes;
}

/** The check digit of card numbers (ISO/IEC 7812-1). */
function holdsLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, sign, index) => {
    const digit = Number(sign) * (index % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
}

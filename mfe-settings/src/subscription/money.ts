const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Cents as people read money: $1,128.00. */
export const money = (cents: number): string => dollars.format(cents / 100).replace('-', '−');
/** Whole dollars without their cents: $94, $78.50. */
export const price = (cents: number): string => money(cents).replace(/\.00$/, '');
/** An instant as its day: 3 Dec 2026. */
export const dayOf = (instant: string): string => day.format(new Date(instant));

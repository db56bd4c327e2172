import { dayOfInstant } from '@skein/ui/instant';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Cents as people read money: $1,128.00. */
export const money = (cents: number): string => dollars.format(cents / 100).replace('-', '−');
/** Whole dollars without their cents: $94, $78.50. */
export const price = (cents: number): string => money(cents).replace(/\.00$/, '');
/** An instant as its day: Dec 3, 2026. */
export const dayOf = (instant: string): string => dayOfInstant(instant, 'UTC');

import { outliersOf, placeRate, placesOf, shadeOf, sumOf } from './matrix-places';

const cell = (from: string, to: string, sent: number, bounced: number) => ({
  from,
  to,
  sent,
  bounced,
  contacted: sent,
  replied: 0,
  placed: 0,
  spam: 0,
});
const places = placesOf([
  cell('GMAIL', 'GMAIL', 100, 1),
  cell('OUTLOOK', 'GMAIL', 100, 8),
  cell('SMTP', 'GMAIL', 60, 1),
  cell('OTHER', 'GMAIL', 40, 1),
  cell('ZOHO', 'ZOHO', 10, 5),
]);

it('brings other servers together, and sums rows, columns and all', () => {
  expect(places.get('Other|Google')).toMatchObject({ sent: 100, bounced: 2 });
  expect(sumOf(places, { to: 'Google' })).toMatchObject({ sent: 300, bounced: 11 });
  expect(sumOf(places, { from: 'Zoho' })).toMatchObject({ sent: 10, bounced: 5 });
  expect(placeRate(sumOf(places), 'bounced')).toBe(5.2);
});

it('names what is twice as bad as the rest, and nothing of few emails', () => {
  // 8 of 100 against 8 of 210.
  expect(outliersOf(places, 'bounced')).toEqual([{ from: 'Microsoft 365', to: 'Google', rate: 8, rest: 3.8 }]);
  expect(outliersOf(places, 'spam')).toEqual([]);
});

it('shades by the highest rate that says something', () => {
  expect(shadeOf(places, 'Microsoft 365|Google', 'bounced')).toBe(1);
  expect(shadeOf(places, 'Google|Google', 'bounced')).toBe(0.125);
  expect(shadeOf(places, 'Zoho|Zoho', 'bounced')).toBeNull();
});

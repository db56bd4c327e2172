import { summaryOf } from './chart-summary';

const whole = (value: number) => String(value);

it('says what a chart adds up to, and from where to where', () => {
  const series = [
    { id: 'sent', label: 'Sent', values: [3, null, 4] },
    { id: 'replied', label: 'Replied', values: [1, 0, null] },
  ];
  const categories = ['1 Nov', '2 Nov', '3 Nov'];
  expect(summaryOf({ kind: 'column', categories, series, categoryLabel: 'Day' }, whole)).toBe(
    'Sent 7 in all, Replied 1 in all, 3 day values from 1 Nov to 3 Nov',
  );
});

it('names each share of a donut, also one that is not known', () => {
  const series = [{ id: 'leads', label: 'Leads', values: [5, null] }];
  const categories = ['Replied', 'Bounced'];
  expect(summaryOf({ kind: 'donut', categories, series, categoryLabel: 'State' }, whole)).toBe('Replied 5, Bounced –');
  expect(summaryOf({ kind: 'donut', categories: ['Replied'], series: [], categoryLabel: 'State' }, whole)).toBe(
    'Replied ',
  );
});

import { chartCsv } from './chart-csv';
import { niceScale } from './chart-options';

test('the figures are written as they are, and no cell can run as a formula', () => {
  expect(chartCsv('Day', ['1 Nov', '=cmd()'], [{ id: 'a', label: 'Sent, all', values: [1.5, null] }])).toBe(
    'Day,"Sent, all"\r\n1 Nov,1.5\r\n\'=cmd(),\r\n',
  );
});

test('every step of a scale is a round figure', () => {
  expect(niceScale(183)).toEqual({ max: 200, tickAmount: 4 });
  expect(niceScale(14)).toEqual({ max: 15, tickAmount: 3 });
  expect(niceScale(3)).toEqual({ max: 3, tickAmount: 3 });
  expect(niceScale(0)).toEqual({ max: 1, tickAmount: 1 });
});

test('a scale of counts has no steps between whole numbers', () => {
  expect(niceScale(1, true)).toEqual({ max: 1, tickAmount: 1 });
  expect(niceScale(2, true)).toEqual({ max: 2, tickAmount: 2 });
  expect(niceScale(10, true)).toEqual({ max: 10, tickAmount: 2 });
  expect(niceScale(1)).toEqual({ max: 1, tickAmount: 4 });
});

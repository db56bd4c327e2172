import { countTrendOf } from './figure-texts';

const trendOf = (now: number, before: number) =>
  countTrendOf(
    { counts: { sent: now }, previous: { counts: { sent: before } } } as Parameters<typeof countTrendOf>[0],
    'sent',
  );

it('tells the change of a count in percent of the range before', () => {
  expect(trendOf(150, 100)).toEqual({ direction: 'up', text: '50%', good: true });
  expect(trendOf(90, 100)).toEqual({ direction: 'down', text: '10%', good: false });
  expect(trendOf(100, 100)).toEqual({ direction: 'flat', text: 'no change' });
});

it('tells what it rose from where that was next to nothing, and nothing where there was nothing', () => {
  expect(trendOf(415, 3)).toEqual({ direction: 'up', text: 'from 3', good: true });
  expect(trendOf(7, 0)).toBeUndefined();
});

import type { ForecastView } from '@skein/contracts/main/review.contract';
import { compareForecasts, everyDay, forecastSeries } from './forecast-series';

const day = (date: string, sent: Record<number, number>): ForecastView['days'][number] => ({
  date,
  total: 0,
  new_leads: 0,
  follow_ups: 0,
  capacity: 0,
  by_mailbox: Object.entries(sent).map(([id, count]) => ({ mailbox_id: Number(id), sent: count })),
});
const mailboxes = Array.from({ length: 8 }, (_, index) => ({
  id: index + 1,
  from_email: `m${index + 1}@x.test`,
  sent: 100 - index,
}));

test('days without a send are gaps, not left out', () => {
  expect(everyDay([{ date: '2026-11-27' }, { date: '2026-11-30' }])).toEqual([
    '2026-11-27',
    '2026-11-28',
    '2026-11-29',
    '2026-11-30',
  ]);
  expect(everyDay([])).toEqual([]);
});

test('the largest mailboxes have their own column part, the rest stand together, and nothing is lost', () => {
  const { series, categories } = forecastSeries({
    days: [day('2026-11-24', { 1: 5, 7: 2, 8: 1 }), day('2026-11-26', { 1: 1 })],
    mailboxes,
  });
  expect(categories).toHaveLength(3);
  expect(series).toHaveLength(6);
  expect(series.at(-1)).toMatchObject({ label: '3 other mailboxes', values: [3, 0, 0] });
  expect(series.flatMap((entry) => entry.values).reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(9);
});

test('a change is told against the campaign as it is', () => {
  const base = { sending_days: 35, emails: 5914, last_send_at: 'a' } as ForecastView;
  const changed = { sending_days: 29, emails: 5914, last_send_at: 'b' } as ForecastView;
  expect(compareForecasts(base, changed, ['8 mailboxes instead of 6'])).toEqual({
    text: 'With 8 mailboxes instead of 6: last send',
    last: 'b',
    tail: '6 sending days sooner',
    isBetter: true,
  });
});

import type { TriggerRow } from '@skein/contracts/analytics/campaign-analytics.contract';
import { linesOf, timeOfLine } from './quiet-rounds';

const round = (id: string, more: Partial<TriggerRow> = {}) =>
  ({
    ...{ id, state: 'COMPLETED', planned: 0, sent: 0, failed: 0, skipped: [], message: 'No follow-ups due.' },
    ...more,
  }) as unknown as TriggerRow;
/** Rounds that sent, below those of a test: the page has lines enough. */
const sent = Array.from({ length: 9 }, (_, index) => round(`s${index}`, { planned: 1, sent: 1 }));
const told = (rows: TriggerRow[], opened: string[] = []) =>
  linesOf([...rows, ...sent], new Set(opened))
    .filter(({ round: { id } }) => !id.startsWith('s'))
    .map(({ round: { id }, quiet }) => (quiet ? `${id}+${quiet.length - 1}` : id));

test('quiet rounds in a row are one line, and a round that sent stands alone', () => {
  expect(
    told([round('9'), round('8'), round('7'), round('6', { planned: 1, sent: 1 }), round('5'), round('4')]),
  ).toEqual(['9+2', '6', '5', '4']);
});

test('a page of quiet rounds alone shows them, and folds only what is below enough lines', () => {
  const quiet = Array.from({ length: 50 }, (_, index) => round(String(99 - index)));
  expect(linesOf(quiet, new Set()).map((line) => line.quiet)).toEqual(quiet.map(() => null));
  const between = [...quiet.slice(0, 12), round('40', { planned: 1, sent: 1 }), ...quiet.slice(12)];
  const lines = linesOf(between, new Set());
  expect(lines).toHaveLength(14);
  expect(lines.at(-1)?.quiet).toHaveLength(38);
});

test('a line that was opened shows its rounds', () => {
  const rows = [round('9'), round('8'), round('7')];
  expect(told(rows, ['9'])).toEqual(['9', '8', '7']);
  expect(told(rows, ['8'])).toEqual(['9', '8', '7']);
});

test('a line that was opened stays open when a newer round arrives', () => {
  expect(told([round('9'), round('8'), round('7'), round('6')], ['8'])).toEqual(['9', '8', '7', '6']);
});

test.each([
  ['one round of today', '2026-11-24T10:47:00Z', undefined, '10:47'],
  ['several of today', '2026-11-24T10:47:00Z', '2026-11-24T08:00:00Z', '08:00 to 10:47'],
  ['several of another day', '2026-11-22T10:47:00Z', '2026-11-22T08:00:00Z', 'Nov 22, 08:00 to 10:47'],
  ['several over midnight', '2026-11-24T06:00:00Z', '2026-11-22T22:00:00Z', 'Nov 22, 22:00 to Nov 24, 06:00'],
])('tells the time of %s', (_, end, begin, text) => {
  const [last, first] = [end, begin].map((scheduled_at) => round('9', { scheduled_at: scheduled_at ?? end }));
  const line = { round: last as TriggerRow, quiet: begin ? [last as TriggerRow, first as TriggerRow] : null };
  expect(timeOfLine(line, new Date('2026-11-24T12:00:00Z'), 'UTC')).toBe(text);
});

test.each([
  ['another message', { message: 'The window was closed.' }],
  ['a lead that was held back', { skipped: [{ code: 'CAP', count: 1, text: 'Daily limit.' }] }],
  ['a round that still runs', { state: 'RUNNING' }],
  ['a failure', { failed: 1 }],
])('%s is no part of them', (_, more) => {
  expect(told([round('4'), round('3', more as Partial<TriggerRow>), round('2'), round('1')])).toEqual([
    '4',
    '3',
    '2',
    '1',
  ]);
});

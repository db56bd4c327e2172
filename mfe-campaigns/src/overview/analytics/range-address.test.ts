import { readRange, usualDays, writeRange } from './range-address';

const written = (query: string, change: Parameters<typeof writeRange>[1]) =>
  writeRange(new URLSearchParams(query), change).toString();

it('keeps the view in the address and leaves defaults out of it', () => {
  expect(written('', { from: '2026-11-02', to: '2026-11-19', axis: 'sent', includeOutOfOffice: true })).toBe(
    'from=2026-11-02&to=2026-11-19&by=sent&ooo=counted',
  );
  expect(
    written('from=2026-11-02&to=2026-11-19&by=sent&ooo=counted&figure=replied', {
      axis: 'event',
      includeOutOfOffice: false,
    }),
  ).toBe('from=2026-11-02&to=2026-11-19&figure=replied');
});

it('ignores ranges that no server would take', () => {
  for (const query of [
    'from=2026-11-02',
    'from=2026-11-19&to=2026-11-02',
    'from=2026-02-31&to=2026-03-01',
    'from=2026-01-01&to=2026-12-31',
  ])
    expect(readRange(new URLSearchParams(query))).toMatchObject({ from: null, to: null });
});

it('shows the life of a campaign, at most 31 days, and not the empty time after it', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const of = (first: string | null, last: string | null) =>
    usualDays({ first_sent_at: first, last_sent_at: last }, now, 'Etc/GMT');
  expect(of('2026-11-02T09:00:00Z', '2026-11-19T09:00:00Z')).toEqual({ from: '2026-11-02', to: '2026-11-20' });
  expect(of('2026-08-02T09:00:00Z', '2026-11-19T09:00:00Z')).toEqual({ from: '2026-10-21', to: '2026-11-20' });
  expect(of('2026-08-02T09:00:00Z', '2026-08-20T09:00:00Z')).toEqual({ from: '2026-08-02', to: '2026-09-01' });
  expect(of('2026-10-20T09:00:00Z', '2026-11-13T09:00:00Z')).toEqual({ from: '2026-10-20', to: '2026-11-19' });
  expect(of('2026-05-02T09:00:00Z', '2026-08-20T09:00:00Z')).toEqual({ from: '2026-08-03', to: '2026-09-02' });
  expect(of(null, null)).toEqual({ from: '2026-11-14', to: '2026-11-20' });
});

import { readGlobal, writeGlobal } from './range-address';

const now = new Date('2026-11-20T23:30:00Z');
const read = (query: string, zone = 'Etc/GMT') => readGlobal(new URLSearchParams(query), now, zone);

it('shows the last 31 days in the zone of the person unless the address says otherwise', () => {
  expect(read('')).toMatchObject({ from: '2026-10-21', to: '2026-11-20', zone: null, axis: 'event' });
  expect(read('', 'Asia/Tokyo')).toMatchObject({ from: '2026-10-22', to: '2026-11-21' });
  expect(read('zone=Asia/Tokyo')).toMatchObject({ to: '2026-11-21', zone: 'Asia/Tokyo' });
  expect(read('from=2026-01-01&to=2026-11-01&zone=Mars/Olympus&figure=nothing&campaigns=drop table')).toMatchObject({
    to: '2026-11-20',
    zone: null,
    figure: null,
    campaigns: { sort: 'sent', page: 1 },
  });
});

it('keeps sort and page of both tables apart, and begins them anew with another range', () => {
  const query = writeGlobal(new URLSearchParams(), { campaigns: { sort: 'replied', direction: 'desc', page: 3 } });
  expect(query.toString()).toBe('campaigns=-replied.3');
  expect(read(query.toString())).toMatchObject({
    campaigns: { sort: 'replied', direction: 'desc', page: 3 },
    mailboxes: { sort: 'sent', page: 1 },
  });
  expect(writeGlobal(query, { axis: 'sent' }).toString()).toBe('campaigns=-replied&by=sent');
});

it('keeps the name of the row whose figure is open for its title, and drops it with the figure', () => {
  const narrow = { group_by: 'client', group_key: '4' } as const;
  const query = writeGlobal(new URLSearchParams(), { figure: 'sent', narrow, of: `Acme ${'x'.repeat(200)}` });
  expect(read(query.toString())).toMatchObject({ figure: 'sent', narrow, of: `Acme ${'x'.repeat(75)}` });
  expect(read('figure=sent&of=Acme')).toMatchObject({ narrow: null, of: null });
  expect(read(`figure=sent&rows=group_by%3Dclient&of=${'y'.repeat(999)}`).of).toHaveLength(80);
  expect(writeGlobal(query, { figure: null }).toString()).toBe('');
  expect(writeGlobal(new URLSearchParams(), { figure: 'sent', of: 'Acme' }).toString()).toBe('figure=sent');
});

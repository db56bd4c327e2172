import { addressesIn, pageAddress, scheduleText } from './report-labels';

it('reads addresses that stand in lines or between commas, each once', () =>
  expect(addressesIn(' Ann@reader.test,\n bo@reader.test; ann@reader.test\n')).toEqual([
    'ann@reader.test',
    'bo@reader.test',
  ]));

it('leads to the page with its filters, narrowed to the client', () => {
  expect(pageAddress({ page: 'global-analytics', address: '', client_id: null })).toBe('/app/global-analytics');
  expect(pageAddress({ page: 'team-board', address: 'campaign=4', client_id: 7 })).toBe(
    '/app/analytics-v2/team-board?campaign=4&client=7',
  );
});

it('says when a report is emailed', () => {
  const schedule = { weekday: 1, hour: 8, time_zone: 'America/New_York', is_active: true, next_at: null };
  expect(scheduleText({ schedule })).toBe('Mondays at 08:00, America/New York');
  expect(scheduleText({ schedule: { ...schedule, time_zone: 'Etc/GMT' } })).toBe('Mondays at 08:00, UTC');
  expect(scheduleText({ schedule: { ...schedule, is_active: false } })).toBe('Not emailed');
});

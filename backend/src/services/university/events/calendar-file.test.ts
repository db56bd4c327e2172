import { calendarFile } from './calendar-file';
import { datesAhead } from './event-dates';

it('writes every kind of line break in a description as one', () => {
  const series = {
    ...{
      slug: 'office-hours',
      title: 'Office hours',
      host: 'Ada',
      time_zone: 'Europe/Berlin',
      first: '2026-01-07T11:00',
    },
    ...{ every_weeks: null, minutes: 45, join_url: null, recording_url: null, recordings: {}, changed: {} },
    text: 'One\r\ntwo\rthree\nfour',
  };
  const [date] = datesAhead(series, 0);
  expect(date && calendarFile(date, { joinUrl: null, made: new Date(0) })).toContain(
    '\r\nDESCRIPTION:One\\ntwo\\nthree\\nfour\r\n',
  );
});

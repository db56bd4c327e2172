import {
  daysInWords,
  dayText,
  fullInstant,
  knownZones,
  shortInstant,
  spokenInstant,
  zoneLabel,
  zoneName,
} from './instant';

const at = '2026-11-24T14:30:00Z';
const now = new Date('2026-11-24T18:00:00Z');

it('writes every instant in one order, as short as its distance allows', () => {
  expect(shortInstant(at, now, 'America/Chicago')).toBe('08:30');
  expect(shortInstant('2026-11-17T22:20:00Z', now, 'America/Chicago')).toBe('Nov 17, 16:20');
  expect(shortInstant('2025-11-17T22:20:00Z', now, 'America/Chicago')).toBe('Nov 17, 2025, 16:20');
  expect(fullInstant(at, 'America/Chicago')).toBe('Tue, Nov 24, 2026, 08:30 CST');
  expect(dayText('2026-11-09')).toBe('Nov 9');
  expect(dayText('2026-11-09', 'weekday')).toBe('Mon, Nov 9');
});

it('says today and tomorrow in the zone that is asked for', () => {
  expect(spokenInstant('2026-11-25T01:00:00Z', now, 'America/Chicago')).toBe('today 19:00');
  expect(spokenInstant('2026-11-25T01:00:00Z', now, 'UTC')).toBe('tomorrow 01:00');
  expect(spokenInstant('2026-11-30T09:00:00Z', now, 'UTC')).toBe('Mon, Nov 30, 09:00');
});

it('gives a zone the name its people use, and UTC plus hours where there is none', () => {
  const winter = new Date('2026-01-05T12:00:00Z');
  const summer = new Date('2026-07-05T12:00:00Z');
  expect(
    ['America/Chicago', 'Europe/Berlin', 'Europe/London', 'Australia/Sydney'].map((z) => zoneName(winter, z)),
  ).toEqual(['CST', 'CET', 'GMT', 'AEDT']);
  expect(['America/Chicago', 'Europe/Berlin', 'Europe/London'].map((z) => zoneName(summer, z))).toEqual([
    'CDT',
    'CEST',
    'BST',
  ]);
  expect(['Etc/GMT', 'UTC', 'Etc/UTC'].map((z) => zoneName(winter, z))).toEqual(['UTC', 'UTC', 'UTC']);
  expect(zoneName(winter, 'Asia/Tehran')).toBe('UTC+3:30');
});

it('lists each zone once, the given ones first', () => {
  expect(zoneLabel('America/New_York')).toBe('America/New York');
  const zones = knownZones('America/New_York');
  expect(zones.slice(0, 2)).toEqual(['America/New_York', 'Etc/GMT']);
  expect(zones.filter((zone) => zoneLabel(zone) === 'UTC')).toHaveLength(1);
});

it.each([
  ['Emailed on 2026-11-24', 'Emailed on Nov 24, 2026'],
  ["Erased at the person's request, 2026-01-02", "Erased at the person's request, Jan 2, 2026"],
  ['The same address as row 2026', 'The same address as row 2026'],
  ['Blocked by list-2026-11-24-old', 'Blocked by list-2026-11-24-old'],
  ['Unsubscribed on 2026-13-45', 'Unsubscribed on 2026-13-45'],
])('writes the days in "%s"', (sentence, shown) => {
  expect(daysInWords(sentence)).toBe(shown);
});

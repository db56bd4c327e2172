import { DateTime } from 'luxon';
import { countSlots, nextOpening, nextSlot, openSpanAt, openSpansOfDay, slotAt, stepDueAt } from './calendar';
import { aDelay, aSchedule, DAY, HOUR, MINUTE, TUESDAY_NINE } from './testing/snapshots';
import { dayNumberAt, endOfLocalDay, instantOfLocal, localDateAt, offsetAt } from '@skein/template/zone-clock';
import type { IsoDay } from './plan.types';

const ALL_DAYS: readonly IsoDay[] = [1, 2, 3, 4, 5, 6, 7];
const at = (zone: string, text: string) => DateTime.fromISO(text, { zone }).toMillis();

// One zone for each distinct set of changes in the three years: the other names are aliases of these rules.
const FROM = Date.UTC(2026, 0, 1);
const TO = Date.UTC(2029, 0, 1);
function changesOf(zone: string): number[] {
  const changes: number[] = [];
  for (let day = FROM; day < TO; day += DAY) if (offsetAt(zone, day) !== offsetAt(zone, day + DAY)) changes.push(day);
  return changes;
}
const zonesWithChanges = new Map<string, { zone: string; changes: number[] }>();
for (const zone of Intl.supportedValuesOf('timeZone')) {
  const changes = changesOf(zone);
  const hours = Array.from({ length: 25 }, (_, hour) => hour * HOUR);
  const rule = JSON.stringify([
    offsetAt(zone, FROM),
    changes.map((change) => [change, hours.map((hour) => offsetAt(zone, change + hour))]),
  ]);
  if (changes.length > 0 && !zonesWithChanges.has(rule)) zonesWithChanges.set(rule, { zone, changes });
}

test('finds zones with changes of the clock, half-hour ones and changes at midnight among them', () => {
  const zones = [...zonesWithChanges.values()].map((entry) => entry.zone);
  expect(zones.length).toBeGreaterThan(20);
  expect(zones).toEqual(
    expect.arrayContaining([
      'Africa/Cairo',
      'Africa/Casablanca',
      'America/Chicago',
      'Australia/Lord_Howe',
      'America/Santiago',
    ]),
  );
});

test('knows the offset of luxon around every change of every zone in three years', () => {
  for (const { zone, changes } of zonesWithChanges.values()) {
    for (const change of changes) {
      for (let instant = change - 2 * HOUR; instant < change + 26 * HOUR; instant += 30 * MINUTE) {
        expect([zone, instant, offsetAt(zone, instant)]).toEqual([
          zone,
          instant,
          DateTime.fromMillis(instant, { zone }).offset * MINUTE,
        ]);
      }
    }
  }
});

test('is open exactly when the local time is in the window, on every day with a change of the clock', () => {
  const schedules = [
    { start: '00:30', end: '03:30' },
    { start: '22:00', end: '02:30' },
    { start: '09:00', end: '17:00' },
  ];
  for (const { zone, changes } of zonesWithChanges.values()) {
    for (const { start, end } of schedules) {
      const schedule = aSchedule({ timeZone: zone, windows: [{ days: ALL_DAYS, start, end }] });
      const [from, to] = [start, end].map((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)));
      for (const change of changes.slice(0, 2)) {
        for (let instant = change; instant < change + 28 * HOUR; instant += 15 * MINUTE) {
          const local = DateTime.fromMillis(instant, { zone });
          const minute = local.hour * 60 + local.minute;
          const expected = from! < to! ? minute >= from! && minute < to! : minute >= from! || minute < to!;
          expect([zone, start, local.toISO(), openSpanAt(schedule, instant) !== null]).toEqual([
            zone,
            start,
            local.toISO(),
            expected,
          ]);
        }
      }
    }
  }
});

test('keeps the interval between any two slots and never loses a day over a change of the clock', () => {
  for (const { zone, changes } of zonesWithChanges.values()) {
    for (const window of [
      { start: '09:00', end: '17:00' },
      { start: '00:00', end: '24:00' },
      { start: '01:15', end: '03:10' },
    ]) {
      const schedule = aSchedule({
        timeZone: zone,
        triggerIntervalMinutes: 7,
        windows: [{ days: ALL_DAYS, ...window }],
      });
      const start = changes[0]! - DAY;
      let last = nextSlot(schedule, start, null)!;
      const days = new Set([dayNumberAt(zone, last)]);
      for (
        let slot = nextSlot(schedule, last + 1, null)!;
        slot < start + 3 * DAY;
        slot = nextSlot(schedule, slot + 1, null)!
      ) {
        expect(slot - last).toBeGreaterThanOrEqual(7 * MINUTE);
        expect(slotAt(schedule, slot)?.slotAt).toBe(slot);
        last = slot;
        days.add(dayNumberAt(zone, slot));
      }
      expect(days.size).toBeGreaterThanOrEqual(3);
    }
  }
});

test('the end of a local day is the first instant of the next date', () => {
  for (const { zone, changes } of zonesWithChanges.values()) {
    for (const change of changes.slice(0, 2)) {
      const end = endOfLocalDay(zone, change + 5 * HOUR);
      expect([zone, localDateAt(zone, end - 1)]).toEqual([zone, localDateAt(zone, change + 5 * HOUR)]);
      expect(localDateAt(zone, end) > localDateAt(zone, end - 1)).toBe(true);
    }
  }
});

test('a skipped opening time opens at the change, and a repeated hour inside the window is open twice', () => {
  const early = aSchedule({ windows: [{ days: ALL_DAYS, start: '02:30', end: '05:00' }] });
  expect(nextOpening(early, at('America/New_York', '2026-03-08T00:00'))).toBe(
    at('America/New_York', '2026-03-08T03:00'),
  );
  const night = aSchedule({ windows: [{ days: ALL_DAYS, start: '01:00', end: '01:30' }] });
  expect(
    openSpansOfDay(night, dayNumberAt('America/New_York', at('America/New_York', '2026-11-01T12:00'))),
  ).toHaveLength(2);
  expect(instantOfLocal('America/New_York', dayNumberAt('UTC', Date.UTC(2026, 2, 8)), 2.5 * HOUR)).toBe(
    at('America/New_York', '2026-03-08T03:00'),
  );
});

test('fires from the opening of each window, joins overlapping ones and skips holidays and days off', () => {
  const schedule = aSchedule({
    windows: [
      { days: [1, 2, 3, 4, 5], start: '09:00', end: '11:00' },
      { days: [2], start: '10:30', end: '12:00' },
      { days: [2], start: '14:05', end: '15:00' },
    ],
    holidays: ['2026-11-26'],
  });
  const nine = TUESDAY_NINE;
  expect(slotAt(schedule, nine + 9 * MINUTE + 59_999)).toEqual({ slotAt: nine, endAt: nine + 3 * HOUR });
  expect(nextSlot(schedule, nine + 3 * HOUR - MINUTE, null)).toBe(nine + 5 * HOUR + 5 * MINUTE);
  expect(countSlots(schedule, nine, nine + 15 * HOUR, 0)).toBe(18 + 6);
  // Wednesday's window, then over Thanksgiving to Friday.
  expect(nextOpening(schedule, nine + DAY + 2 * HOUR)).toBe(nine + 3 * DAY);
  expect(nextOpening(schedule, nine + 3 * DAY + 2 * HOUR)).toBe(nine + 6 * DAY);
});

test('does not fire before the start date, nor sooner than the interval after the last trigger', () => {
  const schedule = aSchedule({ startAt: TUESDAY_NINE + 25 * MINUTE });
  expect(slotAt(schedule, TUESDAY_NINE + 29 * MINUTE)).toBeNull();
  expect(nextSlot(schedule, TUESDAY_NINE, null)).toBe(TUESDAY_NINE + 30 * MINUTE);
  expect(nextSlot(aSchedule(), TUESDAY_NINE + 1, TUESDAY_NINE + 2 * MINUTE)).toBe(TUESDAY_NINE + 20 * MINUTE);
});

test('never opens without a window, with an empty one, or when every day is a holiday', () => {
  expect(nextSlot(aSchedule({ windows: [] }), TUESDAY_NINE, null)).toBeNull();
  expect(
    nextOpening(aSchedule({ windows: [{ days: ALL_DAYS, start: '09:00', end: '09:00' }] }), TUESDAY_NINE),
  ).toBeNull();
});

test('a delay of days ends at the same local time, also over a change of the clocks, plus its hours and minutes', () => {
  const sent = at('America/New_York', '2026-10-31T09:12');
  expect(stepDueAt(aDelay(2, { hours: 1, minutes: 30 }), aSchedule(), sent)).toBe(
    at('America/New_York', '2026-11-02T09:12') + 1.5 * HOUR,
  );
  // As 24 hours each it would be due at 17:30, behind the window, and leave on Tuesday.
  const friday = at('America/New_York', '2027-03-12T16:30');
  expect(stepDueAt(aDelay(3), aSchedule(), friday)).toBe(at('America/New_York', '2027-03-15T16:30'));
  expect(stepDueAt(aDelay(0, { hours: 30 }), aSchedule(), sent)).toBe(sent + 30 * HOUR);
});

test('a delay of days whose local time is skipped or comes twice is due once, on its day', () => {
  const berlin = aSchedule({ timeZone: 'Europe/Berlin' });
  const skipped = stepDueAt(aDelay(1), berlin, at('Europe/Berlin', '2026-03-28T02:30'));
  expect(localDateAt('Europe/Berlin', skipped)).toBe('2026-03-29');
  const twice = stepDueAt(aDelay(1), berlin, at('Europe/Berlin', '2026-10-24T02:30'));
  expect(localDateAt('Europe/Berlin', twice)).toBe('2026-10-25');
});

test('a delay in sending days counts days with a window and keeps the local time', () => {
  const schedule = aSchedule({ holidays: ['2026-11-26'] });
  const sent = at('America/New_York', '2026-11-24T16:40');
  expect(stepDueAt(aDelay(3, { basis: 'SENDING_DAYS' }), schedule, sent)).toBe(
    at('America/New_York', '2026-11-30T16:40'),
  );
  const beforeChange = at('America/New_York', '2026-10-30T10:00');
  expect(stepDueAt(aDelay(1, { basis: 'SENDING_DAYS' }), aSchedule(), beforeChange)).toBe(
    at('America/New_York', '2026-11-02T10:00'),
  );
});

import { dateTagText, readDate, shiftDate } from './date-tags';
import { parseTemplate, renderTemplate } from './template';

const DAY = '"YYYY-MM-DD"';

function render(source: string, now: string, zone: string, fields: Record<string, string> = {}): string {
  return renderTemplate(parseTemplate(source), {
    fields,
    sender: { name: 'S T', email: 's@t.test' },
    seed: { campaignId: 1, leadId: 1, stepNumber: 1 },
    mode: 'random',
    clock: { now: Date.parse(now), zone },
  }).text;
}

describe('date tags', () => {
  it.each([
    // A day of 25 hours, a day of 23, a month end that is the next day in UTC already.
    ['America/New_York', '2026-11-01T04:30:00Z', '"tomorrow"', '2026-11-02'],
    ['Europe/Berlin', '2026-10-24T22:15:00Z', '"+1 day"', '2026-10-26'],
    ['America/New_York', '2026-03-31T01:30:00Z', '"+1 month"', '2026-04-30'],
    ['America/New_York', '2026-03-08T04:30:00Z', '"+1 day"', '2026-03-08'],
    ['America/New_York', '2026-11-02T04:30:00Z', '"yesterday"', '2026-10-31'],
    ['Australia/Sydney', '2026-01-30T22:30:00Z', '"+1 month"', '2026-02-28'],
    ['Pacific/Auckland', '2026-01-30T20:00:00Z', '"+1 month"', '2026-02-28'],
    ['Australia/Sydney', '2024-02-28T22:30:00Z', '"+1 year"', '2025-02-28'],
    ['America/New_York', '2026-11-01T04:30:00Z', '"next monday"', '2026-11-02'],
    ['Europe/Berlin', '2026-10-24T22:15:00Z', '"sunday"', '2026-11-01'],
    ['Europe/Berlin', '2026-10-24T22:15:00Z', '"+1 week"', '2026-11-01'],
    // Samoa left out 30 December 2011.
    ['Pacific/Apia', '2011-12-29T20:00:00Z', '"+1 day"', '2011-12-31'],
    ['Pacific/Apia', '2011-12-28T20:00:00Z', '"+7 days"', '2012-01-04'],
    ['No/Such_Zone', '2026-01-31T12:00:00Z', '"+1 month"', '2026-02-28'],
  ])('in %s at %s, %s is %s', (zone, now, shift, day) => {
    expect(render(`{{sl_date ${shift} ${DAY}}}`, now, zone)).toBe(day);
  });

  it('name the weekday of the day they count to', () => {
    const clock = { now: Date.parse('2026-11-01T04:30:00Z'), zone: 'America/New_York' };
    expect(dateTagText('sl_day_of_week', ['tomorrow'], clock)).toBe('Monday');
    expect(dateTagText('sl_day_of_week', [], clock)).toBe('Sunday');
  });

  it('keep the time of day across a clock change, and an hour an hour', () => {
    const now = Date.parse('2026-10-31T13:00:00Z');
    const time = '"YYYY-MM-DD HH:mm"';
    expect(render(`{{sl_date "+1 day" ${time}}}`, new Date(now).toISOString(), 'America/New_York')).toBe(
      '2026-11-01 09:00',
    );
    expect(render(`{{sl_date "+24 hours" ${time}}}`, new Date(now).toISOString(), 'America/New_York')).toBe(
      '2026-11-01 08:00',
    );
    // 02:30 does not exist on 29 March: the clocks jump to 03:00.
    expect(render(`{{sl_date "+1 day" ${time}}}`, '2026-03-28T01:30:00Z', 'Europe/Berlin')).toBe('2026-03-29 03:00');
  });

  it.each(Intl.supportedValuesOf('timeZone'))('count a day as a day of the calendar all year in %s', (zone) => {
    const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
    const offsets = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset', hour: 'numeric' });
    const offsetOf = (at: number) => offsets.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
    const hour = 3_600_000;
    const week = 168 * hour;
    const wrong: string[] = [];
    const check = (at: number) => {
      const next = new Date(`${days.format(at)}T00:00:00Z`);
      next.setUTCDate(next.getUTCDate() + 1);
      const shown = days.format(shiftDate(at, zone, 'tomorrow')!);
      if (shown !== next.toISOString().slice(0, 10)) wrong.push(`${new Date(at).toISOString()}: ${shown}`);
    };
    for (let at = Date.parse('2026-01-01T00:15:00Z'); at < Date.parse('2027-01-01T00:00:00Z'); at += week) {
      check(at);
      if (offsetOf(at) === offsetOf(at + week)) continue;
      for (let near = at - 30 * hour; near < at + week + 30 * hour; near += 5 * hour) check(near);
    }
    expect(wrong).toEqual([]);
  });
});

describe('dates of a lead', () => {
  it.each([
    ['2026-03-08', '2026-03-08 00:00'],
    ['March 8, 2026', '2026-03-08 00:00'],
    ['3/8/2026', '2026-03-08 00:00'],
    ['2026-03-08 09:30', '2026-03-08 09:30'],
    ['2026-03-08T09:30:00', '2026-03-08 09:30'],
    ['2026-03-08T17:30:00Z', '2026-03-08 13:30'],
    ['2026-03-08T17:30:00.000+01:00', '2026-03-08 12:30'],
    ['Sun, 08 Mar 2026 17:30:00 GMT', '2026-03-08 13:30'],
  ])('%s is read on the clock of the lead', (text, shown) => {
    expect(
      render('{{ start | date: "%Y-%m-%d %H:%M" }}', '2026-01-01T00:00:00Z', 'America/New_York', { start: text }),
    ).toBe(shown);
  });

  it('are left as they are when they are no dates', () => {
    expect(readDate('soon', 'Europe/Berlin')).toBeNaN();
    expect(render('{{ start | date: "%Y" }}', '2026-01-01T00:00:00Z', 'Europe/Berlin', { start: 'soon' })).toBe('soon');
  });
});

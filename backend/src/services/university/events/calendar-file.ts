import type { EventDate } from './event-dates';

const stamp = (at: Date): string => `${at.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
const escape = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

/** Lines longer than 75 octets are folded (RFC 5545, 3.1). */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part].join('\r\n ');
}

/**
 * One date of an event as a calendar file (RFC 5545) that reminds 15 minutes before it begins.
 * @param given.joinUrl null for somebody who has not registered
 */
export function calendarFile(date: EventDate, { joinUrl, made }: { joinUrl: string | null; made: Date }): string {
  const { series } = date;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Skein//University//EN',
    'BEGIN:VEVENT',
    `UID:${date.id}@skein`,
    `DTSTAMP:${stamp(made)}`,
    `DTSTART:${stamp(date.startsAt)}`,
    `DTEND:${stamp(date.endsAt)}`,
    `SUMMARY:${escape(series.title)}`,
    `DESCRIPTION:${escape(series.text)}`,
    // Most calendars show the place and not the address.
    ...(joinUrl ? [`URL:${joinUrl}`, `LOCATION:${escape(joinUrl)}`] : []),
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escape(series.title)}`,
    'TRIGGER:-PT15M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

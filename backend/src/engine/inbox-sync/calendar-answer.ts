import type { CalendarAnswer } from '@skein/contracts/calendar-answer';
import { readCalendar, textOfValue, type CalendarProperty } from './calendar-lines';
import { instantOfCalendarTime } from './calendar-time';
import { asciiAddress, textOfPart } from './parse-mail';
import type { MailPart, ParsedMail } from './parsed-mail';

/** An email of a calendar program, read. */
export interface FoundCalendarAnswer extends CalendarAnswer {
  /** What its sender typed with the answer. The email's own text is the calendar program's. */
  comment: string;
}

/** Bytes of a calendar part that are read: those of real answers are a few kilobytes. */
const longestCalendar = 100_000;
/** A program sends the same calendar inline and as a file. */
const mostCalendars = 3;
const longestComment = 2_000;

const participations: Record<string, CalendarAnswer['answer']> = {
  ACCEPTED: 'accepted',
  TENTATIVE: 'tentative',
  DECLINED: 'declined',
};
const organised: Record<string, CalendarAnswer['answer']> = { REQUEST: 'invited', CANCEL: 'cancelled' };

/** What the sender of an email answers to an invitation, or proposes, in its calendar part (RFC 5545, RFC 5546); null where it has none. */
export function readCalendarAnswer(mail: ParsedMail): FoundCalendarAnswer | null {
  for (const part of mail.parts.filter(isCalendar).slice(0, mostCalendars)) {
    const found = readPart(mail, part);
    if (found) return found;
  }
  return null;
}

const isCalendar = (part: MailPart): boolean =>
  part.contentType === 'text/calendar' ||
  part.contentType === 'application/ics' ||
  (part.filename?.toLowerCase().endsWith('.ics') ?? false);

function readPart(mail: ParsedMail, part: MailPart): FoundCalendarAnswer | null {
  const { method, event, zones } = readCalendar(textOfPart(part, longestCalendar));
  if (event.length === 0) return null;
  const senders = new Set([mail.from, ...mail.replyTo].flatMap((address) => address?.address ?? []));
  const attendee = attendeeOf(event, mail, senders);
  const answer = answerOf(method, { event, attendee }, senders);
  if (answer === null) return null;
  const starts = event.find(({ name }) => name === 'DTSTART');
  const at = starts ? instantOfCalendarTime(starts, zones) : null;
  const written = event.find(({ name }) => name === 'COMMENT')?.value ?? '';
  return {
    answer,
    starts_at: at === null ? null : new Date(at).toISOString(),
    comment: textOfValue(written || parameterOf(attendee, 'X-RESPONSE-COMMENT')).slice(0, longestComment),
  };
}

function answerOf(
  method: string,
  { event, attendee }: { event: readonly CalendarProperty[]; attendee: readonly CalendarProperty[] },
  senders: ReadonlySet<string>,
): CalendarAnswer['answer'] | null {
  if (method === 'COUNTER') return attendee.length > 0 ? 'counter' : null;
  if (method === 'REPLY') {
    const states = attendee.flatMap(({ parameters }) => parameters.get('PARTSTAT') ?? []);
    const [state = '', ...others] = new Set(states.map((given) => given.toUpperCase()));
    // Who says both yes and no has said neither.
    return others.length === 0 ? (participations[state] ?? null) : null;
  }
  const organiser = event.filter(({ name }) => name === 'ORGANIZER');
  return organiser.some((property) => isOf(property, senders)) ? (organised[method] ?? null) : null;
}

const FORWARDED = /^(?:fwd?|wg|tr|rv|enc|doorst|vs|vb)\s?:/i;

/**
 * The sender's own lines. An answer names nobody but who answers (RFC 5546, 3.2.3), perhaps by another address of theirs; somebody else's
 * that is forwarded, or our own that comes back, is no answer of the sender.
 */
function attendeeOf(
  event: readonly CalendarProperty[],
  mail: Pick<ParsedMail, 'to' | 'subject'>,
  senders: ReadonlySet<string>,
): CalendarProperty[] {
  const attendees = event.filter(({ name }) => name === 'ATTENDEE');
  const own = attendees.filter((attendee) => isOf(attendee, senders));
  if (own.length > 0) return own;
  const [other, ...more] = new Set(attendees.map(({ value }) => addressOf(value)));
  const isTheirs =
    more.length === 0 && !FORWARDED.test(mail.subject) && !mail.to.some(({ address }) => address === other);
  return isTheirs ? attendees : [];
}

const addressOf = (value: string): string =>
  asciiAddress(
    value
      .replace(/^mailto:/i, '')
      .trim()
      .toLowerCase(),
  );

/** Whether a line is about the sender, or about somebody for whom the sender answers. */
const isOf = ({ value, parameters }: CalendarProperty, senders: ReadonlySet<string>): boolean =>
  [value, ...(parameters.get('SENT-BY') ?? [])].some((address) => senders.has(addressOf(address)));

const parameterOf = (properties: readonly CalendarProperty[], name: string): string =>
  properties.flatMap(({ parameters }) => parameters.get(name) ?? [])[0] ?? '';

import type { CalendarAction } from './behaviour';
import { buildMail, type OutgoingMail } from './compose-reply';
import type { ProspectPerson } from './prospect-person';
import type { SeededRandom } from './seeded-random';

export interface CalendarInput {
  person: ProspectPerson;
  mailbox: string;
  action: CalendarAction;
  language: 'en' | 'de' | 'fr' | 'es';
  /** Campaign time. */
  at: number;
  messageId: string;
  random: SeededRandom;
}

const hour = 3_600_000;
const day = 24 * hour;
const meeting = 'Intro call';

const subjects: Record<CalendarAction, Record<CalendarInput['language'], string>> = {
  accepts: { en: 'Accepted: ', de: 'Zugesagt: ', fr: 'Accepté : ', es: 'Aceptado: ' },
  declines: { en: 'Declined: ', de: 'Abgelehnt: ', fr: 'Refusé : ', es: 'Rechazado: ' },
  proposes: {
    en: 'New Time Proposed: ',
    de: 'Anderen Termin vorgeschlagen: ',
    fr: 'Nouvel horaire proposé : ',
    es: 'Nueva hora propuesta: ',
  },
};
const verbs: Record<CalendarAction, string> = {
  accepts: 'has accepted this invitation',
  declines: 'has declined this invitation',
  proposes: 'has proposed a new time for this event',
};

/** The Western European zone as Outlook writes it: by a name of its own, with the rules of its changes. */
const outlookZone = [
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

/** A person's answer to an invitation as Google, Outlook or Apple sends it: a machine's mail that cites no other, with a calendar part. */
export async function composeCalendar(input: CalendarInput): Promise<OutgoingMail> {
  const { person, mailbox, random } = input;
  const program = random.pick(['google', 'outlook', 'apple'] as const);
  // In the afternoon of one of the next days.
  const start = Math.floor(input.at / day) * day + (2 + Math.floor(random.next() * 5)) * day + 13 * hour;
  const method = input.action === 'proposes' ? 'COUNTER' : 'REPLY';
  const content = calendarOf(input, program, method, start);
  const raw = await buildMail({
    from: { name: person.fullName, address: person.address },
    to: mailbox,
    subject: `${subjects[input.action][input.language]}${meeting}`,
    date: new Date(input.at),
    messageId: input.messageId,
    ...(program === 'google'
      ? {
          text: `${person.fullName} ${verbs[input.action]}.\n\n${meeting}\n\nTo stop receiving these emails, change your notification settings.\n`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          attachments: [{ filename: 'invite.ics', contentType: 'application/ics', content }],
        }
      : { text: '' }),
    alternatives: [{ contentType: `text/calendar; charset=utf-8; method=${method}`, content }],
  });
  return { sender: person.address, recipient: mailbox, messageId: input.messageId, raw };
}

function calendarOf(
  { person, mailbox, action, at }: CalendarInput,
  program: 'google' | 'outlook' | 'apple',
  method: 'REPLY' | 'COUNTER',
  start: number,
): string {
  const state = action === 'accepts' ? 'ACCEPTED' : action === 'declines' ? 'DECLINED' : 'TENTATIVE';
  const zone = program === 'outlook' ? 'W. Europe Standard Time' : 'Europe/Berlin';
  const time = (name: string, at: number): string =>
    program === 'google' ? `${name}:${stamp(at)}Z` : `${name};TZID=${zone}:${stamp(localTime(at))}`;
  return [
    'BEGIN:VCALENDAR',
    `PRODID:-//${program}//Sandbox//EN`,
    'VERSION:2.0',
    `METHOD:${method}`,
    ...(program === 'outlook' ? outlookZone : []),
    'BEGIN:VEVENT',
    time('DTSTART', start),
    time('DTEND', start + hour / 2),
    `DTSTAMP:${stamp(at)}Z`,
    `ORGANIZER:mailto:${mailbox}`,
    `UID:${start}-intro@${mailbox.slice(mailbox.lastIndexOf('@') + 1)}`,
    `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=${state};CN="${person.fullName}":mailto:${person.address}`,
    `SUMMARY:${meeting}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .flatMap(folded)
    .join('\r\n');
}

/** Lines of at most 75 characters (RFC 5545, 3.1). */
const folded = (line: string): string[] =>
  (line.match(/^.{1,75}|.{1,74}/g) ?? ['']).map((piece, index) => (index === 0 ? piece : ` ${piece}`));

const stamp = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}Z$/g, '');

/** The clock of Berlin, read as if it was in UTC. */
function localTime(at: number): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Berlin', timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')!.value;
  return at + Number(/GMT\+(\d\d)/.exec(name)![1]) * hour;
}

import { z } from 'zod';
import { instant } from './schemas';

/**
 * What an email of a calendar program does with a meeting (RFC 5546). `counter` proposes another time; `invited` and `cancelled` are about a
 * meeting of the lead's own.
 */
export const calendarAnswers = ['accepted', 'tentative', 'declined', 'counter', 'invited', 'cancelled'] as const;

export const calendarAnswerView = z.object({
  answer: z.enum(calendarAnswers),
  /** When the meeting begins; null for a whole day, or where the email names no time that can be placed. */
  starts_at: instant.nullable(),
});
export type CalendarAnswer = z.output<typeof calendarAnswerView>;

const words: Record<CalendarAnswer['answer'], string> = {
  accepted: 'Accepted the meeting',
  tentative: 'Tentatively accepted the meeting',
  declined: 'Declined the meeting',
  counter: 'Proposed another time',
  invited: 'Invited you to a meeting',
  cancelled: 'Cancelled the meeting',
};

/** A calendar answer on a screen: "Accepted the meeting: Tue, Nov 24, 14:00". @param when its beginning in words, in the reader's zone */
export const calendarWords = (answer: CalendarAnswer['answer'], when: string | null): string =>
  when === null ? words[answer] : `${words[answer]}: ${when}`;

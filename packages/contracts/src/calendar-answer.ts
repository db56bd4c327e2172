// Without schemas: the first list of the inbox does not load them.

/**
 * What an email of a calendar program does with a meeting (RFC 5546). `counter` proposes another time; `invited` and
 * `cancelled` are about a meeting of the lead's own.
 */
export const calendarAnswers = ['accepted', 'tentative', 'declined', 'counter', 'invited', 'cancelled'] as const;

export interface CalendarAnswer {
  answer: (typeof calendarAnswers)[number];
  /** When the meeting begins (ISO); null for a whole day, or where the email names no time that can be placed. */
  starts_at: string | null;
}

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

import type { PlannedEvent } from './operator-events.contract';

/** An event without what each installation decides for itself: its host, its time and its link. */
export type ReadyEvent = Pick<PlannedEvent, 'title' | 'summary' | 'every_weeks' | 'minutes'>;

/** Events that an operator can add as they are. The sandbox holds the same. */
export const readyEvents = {
  officeHours: {
    title: 'Office hours',
    summary:
      'Bring one campaign and one question. We read the emails as your leads read them and leave you with one change to make.',
    every_weeks: 2,
    minutes: 45,
  },
  blockLists: {
    title: 'Getting off a block list',
    summary:
      'What to check first, what to write to the list’s operator, and how to come back without being listed again.',
    every_weeks: 4,
    minutes: 30,
  },
} as const satisfies Record<string, ReadyEvent>;

import type { PlannedEvent } from '@skein/contracts/university/operator-events.contract';
import type { MainDeps } from '#main/deps';
import { noteOperatorAction } from '#main/main.api';
import { addEvent } from '#services/university/events/operator-events';
import { createLibrary } from '#services/university/library/library';
import { sandboxStateStore } from '../sandbox-state.store';

const events: PlannedEvent[] = [
  {
    title: 'Office hours',
    host: 'The Skein team',
    summary:
      'Bring one campaign and one question. We read the emails as your leads read them and leave you with one change to make.',
    time_zone: 'America/New_York',
    first: '2026-01-07T11:00',
    every_weeks: 2,
    minutes: 45,
    join_url: null,
  },
  {
    title: 'Getting off a block list',
    host: 'The Skein team',
    summary:
      'What to check first, what to write to the list’s operator, and how to come back without being listed again.',
    time_zone: 'Europe/Berlin',
    first: '2026-01-15T16:00',
    every_weeks: 4,
    minutes: 30,
    join_url: null,
  },
];

/** Adds two events once, as an operator does on the page of events. What an operator of the sandbox deletes stays deleted. */
export async function addDemoEvents(main: Pick<MainDeps, 'db' | 'realClock'>): Promise<void> {
  const states = sandboxStateStore(main.db);
  if (await states.read('events')) return;
  const library = createLibrary({ shipped: '', own: '' }, () => {});
  for (const event of events) await addEvent({ ...main, library, noteOperator: noteOperatorAction }, 'demo', event);
  await states.write('events', { added: events.length });
}

import type { PlannedEvent } from '@skein/contracts/university/operator-events.contract';
import { readyEvents } from '@skein/contracts/university/ready-events';
import type { MainDeps } from '#main/deps';
import { noteOperatorAction } from '#main/main.api';
import { addEvent } from '#services/university/events/operator-events';
import { createLibrary } from '#services/university/library/library';
import { sandboxStateStore } from '../sandbox-state.store';

const own = { host: 'The Skein team', join_url: null };
const events: PlannedEvent[] = [
  { ...readyEvents.officeHours, ...own, time_zone: 'America/New_York', first: '2026-01-07T11:00' },
  { ...readyEvents.blockLists, ...own, time_zone: 'Europe/Berlin', first: '2026-01-15T16:00' },
];

/** Adds two events once, as an operator does on the page of events. What an operator of the sandbox deletes stays deleted. */
export async function addDemoEvents(main: Pick<MainDeps, 'db' | 'realClock'>): Promise<void> {
  const states = sandboxStateStore(main.db);
  if (await states.read('events')) return;
  const library = createLibrary({ shipped: '', own: '' }, () => {});
  for (const event of events) await addEvent({ ...main, library, noteOperator: noteOperatorAction }, 'demo', event);
  await states.write('events', { added: events.length });
}

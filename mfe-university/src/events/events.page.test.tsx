import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UniversityEvent } from '@skein/contracts/university/library';
import { universityContract } from '@skein/contracts/university/university.contract';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { UniversityArea } from '../university-area';

const event = {
  id: 'office-hours.2026-12-02',
  title: 'Office hours',
  summary: 'Bring one campaign and one question.',
  host: 'Ada',
  starts_at: '2026-12-02T16:00:00.000Z',
  ends_at: '2026-12-02T16:45:00.000Z',
  time_zone: 'America/New_York',
  join_url: 'https://meet.test/hours',
  recording_url: null,
  is_registered: false,
  registered: 0,
} satisfies UniversityEvent;

const address = '/app/events';
const inZone = (zone: string) => person({ user: { time_zone: zone } });

async function open(upcoming: UniversityEvent[], { past = [] as UniversityEvent[], zone = 'Europe/Berlin' } = {}) {
  const server = productServer();
  server.answer(universityContract, 'events', { upcoming, past });
  await renderPage(UniversityArea, { server, address, as: inZone(zone) });
  await screen.findAllByRole('listitem');
  return server;
}

describe('events', () => {
  testPageStates({
    page: 'mfe-university/src/events/events.page.tsx',
    area: UniversityArea,
    address,
    given: (server) => void server.answer(universityContract, 'events', { upcoming: [event], past: [] }),
    reads: [universityContract, 'events'],
    loading: 'Loading events',
    data: 'Office hours',
    empty: {
      given: (server) => void server.answer(universityContract, 'events', { upcoming: [], past: [] }),
      shows: 'No events are planned',
    },
    noAccess: { as: person({ user: { isClient: true } }), goesTo: '/app/home' },
  });

  it.each([
    ['Europe/Berlin', 'Wed, Dec 2, 17:00 to 17:45 CET (11:00 EST in America/New York)'],
    ['America/New_York', 'Wed, Dec 2, 11:00 to 11:45 EST'],
    ['Pacific/Auckland', 'Thu, Dec 3, 05:00 to 05:45 NZDT (11:00 EST in America/New York)'],
  ])('shows a date in the zone of a person in %s', async (zone, text) => {
    await open([event], { zone });
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('groups a very full calendar by month of the person, in order, each date with its own button', async () => {
    const at = (index: number) => Date.UTC(2026, 11, 1, 2) + index * 8 * 3_600_000;
    const many = Array.from({ length: 250 }, (_, index) => ({
      ...event,
      id: `session-${index}.${new Date(at(index)).toISOString().slice(0, 10)}`,
      title: `Session ${index}`,
      starts_at: new Date(at(index)).toISOString(),
      ends_at: new Date(at(index) + 3_600_000).toISOString(),
    }));
    const server = await open(many, { zone: 'America/Los_Angeles' });
    const months = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    // Two in the morning of December 1 in London is still November in Los Angeles.
    expect(months).toEqual(['November 2026', 'December 2026', 'January 2027', 'February 2027']);
    const rows = screen.getAllByRole('listitem');
    expect(rows.map((row) => within(row).getByText(/^Session/).textContent)).toEqual(many.map(({ title }) => title));
    server.answer(universityContract, 'register', ({ params }) => ({ ...event, id: params.eventId }));
    fireEvent.click(within(rows[249] as HTMLElement).getByRole('button', { name: 'Register' }));
    await screen.findByText('You are registered for Session 249');
    expect(server.calls(universityContract, 'register')).toMatchObject([{ params: { eventId: many[249]?.id } }]);
  });

  it('folds the dates of a series behind the next one until they are asked for, but for those that somebody comes to', async () => {
    const on = (day: string, more: Partial<UniversityEvent> = {}): UniversityEvent => ({
      ...event,
      id: `office-hours.${day}`,
      starts_at: `${day}T16:00:00.000Z`,
      ends_at: `${day}T16:45:00.000Z`,
      ...more,
    });
    const other = { ...event, id: 'first-week.2026-12-08', title: 'First week' };
    await open([
      on('2026-12-02'),
      other,
      on('2026-12-16'),
      on('2026-12-30', { is_registered: true }),
      on('2027-01-13'),
    ]);
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    expect(screen.getByText('Registered')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '2 more dates' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    expect(screen.queryByRole('button', { name: /more date/ })).toBeNull();
  });

  it('registers, then offers to join and to cancel', async () => {
    const server = await open([event]);
    expect(screen.queryByRole('link', { name: 'Join' })).toBeNull();
    server.answer(universityContract, 'register', { ...event, is_registered: true, registered: 1 });
    server.answer(universityContract, 'unregister', { done: true });
    server.answer(universityContract, 'events', {
      upcoming: [{ ...event, is_registered: true, registered: 1 }],
      past: [],
    });
    fireEvent.click(screen.getByRole('button', { name: 'Register' }));
    await screen.findByText('You get a reminder one hour before it starts.');
    expect((await screen.findByRole('link', { name: 'Join' })).getAttribute('href')).toBe('https://meet.test/hours');
    server.answer(universityContract, 'events', { upcoming: [event], past: [] });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel registration' }));
    await screen.findByText('Registration canceled');
    await screen.findByRole('button', { name: 'Register' });
  });

  it('says why a registration was refused and leaves the date as it was', async () => {
    const server = await open([event]);
    server.fail(universityContract, 'register', { code: 'ILLEGAL_TRANSITION', message: 'This event is over.' });
    fireEvent.click(screen.getByRole('button', { name: 'Register' }));
    await screen.findByText('This event is over.');
    expect(screen.getByRole('button', { name: 'Register' })).toBeTruthy();
  });

  it('saves the calendar file of a date', async () => {
    const server = await open([event]);
    server.answer(universityContract, 'calendarFile', 'BEGIN:VCALENDAR');
    const saved: string[] = [];
    URL.createObjectURL = () => 'blob:calendar';
    URL.revokeObjectURL = () => undefined;
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    fireEvent.click(screen.getByRole('button', { name: 'Calendar file' }));
    await waitFor(() => expect(saved).toEqual(['Office hours.ics']));
    expect(server.calls(universityContract, 'calendarFile')).toMatchObject([{ params: { eventId: event.id } }]);
    click.mockRestore();
  });

  it('offers the recordings of past dates when nothing is planned', async () => {
    await open([], { past: [{ ...event, recording_url: 'https://video.test/1' }] });
    expect(screen.getByText('No events are planned')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Watch' }).getAttribute('href')).toBe('https://video.test/1');
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { operatorEventsContract } from '@skein/contracts/university/operator-events.contract';
import { readyEvents } from '@skein/contracts/university/ready-events';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { OperatorArea } from './operator-area';

const operator = person({ user: { is_operator: true } });
const area = () => (
  <Routes>
    <Route path="/operator/*" element={<OperatorArea />} />
  </Routes>
);
const hours = {
  slug: 'office-hours',
  title: 'Office hours',
  host: 'Ada',
  summary: 'Bring a question.',
  time_zone: 'America/New_York',
  first: '2026-01-07T11:00',
  every_weeks: 2,
  minutes: 45,
  join_url: null,
  next_at: '2026-12-09T16:00:00.000Z',
  registered: 3,
  recordings: 2,
  past: [{ day: '2026-11-25', starts_at: '2026-11-25T16:00:00.000Z', recording_url: null }],
};
const given = (server: FakeServer) =>
  void server.answer(operatorEventsContract, 'listOperatedEvents', { events: [hours] });
const open = async (server: FakeServer) => {
  given(server);
  await renderPage(area, { address: '/app/operator/events', server, as: operator });
  await screen.findByText('Office hours');
};
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

testPageStates({
  page: 'shell/src/operator/events.page.tsx',
  area,
  address: '/app/operator/events',
  as: operator,
  given,
  reads: [operatorEventsContract, 'listOperatedEvents'],
  loading: /Loading/,
  data: 'Office hours',
  empty: {
    given: (server) => void server.answer(operatorEventsContract, 'listOperatedEvents', { events: [] }),
    shows: 'No events yet',
  },
  error: { retry: /Retry|Try again/ },
  noAccess: { as: person(), shows: /Only people who run this installation see this/ },
});

it('adds an event, and what is refused is shown at its field', async () => {
  const server = productServer();
  await open(server);
  server.fail(operatorEventsContract, 'addEvent', {
    code: 'VALIDATION',
    message: 'The request is not valid.',
    details: [{ field: 'first', message: 'must be a time that exists in this time zone' }],
  });
  fireEvent.click(screen.getByRole('button', { name: 'Add event' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add an event' });
  type('Title', 'Block list clinic');
  type('Host', 'Bob');
  type('Description', 'How to get off one.');
  type('First date and time', '2027-03-14T02:30');
  fireEvent.click(screen.getByLabelText('Time zone'));
  fireEvent.change(await screen.findByPlaceholderText('City or zone'), { target: { value: 'New York' } });
  fireEvent.click(await screen.findByRole('option', { name: /New.York/ }));
  const submit = within(dialog).getByRole('button', { name: 'Add event' });
  fireEvent.click(submit);
  expect(await screen.findByText(/must be a time that exists in this time zone/)).toBeDefined();
  server.answer(operatorEventsContract, 'addEvent', { ...hours, title: 'Block list clinic' });
  type('First date and time', '2027-03-14T12:30');
  fireEvent.click(submit);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls(operatorEventsContract, 'addEvent').at(-1)).toMatchObject({
    body: {
      title: 'Block list clinic',
      host: 'Bob',
      first: '2027-03-14T12:30',
      time_zone: 'America/New_York',
      every_weeks: null,
      minutes: 45,
      join_url: null,
    },
  });
});

it('fills the form with an event that is ready to be held, all but what the installation decides', async () => {
  const server = productServer();
  await open(server);
  server.answer(operatorEventsContract, 'addEvent', { ...hours, title: 'Getting off a block list' });
  fireEvent.click(screen.getByRole('button', { name: 'Add event' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an event' }));
  fireEvent.click(dialog.getByRole('combobox', { name: 'Start from' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Getting off a block list' }));
  type('Host', 'Bob');
  type('First date and time', '2027-03-16T12:30');
  fireEvent.click(dialog.getByRole('button', { name: 'Add event' }));
  await waitFor(() =>
    expect(server.calls(operatorEventsContract, 'addEvent')).toMatchObject([
      { body: { ...readyEvents.blockLists, host: 'Bob', first: '2027-03-16T12:30', join_url: null } },
    ]),
  );
});

it('says what a change does to registrations, and when people see an event', async () => {
  await open(productServer());
  await chooseFromMenu(/Actions/, 'Change');
  expect(await screen.findByText(/Registrations for days that the event no longer has end/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add event' }));
  expect(await screen.findByText(/from 12 weeks before\./)).toBeDefined();
});

it('adds the recording of a date that is over', async () => {
  const server = productServer();
  await open(server);
  server.answer(operatorEventsContract, 'keepRecording', hours);
  await chooseFromMenu(/Actions/, 'Add recording');
  await screen.findByRole('dialog', { name: 'Recording of Office hours' });
  type(/^Link to the recording/, 'https://video.test/1');
  fireEvent.click(screen.getByRole('button', { name: 'Save recording' }));
  await waitFor(() =>
    expect(server.calls(operatorEventsContract, 'keepRecording')).toMatchObject([
      { params: { eventSlug: 'office-hours' }, body: { day: '2026-11-25', url: 'https://video.test/1' } },
    ]),
  );
});

it('says how many registrations end before an event is deleted', async () => {
  const server = productServer();
  await open(server);
  server.answer(operatorEventsContract, 'deleteEvent', { done: true });
  await chooseFromMenu(/Actions/, 'Delete');
  expect(await screen.findByText(/3 registrations end, and those people are notified/)).toBeDefined();
  expect(screen.getByText(/2 recordings are no longer shown/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Delete event' }));
  await waitFor(() =>
    expect(server.calls(operatorEventsContract, 'deleteEvent')).toMatchObject([
      { params: { eventSlug: 'office-hours' } },
    ]),
  );
});

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { leadActionsContract } from '@skein/contracts/main/lead-actions.contract';
import { leadTasksContract } from '@skein/contracts/main/lead-tasks.contract';
import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { tasksContract } from '@skein/contracts/main/tasks.contract';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import type { FakeServer } from '@skein/testing/fake-server';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { toasts, undoLast } from '@skein/ui/toast';
import { CampaignsArea } from '../campaigns-area';

const address = '/app/lead/7/view';
const lead = { id: 7, email: 'rosa@alder.test', first_name: 'Rosa', last_name: 'Kessler', company_name: 'Alder' };
const note = { id: 2, note_message: 'Call her after the fair.', created_by_name: 'Maya' };
const task = { id: 3, name: 'Send the offer', status: 'CREATED' as const, priority: 'HIGH' as const, seq_number: null };
const given = (server: FakeServer, of: { notes?: object[]; tasks?: object[]; entries?: object[] } = {}) =>
  server
    .answer(leadsContract, 'getLead', lead)
    .answer(leadsContract, 'listNotes', { notes: of.notes ?? [note] })
    .answer(leadTasksContract, 'listLeadTasks', { tasks: of.tasks ?? [task] })
    .answer(leadsContract, 'leadTimeline', {
      entries: of.entries ?? [{ id: 'e1', kind: 'REPLY', text: 'Replied to step 1' }],
      next_cursor: null,
    })
    .answer(categoriesContract, 'listCategories', { categories: [] });
const open = async (server: FakeServer) => {
  const page = await renderPage(CampaignsArea, { address, server });
  await screen.findByRole('heading', { level: 1, name: 'Rosa Kessler' });
  return page;
};

afterEach(() => act(() => toasts.clear()));

testPageStates({
  page: 'mfe-campaigns/src/lead-detail/lead.page.tsx',
  area: CampaignsArea,
  address,
  given,
  reads: [leadsContract, 'getLead'],
  loading: 'Loading',
  data: 'Rosa Kessler',
  full: 'rosa@alder.test',
  empty: {
    given: (server) => given(server.fail(leadsContract, 'getLead', { code: 'NOT_FOUND' })),
    address: '/app/lead/none/view',
    shows: 'This page does not exist',
  },
  noAccess: { as: person({ user: { isClient: true } }), shows: 'You don’t have access to Leads' },
});

it('says what a new lead has not yet: tasks, notes, and anything that happened', async () => {
  await open(given(productServer(), { notes: [], tasks: [], entries: [] }));
  await screen.findByText('No notes yet.');
  await screen.findByText('Nothing to do.');
  await screen.findByText('Nothing happened yet.');
});

it('keeps a note that could not be saved in its field, and empties the field once it is', async () => {
  const server = given(productServer());
  server.fail(leadsContract, 'addNote', { code: 'UNAVAILABLE', message: 'The database is being restarted.' });
  await open(server);
  const field = await screen.findByLabelText('New note');
  fireEvent.change(field, { target: { value: 'Prefers mornings ' } });
  const save = screen.getByRole('button', { name: 'Save note' });
  fireEvent.click(save);
  await screen.findByText('The note was not saved');
  expect((field as HTMLTextAreaElement).value).toBe('Prefers mornings ');
  server.answer(leadsContract, 'addNote', { ...note, note_message: 'Prefers mornings' });
  // The toast may be there a moment before the button is free again.
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(save);
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''));
  expect(server.calls(leadsContract, 'addNote').at(-1)).toMatchObject({ body: { note_message: 'Prefers mornings' } });
});

it('undoes a saved note and a completed task by the key', async () => {
  const server = given(productServer())
    .answer(leadsContract, 'addNote', { ...note, id: 21 })
    .answer(leadsContract, 'removeNote', { done: true })
    .answer(tasksContract, 'completeTask', { ...task, status: 'COMPLETED' })
    .answer(leadTasksContract, 'changeLeadTask', task);
  await open(server);
  fireEvent.change(await screen.findByLabelText('New note'), { target: { value: 'Prefers mornings' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
  await screen.findByText('Note saved');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Send the offer' }));
  await screen.findByText('Task completed: Send the offer');
  expect(toasts.read().at(-1)?.undo?.keySeconds).toBeUndefined();
  act(() => expect(undoLast()).toBe(true));
  expect(await screen.findByText('Undone: Task completed: Send the offer')).toBeDefined();
  expect(server.calls(leadTasksContract, 'changeLeadTask')).toMatchObject([{ body: { status: 'CREATED' } }]);
  act(() => expect(undoLast()).toBe(true));
  expect(await screen.findByText('Undone: Note saved')).toBeDefined();
  expect(server.calls(leadsContract, 'removeNote')).toMatchObject([{ params: { leadId: 7, noteId: 21 } }]);
});

it('completes a task', async () => {
  const server = given(productServer());
  await open(server);
  server.answer(tasksContract, 'completeTask', { ...task, status: 'COMPLETED' });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Send the offer' }));
  await waitFor(() => expect(server.calls(tasksContract, 'completeTask')).toMatchObject([{ params: { taskId: 3 } }]));
});

it('reads each part anew by itself when it failed', async () => {
  const server = given(productServer());
  server.fail(leadsContract, 'leadTimeline', { code: 'UNAVAILABLE', message: 'Not now.' });
  await open(server);
  const card = (await screen.findByText('The timeline could not be loaded.')).closest('section') as HTMLElement;
  expect(screen.getByText('Call her after the fair.')).toBeTruthy();
  server.answer(leadsContract, 'leadTimeline', {
    entries: [
      { id: 'e1', kind: 'REPLY', text: 'Replied to step 1' },
      {
        id: 'e2',
        kind: 'REPLY',
        text: 'Accepted the meeting',
        calendar: { answer: 'accepted', starts_at: '2031-03-18T13:00:00.000Z' },
      },
      { id: 'e3', kind: 'REPLY', text: 'Declined the meeting', calendar: { answer: 'declined', starts_at: null } },
    ],
    next_cursor: null,
  });
  fireEvent.click(within(card).getByRole('button', { name: 'Try again' }));
  await screen.findByText('Replied to step 1');
  expect(screen.getByText(/^Accepted the meeting: Tue, Mar 18, 2031, \d\d:00$/)).toBeTruthy();
  expect(screen.getByText('Declined the meeting')).toBeTruthy();
});

it('dates its timeline by campaign time, of which today is another day in the sandbox', async () => {
  const at = '2031-03-18T12:00:00.000Z';
  const server = given(productServer(), { entries: [{ id: 'e1', kind: 'SENT', text: 'Email sent', at }] });
  server.answer(sandboxContract, 'time', { is_sandbox: true, now: '2031-03-20T13:00:00.000Z', scale: 1 });
  await open(server);
  const entry = (await screen.findByText('Email sent')).closest('li') as HTMLElement;
  await waitFor(() => expect(entry.textContent).not.toContain('2031'));
  expect(entry.textContent).toContain('Mar 18');
});

it('says in numbers what erasing a person removes, and asks for the address', async () => {
  const server = given(productServer());
  server.answer(leadsContract, 'eraseEffects', { campaigns: 2, messages: 5, notes: 1, tasks: 0, lists: 1 });
  server.answer(leadsContract, 'eraseLead', { campaigns: 2, messages: 5, notes: 1, tasks: 0, lists: 1 });
  // Erasing leads to the list of leads, which is not looked at here.
  server.hold(leadsContract, 'listLeads');
  server.hold(leadActionsContract, 'listLeadActions');
  server.hold(campaignsContract, 'listTags');
  await open(server);
  await chooseFromMenu('More actions for Rosa Kessler', 'Erase (GDPR)');
  await screen.findByText(/^5 emails, 1 note, 0 tasks and every field are deleted\. .* 2 campaigns and 1 list\./);
  const dialog = within(screen.getByRole('alertdialog', { name: 'Erase this person' }));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'rosa@alder.test' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Erase permanently' }));
  await screen.findByText('Erased');
});

it('leads to the newest conversation, and to the next lead of the list that it was opened from', async () => {
  const thread = { campaign_name: 'Spring', campaign_status: 'ACTIVE' as const, lead_status: 'INPROGRESS' as const };
  const server = given(productServer())
    .answer(leadsContract, 'getLead', ({ params }) => ({
      ...lead,
      id: Number(params.leadId),
      campaigns: [
        { ...thread, campaign_id: 1, enrolment_id: 31, last_sent_at: '2026-11-20T09:00:00.000Z' },
        {
          ...thread,
          ...{ campaign_id: 2, enrolment_id: 32, last_sent_at: '2026-11-19T09:00:00.000Z' },
          last_reply_at: '2026-11-21T09:00:00.000Z',
        },
        { ...thread, campaign_id: 3, enrolment_id: 33 },
      ],
    }))
    .answer(leadsContract, 'listLeads', { rows: [7, 8, 9].map((id) => ({ id, email: `lead${id}@alder.test` })) })
    .answer(leadActionsContract, 'listLeadActions', {})
    .answer(campaignsContract, 'listTags', {});
  const list = await renderPage(CampaignsArea, { address: '/app/leads/all', server });
  await screen.findByText('lead8@alder.test');
  // Gone from the page, as with a click that loads another one: what was chosen is kept by then.
  fireEvent(window, new Event('pagehide'));
  list.unmount();
  await renderPage(CampaignsArea, { address: '/app/lead/8/view', server });
  const write = await screen.findByRole('link', { name: 'Write' });
  expect(write.getAttribute('href')).toBe('/app/master-inbox/all/32');
  expect(screen.getByRole('link', { name: 'Previous lead' }).getAttribute('href')).toBe('/app/lead/7/view');
  expect(screen.getByRole('link', { name: 'Next lead' }).getAttribute('href')).toBe('/app/lead/9/view');
});

it('has nothing to write into before something was sent', async () => {
  await open(given(productServer()));
  expect(screen.getByRole('button', { name: 'Write' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByRole('link', { name: 'Next lead' })).toBeNull();
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { leadActionsContract } from '@skein/contracts/main/lead-actions.contract';
import { leadTasksContract } from '@skein/contracts/main/lead-tasks.contract';
import { tasksContract } from '@skein/contracts/main/tasks.contract';
import type { FakeServer } from '@skein/testing/fake-server';
import { chooseFromMenu } from '@skein/testing/choose-from-menu';
import { testPageStates } from '@skein/testing/page-states';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { toasts } from '@skein/ui/toast-store';
import { CampaignsArea } from '../campaigns-area';

const address = '/app/leads/tasks';
const task = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  status: 'CREATED' as const,
  priority: 'HIGH' as const,
  seq_number: null,
  due_at: null,
  ...more,
});
const given = (server: FakeServer, rows = [task(3, 'Send the offer')], more: object = {}) =>
  server
    .answer(tasksContract, 'listTasks', {
      rows,
      total: rows.length,
      total_is_capped: false,
      next_cursor: null,
      ...more,
    })
    .answer(leadActionsContract, 'listLeadActions', { rows: [] });
const open = async (server: FakeServer, as = person()) => {
  const page = await renderPage(CampaignsArea, { address, server, as });
  await screen.findByText('Send the offer');
  return page;
};

testPageStates({
  page: 'mfe-campaigns/src/tasks/tasks.page.tsx',
  area: CampaignsArea,
  address,
  given,
  reads: [tasksContract, 'listTasks'],
  loading: 'Loading Tasks',
  data: 'Send the offer',
  empty: { given: (server) => given(server, []), shows: 'Nothing to do' },
  noAccess: { as: person({ user: { isClient: true } }), shows: 'You don’t have access to Leads' },
});

it('completes a task and can undo it; one of a manual step lets its sequence continue', async () => {
  const server = given(productServer(), [task(3, 'Send the offer'), task(4, 'Call back', { seq_number: 2 })]);
  await open(server);
  server.answer(tasksContract, 'completeTask', ({ params }) => task(params.taskId, 'done', { status: 'COMPLETED' }));
  server.answer(leadTasksContract, 'changeLeadTask', task(3, 'Send the offer'));
  const [first, second] = screen.getAllByRole('button', { name: 'Done' }).filter((each) => each.closest('td'));
  fireEvent.click(first as HTMLElement);
  await screen.findByText('Task completed: Send the offer');
  expect(toasts.read().at(-1)?.undo?.keySeconds).toBeUndefined();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(server.calls(leadTasksContract, 'changeLeadTask')).toMatchObject([{ body: { status: 'CREATED' } }]),
  );
  fireEvent.click(second as HTMLElement);
  await screen.findByText('The sequence continues.');
});

it('undoes what was changed of a task and nothing else, for as long as the message stands', async () => {
  const was = task(3, 'Send the offer', { description: 'Two pages', priority: 'HIGH' });
  const server = given(productServer(), [was]).answer(leadTasksContract, 'changeLeadTask', was);
  await open(server);
  await chooseFromMenu('Actions for Send the offer', 'Change');
  fireEvent.change(await screen.findByLabelText(/What needs to be done/), { target: { value: 'Send the contract' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Changed: Send the contract');
  expect(toasts.read().at(-1)?.undo?.keySeconds).toBeUndefined();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.calls(leadTasksContract, 'changeLeadTask')).toHaveLength(2));
  expect(server.calls(leadTasksContract, 'changeLeadTask').at(-1)?.body).toEqual({ name: 'Send the offer' });
});

it('brings a deleted task back as it was', async () => {
  const server = given(productServer(), [task(3, 'Send the offer', { enrolment_id: 12, description: 'Two pages' })])
    .answer(leadTasksContract, 'deleteLeadTask', { done: true })
    .answer(leadTasksContract, 'createLeadTask', task(9, 'Send the offer'));
  await open(server);
  await chooseFromMenu('Actions for Send the offer', 'Delete');
  await screen.findByText('Deleted: Send the offer');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(server.calls(leadTasksContract, 'createLeadTask')).toMatchObject([
      { body: { name: 'Send the offer', description: 'Two pages', enrolment_id: 12 } },
    ]),
  );
});

it('opens the profile and copies the text of a LinkedIn step that a person does', async () => {
  const server = given(productServer(), [
    task(3, 'Send the offer'),
    task(5, 'Send a message on LinkedIn', {
      seq_number: 2,
      description: 'Good to meet you, Sam',
      linkedin: { profile_url: 'javascript:alert(1)//linkedin.com/in/sam' },
    }),
    task(6, 'Visit the LinkedIn profile', {
      seq_number: 3,
      linkedin: { profile_url: 'https://linkedin.com/in/ada' },
    }),
  ]);
  await open(server);
  expect(screen.getByText('LinkedIn step 2: Good to meet you, Sam')).toBeTruthy();
  expect(screen.getByText('LinkedIn step 3')).toBeTruthy();
  expect(
    screen.getAllByRole('link', { name: /^Open the LinkedIn profile of/ }).map((link) => link.getAttribute('href')),
  ).toEqual(['https://javascript:alert(1)//linkedin.com/in/sam', 'https://linkedin.com/in/ada']);
  expect(screen.getAllByRole('button', { name: 'Copy text' })).toHaveLength(1);
});

it('says why a task could not be completed, and keeps it', async () => {
  const server = given(productServer());
  server.fail(tasksContract, 'completeTask', { code: 'CONFLICT', message: 'Somebody completed it a moment ago.' });
  await open(server);
  fireEvent.click(screen.getAllByRole('button', { name: 'Done' }).find((each) => each.closest('td')) as HTMLElement);
  await screen.findByText('The task was not completed');
  expect(screen.getByText('Send the offer')).toBeTruthy();
});

it('shows a page of a great many tasks, with the way to the next one', async () => {
  const many = Array.from({ length: 24 }, (_, index) => task(index + 10, `Task ${index}`));
  const server = given(productServer(), [task(3, 'Send the offer'), ...many], {
    total: 10_000,
    total_is_capped: true,
    next_cursor: 'after-25',
  });
  await open(server);
  fireEvent.click(screen.getByRole('button', { name: /Next/ }));
  await waitFor(() =>
    expect(server.calls(tasksContract, 'listTasks').at(-1)).toMatchObject({ query: { cursor: 'after-25' } }),
  );
});

it('offers nothing to do with a task to who may only read', async () => {
  await open(given(productServer()), person({ role: 'VIEW_ONLY_ACCESS' }));
  expect(screen.queryAllByRole('button', { name: 'Done' }).filter((each) => each.closest('td'))).toEqual([]);
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
});

import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { inboxPeopleContract } from '@skein/contracts/main/inbox-people.contract';
import { presenceContract } from '@skein/contracts/main/presence.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { withWindowSize } from '@skein/testing/window-size';
import { toasts, undoLast } from '@skein/ui/toast';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { InboxArea } from '../inbox-area';

// The panes appear by the width that is measured.
withWindowSize(1440, 900);

const row = (id: number, name: string) => ({
  enrolment_id: id,
  lead: { id, email: `${name}@alder.test`, first_name: name, last_name: null, company_name: null },
  campaign: { id: 1, name: 'Yard time', status: 'ACTIVE', client_id: null, parent_campaign_id: null },
  subject: `Subject ${id}`,
  is_read: true,
});
const rows = [row(1, 'Priya'), row(2, 'Jonas')];
const at = '2026-11-20T09:41:00.000Z';
const outgoing = {
  stats_id: '3f6b2c1e-8d47-4a55-9c70-1c9a2b7e4d10',
  kind: 'FORWARD' as const,
  status: 'SCHEDULED' as const,
  status_message: null,
  to_email: 'ana@alder.test',
  cc: ['ben@alder.test'],
  bcc: [],
  subject: 'Fwd: Subject 1',
  html: '<p>Ana, Ben,<br>is this one yours?</p><br><div>---------- Forwarded message ----------<br>From: Priya<br>Date: Fri, Nov 20, 2026, 09:41 UTC<br>Subject: Subject 1</div><br>Words 1',
  attachments: [],
  is_drafted: false,
  can_cancel: true,
};
type Waiting = Partial<Omit<typeof outgoing, 'status' | 'status_message'>> & {
  status?: 'SCHEDULED' | 'FAILED';
  status_message?: string;
};

const given = (waiting: readonly Waiting[] = []) =>
  productServer()
    .answer(inboxContract, 'listConversations', { rows, total: 2 })
    .answer(inboxContract, 'countFolders', { folders: {} })
    .answer(inboxContract, 'getThread', ({ params }) => ({
      conversation: rows[Number(params.enrolmentId) - 1],
      messages: [{ id: 7, direction: 'in' as const, at, own_text: `Words ${params.enrolmentId}` }],
      outgoing: Number(params.enrolmentId) === 1 ? waiting.map((one) => ({ ...outgoing, ...one })) : [],
    }))
    .answer(inboxContract, 'getPanel', {})
    .answer(inboxContract, 'forward', { outgoing: [outgoing] })
    .answer(inboxContract, 'cancelOutgoing', outgoing)
    .answer(inboxDraftsContract, 'getDraft', { draft: null, updated_at: null })
    .answer(presenceContract, 'tellPresence', { others: [] })
    .answer(inboxPeopleContract, 'listColleagues', { colleagues: [] })
    .answer(categoriesContract, 'listCategories', { categories: [] });

afterEach(() =>
  act(() => {
    toasts.clear();
    window.sessionStorage.clear();
  }),
);

async function open(server: ReturnType<typeof given>) {
  const page = await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  await screen.findByText('Words 1');
  return page;
}
const dialog = async () => within(await screen.findByRole('dialog'));
const field = async (name: RegExp) => (await dialog()).findByRole<HTMLInputElement>('textbox', { name });
const openForward = async () => fireEvent.click(await screen.findByRole('button', { name: /^Forward/ }));
const note = 'Ana, Ben,\nis this one yours?';
const to = 'Ana <ana@alder.test>; ben@alder.test';

async function write() {
  await openForward();
  fireEvent.change(await field(/^To/), { target: { value: to } });
  fireEvent.change(await field(/^Message/), { target: { value: note } });
}
async function send(server: ReturnType<typeof given>) {
  fireEvent.click((await dialog()).getByRole('button', { name: 'Forward' }));
  await screen.findByText('Forwarded');
  expect(server.calls(inboxContract, 'forward')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}
/** React hides what waits out of sight by its display. */
function isInSight(element: Element | null): boolean {
  for (let up = element; up instanceof HTMLElement; up = up.parentElement)
    if (up.style.display === 'none') return false;
  return element !== null;
}
async function expectWritten(recipients = to) {
  expect((await field(/^To/)).value).toBe(recipients);
  expect((await field(/^Message/)).value).toBe(note);
}

it('brings back an undone forward as it was written, its recipients included', async () => {
  const server = given();
  await open(server);
  await write();
  await send(server);
  act(() => expect(undoLast()).toBe(true));
  await expectWritten();
  expect(server.calls(inboxContract, 'cancelOutgoing')).toMatchObject([{ params: { statsId: outgoing.stats_id } }]);
});

it('keeps an undone forward for the conversation that was left meanwhile', async () => {
  const server = given();
  await open(server);
  await write();
  await send(server);
  fireEvent.click(screen.getByText('Subject 2'));
  // It may have been drawn ahead, out of sight: the one that was left is not shown any more.
  await waitFor(() => {
    expect(screen.getByText('Words 2')).toBeTruthy();
    expect(isInSight(screen.queryByText('Words 1'))).toBe(false);
  });
  act(() => expect(undoLast()).toBe(true));
  await screen.findByText('Not forwarded');
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByText('Subject 1'));
  // Out of sight it is in the page already.
  await waitFor(() => expect(isInSight(screen.queryByText('Words 1'))).toBe(true));
  await openForward();
  await expectWritten();
});

it('says that it was too late, and brings nothing back', async () => {
  const server = given();
  await open(server);
  await write();
  await send(server);
  server.fail(inboxContract, 'cancelOutgoing', {
    code: 'ILLEGAL_TRANSITION',
    message: 'Too late: the email was already sent.',
  });
  act(() => expect(undoLast()).toBe(true));
  await screen.findByText('Too late: the email was already sent.');
  expect(screen.queryByRole('dialog')).toBeNull();
  await openForward();
  expect((await field(/^To/)).value).toBe('');
});

it('keeps what is typed when the dialog is closed', async () => {
  await open(given());
  await write();
  fireEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openForward();
  await expectWritten();
});

it('undoes a forward that waits in the conversation, also in another tab', async () => {
  const server = given([{}]);
  await open(server);
  fireEvent.click(
    within(screen.getByLabelText('A forward that has not been sent yet')).getByRole('button', { name: 'Undo' }),
  );
  await expectWritten('ana@alder.test, ben@alder.test');
  expect(server.calls(inboxContract, 'cancelOutgoing')).toHaveLength(1);
});

it('says why a forward failed, and lets it be edited', async () => {
  const server = given([{ status: 'FAILED', status_message: 'The mailbox refused the sign-in.' }]);
  await open(server);
  screen.getByText('The mailbox refused the sign-in.');
  fireEvent.click(
    within(screen.getByLabelText('A forward that was not sent')).getByRole('button', { name: 'Edit and resend' }),
  );
  await expectWritten('ana@alder.test, ben@alder.test');
  expect(server.calls(inboxContract, 'cancelOutgoing')).toEqual([]);
});

import { assistantContract } from '@skein/contracts/main/assistant.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { inboxPeopleContract } from '@skein/contracts/main/inbox-people.contract';
import { listViewsContract } from '@skein/contracts/main/list-views.contract';
import { presenceContract } from '@skein/contracts/main/presence.contract';
import { replyTemplatesContract } from '@skein/contracts/main/reply-templates.contract';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { withWindowSize } from '@skein/testing/window-size';
import { toasts } from '@skein/ui/toast';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { InboxArea } from '../inbox-area';

withWindowSize(390, 844);
const native = window.matchMedia;
const nowhere = new DOMRect();
Object.assign(Range.prototype, { getClientRects: () => [nowhere], getBoundingClientRect: () => nowhere });
beforeAll(() => {
  const matchMedia = (media: string) => ({
    media,
    matches: media.includes('max-width: 720px') || media.includes('hover: none'),
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  Object.assign(window, { matchMedia });
});
afterAll(() => {
  Object.assign(window, { matchMedia: native });
});
afterEach(() => act(() => toasts.clear()));

const conversation = {
  enrolment_id: 1,
  lead: { id: 1, email: 'priya@alder.test', first_name: 'Priya', last_name: null, company_name: null },
  campaign: { id: 1, name: 'Yard time', status: 'ACTIVE', client_id: null, parent_campaign_id: null },
  subject: 'Yard time',
  is_read: true,
};
const sender = { id: 4, from_email: 'maya@northlight.test', from_name: 'Maya Lindqvist', signature: 'Maya' };
const given = () =>
  productServer()
    .answer(inboxContract, 'listConversations', { rows: [conversation], total: 1 })
    .answer(inboxContract, 'countFolders', {})
    .answer(inboxContract, 'getThread', {
      conversation,
      messages: [{ id: 1, direction: 'in' as const, own_text: 'When?' }],
      outgoing: [],
      reply_to: {
        mailbox_id: 4,
        senders: [sender],
        cc: [],
        to_email: 'priya@alder.test',
        is_plain_text: false,
        signature: 'Maya',
      },
    })
    .answer(inboxContract, 'getPanel', {})
    .answer(inboxContract, 'reply', {
      stats_id: '3f6b2c1e-8d47-4a55-9c70-1c9a2b7e4d10',
      to_email: 'priya@alder.test',
    })
    .answer(inboxDraftsContract, 'getDraft', {
      draft: { html: '<p>On Monday.</p>', to_email: 'priya@alder.test', cc: [], bcc: [], attachments: [] },
      updated_at: '2026-11-20T09:00:00.000Z',
    })
    .answer(inboxDraftsContract, 'removeDraft', {})
    .answer(presenceContract, 'tellPresence', { others: [] })
    .answer(replyTemplatesContract, 'listReplyTemplates', { templates: [] })
    .answer(assistantContract, 'assistantAbilities', {})
    .answer(inboxPeopleContract, 'readBookingLink', {})
    .answer(categoriesContract, 'listCategories', { categories: [] })
    .answer(listViewsContract, 'listViews', { views: [] });

it('says from whom and whether the draft is saved, and snoozes and leaves the signature out by its menu', async () => {
  const user = userEvent.setup();
  const server = given();
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  const composer = within(await screen.findByRole('region', { name: 'Reply to Priya' }));
  expect(composer.getByText('maya@northlight.test')).toBeDefined();
  expect(composer.getByText('Draft saved')).toBeDefined();
  const choose = async (label: string) => {
    await user.click(composer.getByRole('button', { name: 'More options' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: label }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  };
  await choose('Snooze 3 days after sending');
  await choose('Add the signature');
  await user.click(composer.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(server.calls(inboxContract, 'reply')).toHaveLength(1));
  const { body } = server.calls(inboxContract, 'reply')[0] ?? {};
  expect(body?.add_signature).toBe(false);
  expect(body?.snooze_until).toMatch(/^\d{4}-/);
});

it('opens the addresses by a button of the head', async () => {
  const user = userEvent.setup();
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server: given() });
  const composer = within(await screen.findByRole('region', { name: 'Reply to Priya' }));
  const details = composer.getByRole('button', { name: 'Cc, subject' });
  expect(details.getAttribute('aria-expanded')).toBe('false');
  await user.click(details);
  expect(composer.getByLabelText<HTMLInputElement>('To').value).toBe('priya@alder.test');
  expect(composer.getByLabelText('Bcc')).toBeDefined();
});

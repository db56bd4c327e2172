import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { assistantContract } from '@skein/contracts/main/assistant.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { inboxPeopleContract } from '@skein/contracts/main/inbox-people.contract';
import { inboxRecentContract } from '@skein/contracts/main/inbox-recent.contract';
import { presenceContract } from '@skein/contracts/main/presence.contract';
import { replyTemplatesContract } from '@skein/contracts/main/reply-templates.contract';
import { untrackedBlocksContract } from '@skein/contracts/untracked-replies/untracked-blocks.contract';
import { untrackedRepliesContract } from '@skein/contracts/untracked-replies/untracked-replies.contract';
import { untrackedRulesContract } from '@skein/contracts/untracked-replies/untracked-rules.contract';
import userEvent from '@testing-library/user-event';
import { listenForShortcuts } from '@skein/mfe/shortcuts';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { withWindowSize } from '@skein/testing/window-size';
import { toasts, undoLast } from '@skein/ui/toast';
import { InboxArea } from '../inbox-area';

// The panes appear by the width that is measured.
withWindowSize(1440, 900);
// The editor asks where its cursor is.
const nowhere = new DOMRect();
Object.assign(Range.prototype, { getClientRects: () => [nowhere], getBoundingClientRect: () => nowhere });

const statsId = '0190f8a4-0000-4000-8000-000000000001';
const conversation = {
  enrolment_id: 1,
  lead: { id: 1, email: 'priya@alder.test', first_name: 'Priya', last_name: null, company_name: null },
  campaign: { id: 1, name: 'Yard time', status: 'ACTIVE', client_id: null, parent_campaign_id: null },
  is_read: true,
};
const outgoing = {
  ...{ stats_id: statsId, kind: 'REPLY' as const, status: 'SCHEDULED' as const, is_drafted: true, can_cancel: true },
  ...{ send_at: new Date(Date.now() + 600_000).toISOString(), html: '<p>It costs 12 EUR a seat.</p>' },
};
const sender = { id: 4, from_email: 'maya@northlight.test', from_name: 'Maya Lindqvist', signature: null };
const reply = {
  ...{ id: 5, subject: 'About your offer', snippet: 'My colleague forwarded this.', is_read: true },
  ...{ from: { name: 'Ines Prado', email: 'ines@prospect.test' }, mailbox: { from_email: 'rosa@northlight.test' } },
};
const lead = {
  ...{ enrolment_id: 7, lead_id: 7, lead_email: 'priya@alder.test', lead_name: 'Priya' },
  ...{ campaign_id: 1, campaign_name: 'Yard time', sent_at: '2026-11-20T09:00:00.000Z', subject: 'Hello' },
};
const none = { emails: [], domains: [], subjects: [], keywords: [] };
let stop: () => void;
beforeEach(() => {
  stop = listenForShortcuts();
});
afterEach(() => stop());
afterEach(() =>
  act(() => {
    toasts.clear();
    window.sessionStorage.clear();
  }),
);

const given = () =>
  productServer()
    .answer(inboxContract, 'listConversations', { rows: [conversation], total: 1 })
    .answer(inboxContract, 'countFolders', { folders: {} })
    .answer(inboxContract, 'getThread', {
      conversation,
      messages: [{ id: 1, direction: 'in' as const, own_text: 'The price list?' }],
      outgoing: [outgoing],
      reply_to: { mailbox_id: 4, senders: [sender], cc: [], to_email: 'priya@alder.test', is_plain_text: false },
    })
    .answer(inboxContract, 'getPanel', { lead: { first_name: 'Priya' } })
    .answer(inboxContract, 'cancelOutgoing', { ...outgoing, change_key: 'change-71' })
    .answer(inboxDraftsContract, 'getDraft', { draft: null, updated_at: null })
    .answer(presenceContract, 'tellPresence', { others: [] })
    .answer(inboxPeopleContract, 'listColleagues', { colleagues: [] })
    .answer(inboxPeopleContract, 'readBookingLink', {})
    .answer(inboxDraftsContract, 'putDraft', {})
    .answer(assistantContract, 'assistantAbilities', {})
    .answer(categoriesContract, 'listCategories', { categories: [] })
    .answer(replyTemplatesContract, 'listReplyTemplates', {
      templates: [{ id: 4, name: 'Price list', html: '<p>12 EUR</p>', is_own: true }],
    })
    .answer(replyTemplatesContract, 'deleteReplyTemplate', { done: true, change_key: 'change-72' })
    .answer(untrackedRepliesContract, 'listUntracked', { rows: [reply], total: 1 })
    .answer(untrackedRepliesContract, 'getUntracked', { ...reply, own_text: 'Call me.', suggestions: [lead] })
    .answer(untrackedRulesContract, 'countUntracked', { open: 1 })
    .answer(untrackedRulesContract, 'listUntrackedRules', {
      rows: [{ id: 9, email: 'p.raman@private.test', lead: { id: 1, email: 'priya@alder.test', name: 'Priya' } }],
      total: 1,
    })
    .answer(untrackedRulesContract, 'removeUntrackedRule', { done: true, change_key: 'change-73' })
    .answer(untrackedBlocksContract, 'readUntrackedBlocks', { lists: none })
    .answer(untrackedBlocksContract, 'previewUntrackedBlocks', { count: 2 })
    .answer(untrackedBlocksContract, 'saveUntrackedBlocks', { lists: none, ignored: 2, change_key: 'change-74' })
    .answer(inboxRecentContract, 'undoRecentChange', { restored: 1 });
type Server = ReturnType<typeof given>;

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

/** Each action that the server keeps, as a person does it, and what is said of it. */
const kept: Record<string, { address: string; does: () => Promise<void>; title: string; key: string }> = {
  'a forgotten address': {
    address: '/app/master-inbox/untracked',
    does: async () => {
      await press('Learned addresses');
      await press('Forget p.raman@private.test');
    },
    title: 'p.raman@private.test is forgotten',
    key: 'change-73',
  },
  'saved block lists': {
    address: '/app/master-inbox/untracked',
    does: async () => {
      await press('Block lists');
      fireEvent.change(await screen.findByLabelText('Domains'), { target: { value: 'vendor.com' } });
      await press('Show effect');
      await press('Save lists');
    },
    title: 'Block lists saved',
    key: 'change-74',
  },
  'a cancelled answer of the AI': {
    address: '/app/master-inbox/replies/1',
    does: async () => {
      const card = within(await screen.findByRole('article', { name: 'An answer drafted by AI' }));
      fireEvent.click(card.getByRole('button', { name: 'Cancel' }));
    },
    title: 'Answer cancelled',
    key: 'change-71',
  },
  'a deleted template': {
    address: '/app/master-inbox/replies/1',
    does: async () => {
      await screen.findByText('The price list?');
      await userEvent.keyboard('r');
      await press('Templates');
      await press('Edit Price list');
      await press('Delete');
      await press('Delete template');
    },
    title: 'Price list deleted',
    key: 'change-72',
  },
};

async function done(name: string): Promise<{ server: Server; title: string; key: string }> {
  const { address, does, ...told } = kept[name] as (typeof kept)[string];
  const server = given();
  await renderPage(InboxArea, { address, server });
  await does();
  await screen.findByText(told.title);
  return { server, ...told };
}

it.each(Object.keys(kept))('%s is undone by the button of its message', async (name) => {
  const { server, title, key } = await done(name);
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  await screen.findByText(`Undone: ${title}`);
  expect(server.calls(inboxRecentContract, 'undoRecentChange')).toMatchObject([{ params: { changeKey: key } }]);
  act(() => expect(undoLast()).toBe(false));
});

it.each(Object.keys(kept))('%s is undone by the key, or says why it is not', async (name) => {
  const { server, title, key } = await done(name);
  server.answer(inboxRecentContract, 'undoRecentChange', {
    ...{ restored: 0, kept: 1, reasons: [{ reason: 'Changed since', count: 1 }] },
  });
  act(() => expect(undoLast()).toBe(true));
  await screen.findByText('Changed since.');
  expect(screen.queryByText(`Undone: ${title}`)).toBeNull();
  expect(server.calls(inboxRecentContract, 'undoRecentChange')).toMatchObject([{ params: { changeKey: key } }]);
});

describe('giving an untracked reply to a lead', () => {
  const ask = async () => {
    const server = given().answer(untrackedRepliesContract, 'associate', {
      enrolment_id: 7,
      is_stopped: true,
      also: 1,
    });
    await renderPage(InboxArea, { address: '/app/master-inbox/untracked/5', server });
    await press(/^Match to /);
    return {
      server,
      dialog: within(await screen.findByRole('alertdialog', { name: 'Match this reply to Priya?' })),
    };
  };

  it('says first what it sets off and that it stays, and does it once that is confirmed', async () => {
    const { server, dialog } = await ask();
    dialog.getByText(/their sequence stops.*ines@prospect\.test.*can’t be undone/);
    expect(server.calls(untrackedRepliesContract, 'associate')).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Match reply' }));
    await screen.findByText('Matched to Priya');
    expect(server.calls(untrackedRepliesContract, 'associate')[0]?.body).toEqual({
      ...{ enrolment_id: 7, remember_address: true },
    });
    act(() => expect(undoLast()).toBe(false));
  });

  it('does nothing when it is not confirmed', async () => {
    const { server, dialog } = await ask();
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.calls(untrackedRepliesContract, 'associate')).toEqual([]);
  });
});

import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { presenceContract } from '@skein/contracts/main/presence.contract';
import { screen, within } from '@testing-library/react';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { InboxArea } from '../inbox-area';

// The panes appear by the width that is measured.
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 1440 });
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 900 });

it('shows what a lead wrote on LinkedIn between the emails, by time and as plain text', async () => {
  const conversation = {
    enrolment_id: 1,
    lead: { id: 1, email: 'ada@acme.test', first_name: 'Ada', last_name: null, company_name: null },
    campaign: { id: 1, name: 'Yard time', status: 'ACTIVE', client_id: null, parent_campaign_id: null },
    subject: 'LinkedIn message',
    snippet: 'Who would join?',
    is_read: true,
  };
  const email = (id: number, at: string) => ({
    ...{ id, at, direction: 'out' as const, kind: 'sent', own_text: `Email ${id}`, is_text_only: true },
    from: { name: `Email ${id}`, email: 'rosa@northlight.test' },
    classification: { kind: 'sent', calendar: null, evidence: [] },
  });
  const server = productServer()
    .answer(inboxContract, 'listConversations', { rows: [conversation], total: 1 })
    .answer(inboxContract, 'countFolders', { folders: { replies: 1, unread: 0 } })
    .answer(categoriesContract, 'listCategories', { categories: [] })
    .answer(inboxContract, 'getPanel', {})
    .answer(inboxDraftsContract, 'getDraft', { draft: null, updated_at: null })
    .answer(presenceContract, 'tellPresence', { others: [] })
    .answer(inboxContract, 'getThread', {
      conversation,
      messages: [email(1, '2031-03-17T09:00:00.000Z'), email(2, '2031-03-19T09:00:00.000Z')],
      linkedin_messages: [
        {
          ...{ id: 1, at: '2031-03-18T09:00:00.000Z', sender_name: 'Ada Falk', account_name: 'Rosa Kessler' },
          text: '<b>Who</b> would join?\nThursday?',
        },
        { id: 2, at: '2031-03-20T09:00:00.000Z', sender_name: null, text: '', account_name: 'Rosa Kessler' },
      ],
    });
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
  const emails = within(await screen.findByRole('region', { name: 'Emails' }));
  const written = within(await emails.findByRole('article', { name: /^LinkedIn message from Ada Falk, / }));
  expect(written.getByText(/^<b>Who<\/b> would join\?/).textContent).toBe('<b>Who</b> would join?\nThursday?');
  expect(written.getByText('to Rosa Kessler on LinkedIn')).toBeTruthy();
  expect(emails.getByText('No text. Open LinkedIn to see what was sent.')).toBeTruthy();
  const order = [...document.querySelectorAll('[data-message]')].map((place) => place.getAttribute('data-message'));
  expect(order).toEqual(['1', 'linkedin-1', '2', 'linkedin-2']);
});

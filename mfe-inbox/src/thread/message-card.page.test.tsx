import { calendarAnswers, type CalendarAnswer } from '@skein/contracts/calendar-answer';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { presenceContract } from '@skein/contracts/main/presence.contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { withWindowSize } from '@skein/testing/window-size';
import { InboxArea } from '../inbox-area';

// The panes appear by the width that is measured.
withWindowSize(1440, 900);

const conversation = {
  enrolment_id: 1,
  lead: { id: 1, email: 'ada@acme.test', first_name: 'Ada', last_name: null, company_name: null },
  campaign: { id: 1, name: 'Yard time', status: 'ACTIVE', client_id: null, parent_campaign_id: null },
  subject: 'Accepted: Intro call',
  snippet: 'Accepted: Intro call',
  is_read: true,
};

async function openThread(answers: readonly CalendarAnswer[]) {
  const server = productServer()
    .answer(inboxContract, 'listConversations', { rows: [conversation], total: 1 })
    .answer(inboxContract, 'countFolders', { folders: { replies: 1, unread: 0 } })
    .answer(categoriesContract, 'listCategories', { categories: [] })
    .answer(inboxContract, 'getPanel', {})
    .answer(inboxDraftsContract, 'getDraft', { draft: null, updated_at: null })
    .answer(presenceContract, 'tellPresence', { others: [] })
    .answer(inboxContract, 'getThread', {
      conversation,
      messages: answers.map((calendar, index) => ({
        id: index + 1,
        direction: 'in' as const,
        kind: 'reply',
        from: { name: `Ada ${calendar.answer}`, email: 'ada@acme.test' },
        subject: 'Accepted: Intro call',
        own_text: 'Ada has accepted this invitation.',
        classification: { kind: 'reply', calendar, evidence: [] },
      })),
    });
  await renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server });
}

it('says above an email what its sender answered to an invitation, and when the meeting is', async () => {
  await openThread([{ answer: 'accepted', starts_at: '2031-03-18T13:00:00.000Z' }]);
  const card = within(await screen.findByRole('article', { name: /^Mail from Ada accepted/ }));
  expect(card.getByText(/^Accepted the meeting: Tue, Mar 18, 2031, \d\d:00 \S+$/)).toBeTruthy();
  expect(card.getByText('Ada has accepted this invitation.')).toBeTruthy();
  fireEvent.click(card.getByRole('button', { expanded: true, name: /Ada accepted/ }));
  const folded = await screen.findByRole('button', { expanded: false, name: /Ada accepted/ });
  expect(within(folded).getByText(/^Accepted the meeting: Tue, Mar 18, 2031, \d\d:00$/)).toBeTruthy();
});

it('has words for every answer, with a time and without', async () => {
  await openThread(calendarAnswers.map((answer) => ({ answer, starts_at: null })));
  for (const [name, words] of [
    ['accepted', 'Accepted the meeting'],
    ['tentative', 'Tentatively accepted the meeting'],
    ['declined', 'Declined the meeting'],
    ['counter', 'Proposed another time'],
    ['invited', 'Invited you to a meeting'],
    ['cancelled', 'Cancelled the meeting'],
  ] as const) {
    const [where] = await screen.findAllByText(`Ada ${name}`);
    expect(
      within(where!.closest('article, button[aria-expanded="false"]') as HTMLElement).getByText(words),
    ).toBeTruthy();
  }
});

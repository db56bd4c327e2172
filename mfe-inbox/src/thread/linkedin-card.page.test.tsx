import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { presenceContract } from '@skein/contracts/main/presence.contract';
import { linkedInAnswersContract } from '@skein/contracts/main/linkedin-answers.contract';
import type { LinkedInAnswerView } from '@skein/contracts/main/inbox-views';
import type { Subject } from '@skein/mfe/access';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { FakeServer } from '@skein/testing/fake-server';
import { person } from '@skein/testing/person';
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
  subject: 'LinkedIn message',
  snippet: 'Who would join?',
  is_read: true,
};
const email = (id: number, at: string) => ({
  ...{ id, at, direction: 'out' as const, kind: 'sent', own_text: `Email ${id}`, is_text_only: true },
  from: { name: `Email ${id}`, email: 'rosa@northlight.test' },
  classification: { kind: 'sent', calendar: null, evidence: [] },
});
const written = {
  ...{ id: 1, at: '2031-03-18T09:00:00.000Z', sender_name: 'Ada Falk', account_name: 'Rosa Kessler' },
  text: '<b>Who</b> would join?\nThursday?',
};
const answered: LinkedInAnswerView = {
  ...{ id: 5, key: '0d9e5fd1-7e8b-4f63-9f38-6f4a4c1c9f10', at: '2031-03-18T10:00:00.000Z' },
  ...{ text: 'Maya and I.\nThursday it is.', account_name: 'Rosa Kessler', sent_by: 'Maya Lindqvist', state: 'SENT' },
};
const serverWith = (thread: object) =>
  productServer()
    .answer(inboxContract, 'listConversations', { rows: [conversation], total: 1 })
    .answer(inboxContract, 'countFolders', { folders: { replies: 1, unread: 0 } })
    .answer(categoriesContract, 'listCategories', { categories: [] })
    .answer(inboxContract, 'getPanel', {})
    .answer(inboxDraftsContract, 'getDraft', { draft: null, updated_at: null })
    .answer(presenceContract, 'tellPresence', { others: [] })
    .answer(inboxContract, 'getThread', { conversation, messages: [], linkedin_messages: [written], ...thread });
const reply = { account_name: 'Rosa Kessler', problem: null };
const open = (server: FakeServer, as?: Subject) =>
  renderPage(InboxArea, { address: '/app/master-inbox/replies/1', server, ...(as && { as }) });
const writeOn = async (text: string) => {
  fireEvent.click(await screen.findByRole('button', { name: 'Answer on LinkedIn' }));
  const form = within(await screen.findByRole('form', { name: 'Answer Ada on LinkedIn' }));
  fireEvent.change(form.getByLabelText(/^Message to Ada/), { target: { value: text } });
  return form;
};

it('shows what was written on LinkedIn between the emails, by time and as plain text', async () => {
  const server = serverWith({
    messages: [email(1, '2031-03-17T09:00:00.000Z'), email(2, '2031-03-19T09:00:00.000Z')],
    linkedin_messages: [
      written,
      { id: 2, at: '2031-03-20T09:00:00.000Z', sender_name: null, text: '', account_name: 'Rosa Kessler' },
    ],
    linkedin_answers: [answered],
  });
  await open(server);
  const emails = within(await screen.findByRole('region', { name: 'Messages' }));
  const theirs = within(await emails.findByRole('article', { name: /^LinkedIn message from Ada Falk, / }));
  expect(theirs.getByText(/^<b>Who<\/b> would join\?/).textContent).toBe('<b>Who</b> would join?\nThursday?');
  expect(theirs.getByText('to Rosa Kessler on LinkedIn')).toBeTruthy();
  const ours = within(emails.getByRole('article', { name: /^LinkedIn message to Ada, / }));
  expect(ours.getByText('Maya Lindqvist')).toBeTruthy();
  expect(ours.getByText(/^Maya and I\./).textContent).toBe(answered.text);
  expect(emails.getByText('No text. Open LinkedIn to see what was sent.')).toBeTruthy();
  const order = [...document.querySelectorAll('[data-message]')].map((place) => place.getAttribute('data-message'));
  expect(order).toEqual(['1', 'linkedin-1', 'linkedin-answer-5', '2', 'linkedin-2']);
});

it('answers on LinkedIn, once for one text however often it is sent, and keeps what is refused', async () => {
  const server = serverWith({ linkedin_reply: reply }).fail(linkedInAnswersContract, 'answerOnLinkedIn', {
    code: 'LIMIT_REACHED',
    message: 'Rosa Kessler has sent 100 answers today, which is the limit.',
  });
  await open(server);
  const form = await writeOn('Thursday it is.');
  expect(form.getByText('Sent on LinkedIn by Rosa Kessler, as plain text.')).toBeTruthy();
  const send = () => fireEvent.click(form.getByRole('button', { name: 'Send on LinkedIn' }));
  send();
  await form.findByText(/has sent 100 answers today/);
  send();
  await waitFor(() => expect(server.calls(linkedInAnswersContract, 'answerOnLinkedIn')).toHaveLength(2));
  await form.findByText(/has sent 100 answers today/);
  fireEvent.change(form.getByLabelText(/^Message to Ada/), { target: { value: 'Friday it is.' } });
  server.answer(linkedInAnswersContract, 'answerOnLinkedIn', answered);
  send();
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Answer Ada on LinkedIn' })).toBeNull());
  const bodies = server.calls(linkedInAnswersContract, 'answerOnLinkedIn').map(({ body }) => body);
  expect(bodies.map(({ text }) => text)).toEqual(['Thursday it is.', 'Thursday it is.', 'Friday it is.']);
  expect(bodies[0]?.key).toBe(bodies[1]?.key);
  expect(bodies[2]?.key).not.toBe(bodies[0]?.key);
});

const goOn = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Continue your LinkedIn message' }));
  const form = within(await screen.findByRole('form', { name: 'Answer Ada on LinkedIn' }));
  return { form, field: form.getByLabelText<HTMLTextAreaElement>(/^Message to Ada/) };
};

it('keeps the words of an answer that was left', async () => {
  await open(serverWith({ linkedin_reply: reply }));
  const form = await writeOn('Half a sentence');
  fireEvent.click(form.getByRole('button', { name: 'Cancel' }));
  expect((await goOn()).field.value).toBe('Half a sentence');
});

it('keeps the words over a reload, and sends them again with the key that they had', async () => {
  const server = serverWith({ linkedin_reply: reply }).fail(linkedInAnswersContract, 'answerOnLinkedIn', {
    code: 'UNAVAILABLE',
  });
  const { unmount } = await open(server);
  const form = await writeOn('Thursday it is.');
  fireEvent.click(form.getByRole('button', { name: 'Send on LinkedIn' }));
  await form.findByRole('alert');
  unmount();
  await open(server);
  const { field } = await goOn();
  expect(field.value).toBe('Thursday it is.');
  server.answer(linkedInAnswersContract, 'answerOnLinkedIn', answered);
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Answer Ada on LinkedIn' })).toBeNull());
  const [first, second, ...more] = server.calls(linkedInAnswersContract, 'answerOnLinkedIn').map(({ body }) => body);
  expect(second).toEqual(first);
  expect(more).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Continue your LinkedIn message' })).toBeNull();
});

it('cannot be changed while it is being sent', async () => {
  const server = serverWith({ linkedin_reply: reply }).answer(linkedInAnswersContract, 'answerOnLinkedIn', answered);
  const release = server.hold(linkedInAnswersContract, 'answerOnLinkedIn');
  await open(server);
  const form = await writeOn('Thursday it is.');
  const field = form.getByLabelText<HTMLTextAreaElement>(/^Message to Ada/);
  expect(field.readOnly).toBe(false);
  fireEvent.click(form.getByRole('button', { name: 'Send on LinkedIn' }));
  await waitFor(() => expect(field.readOnly).toBe(true));
  await act(async () => release());
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Answer Ada on LinkedIn' })).toBeNull());
});

it('gives way to an email, and keeps its words meanwhile', async () => {
  const server = serverWith({ linkedin_reply: reply });
  // The draft of the email is still on its way: where it will be written is there at once.
  const release = server.hold(inboxDraftsContract, 'getDraft');
  await open(server);
  await writeOn('Half a sentence');
  fireEvent.click(screen.getByRole('button', { name: /^Reply to Ada/ }));
  const email = await screen.findByRole('textbox', { name: 'Reply to Ada' });
  expect(screen.queryByRole('form', { name: 'Answer Ada on LinkedIn' })).toBeNull();
  fireEvent.keyDown(email, { key: 'Escape' });
  expect((await goOn()).field.value).toBe('Half a sentence');
  await act(async () => release());
});

it('checks an answer that LinkedIn did not confirm with the key that it had', async () => {
  const server = serverWith({ linkedin_answers: [{ ...answered, state: 'UNCONFIRMED' }] });
  server.answer(linkedInAnswersContract, 'answerOnLinkedIn', answered);
  await open(server);
  const ours = within(await screen.findByRole('article', { name: /^LinkedIn message to Ada, / }));
  ours.getByText(/LinkedIn didn’t confirm this message/);
  fireEvent.click(ours.getByRole('button', { name: 'Check and send' }));
  await waitFor(() =>
    expect(server.calls(linkedInAnswersContract, 'answerOnLinkedIn')[0]?.body).toEqual({
      key: answered.key,
      text: answered.text,
    }),
  );
});

it('says why an account cannot answer, and offers readers nothing', async () => {
  const problem = 'The LinkedIn account Rosa Kessler is disconnected. Reconnect it under Integrations, LinkedIn.';
  const thread = { linkedin_reply: { ...reply, problem }, linkedin_answers: [{ ...answered, state: 'UNCONFIRMED' }] };
  const { unmount } = await open(serverWith(thread));
  const button = await screen.findByRole('button', { name: /Answer on LinkedIn/ });
  fireEvent.click(button);
  expect(screen.queryByRole('form', { name: 'Answer Ada on LinkedIn' })).toBeNull();
  expect(button.getAttribute('aria-disabled')).toBe('true');
  unmount();
  await open(serverWith(thread), person({ role: 'VIEW_ONLY_ACCESS' }));
  await screen.findByRole('article', { name: /^LinkedIn message to Ada, / });
  expect(screen.queryByRole('button', { name: /LinkedIn|Check and send/ })).toBeNull();
});

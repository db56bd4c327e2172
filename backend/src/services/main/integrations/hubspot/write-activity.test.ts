import { activityOf } from './write-activity';

const everything = {
  create: true,
  sent: true,
  opened: true,
  replied: true,
  category: true,
  meeting: true,
  unsubscribed: true,
};
const facts = {
  event_timestamp: '2026-11-24T09:00:00.000Z',
  campaign_name: 'Yard managers',
  subject: 'A quick question',
  sent_message_body: '<p>Hi Priya</p>',
  sequence_number: 2,
};

it.each([
  ['sent', 'EMAIL_SENT', { title: 'Email logged', properties: { hs_email_text: 'Hi Priya' } }],
  [
    'opened',
    'EMAIL_OPEN',
    { properties: { hs_note_body: 'Opened email 2: A quick question<br>Campaign: Yard managers' } },
  ],
  ['unsubscribed', 'LEAD_UNSUBSCRIBED', { title: 'Unsubscribe logged', object: 'notes' }],
] as const)('%s decides whether %s is written to the contact', (name, event, written) => {
  expect(activityOf(event, facts, { out: everything }, 'key')).toMatchObject(written);
  expect(activityOf(event, facts, { out: { ...everything, [name]: false } }, 'key')).toBeNull();
});

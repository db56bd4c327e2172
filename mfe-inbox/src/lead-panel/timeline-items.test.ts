import { detailOf, titleOf } from './timeline-items';

const entry = (change: Partial<Parameters<typeof titleOf>[0]>) => ({
  kind: 'OPEN',
  at: '2026-11-16T10:00:00Z',
  is_machine: false,
  seq_number: 2,
  variant_label: 'A',
  count: 2,
  text: 'Human',
  calendar: null,
  ...change,
});
const when = (iso: string) => `at ${iso}`;

it('says what happened, how often, and to which step', () => {
  expect(titleOf(entry({})).title).toBe('Opened twice');
  expect(detailOf(entry({}), when)).toBe('Step 2 A, Human');
  expect(titleOf(entry({ kind: 'SENT', text: 'Yard time' })).title).toBe('Step 2 A sent');
  expect(titleOf(entry({ kind: 'SENT', seq_number: null, variant_label: null })).title).toBe('Reply sent');
  expect(titleOf(entry({ kind: 'BOUNCE' }))).toMatchObject({ title: 'Bounced', tone: 'danger' });
});

it.each([
  ['written by a person: In-Reply-To: <a371f775944d75419c88e6f8d20a2c35b664@northlight.test>', 'Written by a person'],
  ['auto-replied: Auto-Submitted: auto-replied', 'Marked as automatic by its server'],
  ['responder header: X-Autoreply: yes', 'Marked as automatic by its server'],
  ['absence in the text: I am on leave', 'Away: “I am on leave”'],
  ['list mail: List-Id: <a371f775944d75419c88e6f8d20a2c35b664@northlight.test>', 'Sent to a mailing list'],
  ['cites our mail: <a371f775944d75419c88e6f8d20a2c35b664@northlight.test>', 'Matched by reply header'],
  ['written by a mail server: postmaster@alder.test', 'Sent by a mail server, postmaster@alder.test'],
  ['found: <a371f775944d75419c88e6f8d20a2c35b664@northlight.test>', 'found: a reply header'],
])('says %j in plain words', (text, words) => {
  expect(detailOf(entry({ kind: 'REPLY', seq_number: null, text }), when)).toBe(words);
});

it('says what somebody did with a meeting, and when it is', () => {
  const reply = (calendar: Parameters<typeof titleOf>[0]['calendar']) =>
    entry({ kind: 'REPLY', text: 'calendar answer: accepted: Accepted: Intro', calendar });
  const accepted = reply({ answer: 'accepted', starts_at: '2026-11-17T14:00:00Z' });
  expect(titleOf(accepted)).toEqual({ title: 'Accepted the meeting', icon: 'calendar' });
  expect(detailOf(accepted, when)).toBe('at 2026-11-17T14:00:00Z');
  expect(titleOf(reply({ answer: 'counter', starts_at: null })).title).toBe('Proposed another time');
  expect(detailOf(reply({ answer: 'counter', starts_at: null }), when)).toBe('');
});

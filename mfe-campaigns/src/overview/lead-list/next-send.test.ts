import type { CampaignStatus } from '@skein/contracts/constants';
import type { ExplanationView } from '@skein/contracts/main/review.contract';
import { nextSend } from './next-send';

const now = new Date('2026-11-21T18:00:00Z');
const binding = (code: string, until: string | null): Pick<ExplanationView, 'binding'> => ({
  binding: { code, scope: 'CAMPAIGN', label: '', text: '', is_met: false, is_binding: true, facts: {}, until },
});
const place = (explanation: Pick<ExplanationView, 'binding'> | undefined, status: CampaignStatus = 'ACTIVE') => ({
  now,
  timeZone: 'Europe/Berlin',
  status,
  explanation,
});
const waiting = { status: 'STARTED' as const, constraint_code: null, next_eligible_at: null, next_due_at: null };

test('a lead that waits for the window says when it opens, as the header says it', () => {
  expect(nextSend(waiting, place(binding('WINDOW_CLOSED', '2026-11-23T08:00:00Z')))).toEqual({
    text: 'Window opens Mon, Nov 23, 09:00, in 38 h',
    first: 'Window opens Mon, Nov 23, 09:00',
    second: 'in 38 h',
    at: '2026-11-23T08:00:00Z',
  });
  expect(nextSend(waiting, place(binding('WINDOW_CLOSED', '2026-11-21T19:30:00Z'))).text).toBe(
    'Window opens today 20:30, in 2 h',
  );
  expect(nextSend(waiting, place(binding('HOLIDAY', '2026-12-01T08:00:00Z'))).text).toBe(
    'Window opens Tue, Dec 1, 09:00',
  );
});

test('a date that has passed gives way to what it waits for', () => {
  const due = {
    ...waiting,
    status: 'INPROGRESS' as const,
    next_due_at: '2026-11-15T08:30:00Z',
    next_eligible_at: '2026-11-15T08:30:00Z',
  };
  expect(nextSend(due, place(binding('WINDOW_CLOSED', '2026-11-23T08:00:00Z'))).text).toBe(
    'Window opens Mon, Nov 23, 09:00, in 38 h',
  );
  expect(nextSend(due, place(undefined)).text).toBe('In the queue');
});

test('a lead in line is in the queue, and a known instant is shown', () => {
  expect(nextSend(waiting, place(binding('TRIGGER_INTERVAL', '2026-11-21T18:05:00Z'))).text).toBe('In the queue');
  expect(nextSend({ ...waiting, constraint_code: 'WAITING_TURN' }, place(undefined)).text).toBe('In the queue');
  expect(nextSend({ ...waiting, next_due_at: '2026-11-21T18:30:00Z' }, place(undefined)).text).toBe(
    'today 19:30, in 30 min',
  );
  expect(nextSend(waiting, place(undefined, 'DRAFTED')).text).toBe('After the launch');
});

test('only what waits for a person does not go on by itself', () => {
  for (const code of ['MANUAL_STEP', 'MISSING_MERGE_DATA', 'COMPANY_PAUSED'])
    expect(nextSend({ ...waiting, constraint_code: code }, place(undefined)).text).toBe('Needs you');
  expect(nextSend({ ...waiting, status: 'PAUSED', next_due_at: '2026-11-21T18:30:00Z' }, place(undefined)).text).toBe(
    'Needs you',
  );
  expect(nextSend(waiting, place(undefined, 'PAUSED')).text).toBe('Needs you');
  expect(nextSend(waiting, place(binding('NO_MAILBOX', null))).text).toBe('Needs you');
});

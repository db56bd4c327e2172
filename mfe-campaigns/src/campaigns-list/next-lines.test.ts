import type { CampaignRow } from '@skein/contracts/main/campaign-views';
import { nextSend } from '../overview/lead-list/next-send';
import { nextLines } from './next-cell';

const now = new Date('2026-11-21T18:00:00Z');
const next = (more: Partial<CampaignRow['next']>): CampaignRow['next'] => ({
  kind: 'WAITING',
  text: 'Window opens',
  at: null,
  detail: null,
  code: 'WINDOW_CLOSED',
  can_explain: true,
  ...more,
});
const said = (more: Partial<CampaignRow['next']>) => {
  const { first, second } = nextLines(next(more), now, 'Europe/Berlin');
  return [first, second].filter(Boolean).join(', ');
};

test('the list, the header and the leads say one moment in one wording', () => {
  const at = '2026-11-21T19:30:00Z';
  const lead = nextSend(
    { status: 'STARTED', constraint_code: null, next_eligible_at: null, next_due_at: null },
    {
      now,
      timeZone: 'Europe/Berlin',
      status: 'ACTIVE',
      explanation: {
        binding: {
          ...{ code: 'WINDOW_CLOSED', scope: 'CAMPAIGN', label: '', text: '', is_met: false, is_binding: true },
          ...{ facts: {}, until: at },
        },
      },
    },
  );
  expect(said({ at })).toBe(lead.text);
});

test('what comes next is never past: it is due now, or holds until the next look', () => {
  const at = '2026-11-21T17:58:00Z';
  expect(said({ kind: 'NEXT_SEND', text: 'Next send round', at, detail: null })).toBe('Due now');
  expect(said({ at })).toBe('Window opens');
  // Of what is over, the moment is told.
  expect(said({ kind: 'PAUSED', text: 'Paused by Maya', at })).toMatch(/^Paused by Maya, /);
});

test('a time names its zone where the schedule runs by another clock', () => {
  const at = '2026-11-22T07:30:00Z';
  expect(nextLines(next({ at }), now, 'UTC', 'Europe/Berlin').first).toBe('Window opens tomorrow 07:30 UTC');
  expect(nextLines(next({ at }), now, 'Europe/Berlin', 'Europe/Paris').first).toBe('Window opens tomorrow 08:30');
  const paused = next({ kind: 'PAUSED', text: 'Paused by Maya', at: '2026-11-21T17:30:00Z' });
  expect(nextLines(paused, now, 'UTC', 'Europe/Berlin').second).toBe('17:30 UTC');
  expect(nextLines(paused, now, 'Europe/Berlin', 'Europe/Berlin').second).toBe('18:30');
});

test('a reason is followed by when it ends, and reads as a sentence', () => {
  const at = '2026-11-22T08:00:00Z';
  const reason = { text: 'The mailbox has reached its daily limit', code: 'MAILBOX_DAILY_CAP' };
  expect(said({ ...reason, at })).toBe('The mailbox has reached its daily limit, resumes tomorrow 09:00, in 14 h');
  expect(said({ ...reason, at: null })).toBe('The mailbox has reached its daily limit');
  const idle = { text: 'No follow-ups due', code: 'NO_FOLLOW_UPS_DUE' };
  expect(said({ ...idle, at })).toBe('No follow-ups due, resumes tomorrow 09:00, in 14 h');
  const held = { text: '28 new leads wait: their import is on hold', code: 'IMPORT_ON_HOLD' };
  expect(said({ ...held, at })).toBe('28 new leads wait: their import is on hold until tomorrow 09:00');
});

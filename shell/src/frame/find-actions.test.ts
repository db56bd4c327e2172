import type { Action } from '@skein/mfe/actions';
import { findActions } from './find-actions';
import { trialLeft } from './credits-pill';
import { agoText } from './sync-pill';
import { scaleText } from './sandbox-dialog';

const action = (label: string, keywords: string[] = []): Action => ({
  id: label,
  label,
  keywords,
  group: 'Test',
  run() {},
});

it('finds by beginning first, then by word, by part, by letters in order, and by other words', () => {
  const all = [action('Open leads'), action('Log out', ['sign out']), action('Leads'), action('New campaign')];
  expect(findActions(all, 'lea').map(({ label }) => label)).toEqual(['Leads', 'Open leads']);
  expect(findActions(all, 'sign').map(({ label }) => label)).toEqual(['Log out']);
  expect(findActions(all, 'ncg').map(({ label }) => label)).toEqual(['New campaign']);
  expect(findActions(all, '')).toHaveLength(4);
  expect(findActions(all, 'zzz')).toEqual([]);
});

it('says what is left of a trial in days, on the last day in hours', () => {
  const trial = { plan_type: 'trial' as const, trial_end_date: '2026-11-22T12:00:00.000Z' };
  expect(trialLeft(trial, Date.parse('2026-11-19T13:00:00Z'))).toBe('3 days of trial left');
  expect(trialLeft(trial, Date.parse('2026-11-10T12:00:01Z'))).toBe('12 days of trial left');
  expect(trialLeft(trial, Date.parse('2026-11-21T11:00:00Z'))).toBe('2 days of trial left');
  expect(trialLeft(trial, Date.parse('2026-11-22T10:30:00Z'))).toBe('1 hour of trial left');
  expect(trialLeft(trial, Date.parse('2026-11-23T00:00:00Z'))).toBeNull();
  expect(trialLeft({ ...trial, plan_type: 'pro' }, 0)).toBeNull();
});

it('says times and speeds with their units', () => {
  expect([agoText(0, 8_000), agoText(0, 125_000), agoText(0, 7_300_000)]).toEqual(['8 s ago', '2 min ago', '2 h ago']);
  expect([scaleText(1), scaleText(60), scaleText(1440)]).toEqual([
    'Real time.',
    'A day of campaign time takes 24 min.',
    'A day of campaign time takes 1 min.',
  ]);
});

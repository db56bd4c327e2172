import { launchedFor, launchedText, launchText } from './launch-text';

const campaign = (total: number, parent: number | null = null) => ({
  parent_campaign_id: parent,
  progress: { total },
  schedule: {
    next_opening_at: '2026-11-30T07:30:00.000Z',
    timezone: 'Europe/Berlin',
    time_zone_mode: 'CAMPAIGN' as 'CAMPAIGN' | 'LEAD',
  },
});
const review = { mailboxes: 1, email_steps: 2 };
const now = new Date('2026-11-29T12:00:00.000Z');

it('names the leads, the most emails of each, the mailboxes and the opening', () => {
  expect(launchText(campaign(53), review, now)).toBe(
    '53 leads get up to 2 emails each, from 1 mailbox. Sending starts tomorrow 08:30 CET, when the sending window opens. You can pause the campaign at any time.',
  );
});

it('agrees in number with one lead', () => {
  expect(launchText(campaign(1), { mailboxes: 2, email_steps: 1 }, now)).toMatch(
    /^1 lead gets up to 1 email each, from 2 mailboxes\./,
  );
});

it('speaks of no email where no step sends one', () => {
  expect(launchText(campaign(53), { mailboxes: 0, email_steps: 0 }, now)).toMatch(/^53 leads start\. /);
});

it('names the parent of a subsequence that has no leads yet', () => {
  expect(launchText(campaign(0, 4), review, now)).toMatch(
    /^Leads of the parent campaign get up to 2 emails each, from 1 mailbox, when they meet its conditions\./,
  );
});

it('says that an open window is open', () => {
  expect(launchText(campaign(53), review, new Date('2026-11-30T07:30:00.000Z'))).toContain(
    ' Sending starts now: the sending window is open. ',
  );
});

it('names no hour where each lead has its own', () => {
  const byLead = campaign(53);
  byLead.schedule.time_zone_mode = 'LEAD';
  expect(launchText(byLead, review, now)).toContain(
    ' Emails are sent in your sending window, by each lead’s time zone. ',
  );
});

describe('after the launch', () => {
  const at = '2026-11-30T07:30:00.000Z';
  const launched = (next: object) => ({
    next: { text: 'Window opens', at, code: null, ...next },
    schedule: campaign(1).schedule,
  });
  const said = (next: object, when = now, scale = 60) => launchedText(launched(next) as never, when, scale);

  it('names the time by the zone of the schedule', () => {
    expect(said({})).toBe('Window opens tomorrow 08:30 CET.');
    expect(said({ text: '3 new leads wait: their import is on hold', code: 'IMPORT_ON_HOLD' })).toBe(
      '3 new leads wait: their import is on hold until tomorrow 08:30 CET.',
    );
    expect(said({ text: 'All leads done', at: null })).toBe('All leads done');
  });

  it('names no time that passes while the message is read, however fast campaign time runs', () => {
    const before = (seconds: number) => new Date(Date.parse(at) - seconds * 1000);
    const shown = launchedFor / 1000;
    expect(said({}, before(shown * 360), 360)).toBe('Sending starts now.');
    expect(said({}, before(-1), 1)).toBe('Sending starts now.');
    expect(said({}, before(shown * 360 + 60), 360)).toBe('Window opens today 08:30 CET.');
  });
});

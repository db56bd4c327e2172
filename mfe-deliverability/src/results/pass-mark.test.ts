import type { PlacementAuthentication, PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { report } from '../testing';
import { causeWords } from './cause-labels';
import { hasPassed, passedWords } from './pass-mark';

const group = { mails: 2, inbox: 2, tab: 0, spam: 0, missing: 0, failed: 0, waiting: 0, score: 100, seconds: 7 };
const spf = { result: 'pass', domain: 'northlight-team.test', record: null, text: '' };
const dkim = [{ result: 'pass', domain: 'northlight-team.test', selector: 's1', isAligned: true, text: '' }];
const dmarc = {
  ...{ result: 'pass', domain: 'northlight-team.test', policy: 'none', record: null, text: '' },
  ...{ isSpfAligned: true, isDkimAligned: true },
};
const arrived: PlacementAuthentication = {
  ...{ ip: '203.0.113.24', sender: 'lena@northlight-team.test', spf, dkim, dmarc, arc: 'none', mtaSts: null },
  ...{ bimi: { result: 'none', location: null }, isEncrypted: true },
};
const checked = { sender: arrived.sender, arrived, now: null, checked_at: null };
const link = {
  url: 'https://docks.test/plan',
  text: 'answered with 200',
  is_dead: false,
  is_redirect: false,
  is_personal: false,
};
const passed: PlacementReport = {
  ...report,
  run: 1,
  by_provider: [{ ...group, name: 'Gmail' }],
  by_sender: [{ ...group, name: arrived.sender }],
  authentication: [checked],
  content: { ...report.content, links: [link] },
};

it('says what passed', () => {
  expect(passedWords(passed)).toBe(
    'Every mailbox and provider reaches 85%. SPF, DKIM and DMARC pass. Every link answers. Recipients can unsubscribe.',
  );
});

it('names what did not pass although enough emails were placed', () => {
  const weak: PlacementReport = {
    ...passed,
    by_provider: [{ ...group, name: 'Gmail', score: 60 }],
    authentication: [{ ...checked, arrived: { ...arrived, spf: { ...spf, result: 'fail' } } }],
    content: { ...passed.content, is_unsubscribe_offered: false, links: [link, { ...link, is_dead: true }] },
  };
  expect(passedWords(weak)).toBe(
    'Still below 85%: Gmail (60%). Not passed by every mailbox: SPF. 1 of 2 links is dead. Recipients can’t unsubscribe.',
  );
});

it('judges the run that is shown, not the latest one', () => {
  expect(hasPassed(passed)).toBe(true);
  expect(hasPassed({ ...passed, run: 2 })).toBe(false);
  expect(hasPassed({ ...passed, runs: 1, status: 'RUNNING' })).toBe(false);
});

it('gives no cause for a run that passed', () => {
  const diagnosis = { cause: 'PROVIDER', subject: 'Outlook', confidence: 0.97, affected: 0.5, others: 1 } as const;
  expect(causeWords({ ...passed, diagnosis })).toMatchObject({ title: 'Enough emails are placed', confidence: null });
});

it.each([
  ['nothing falls short', passed, 'Nothing is wrong'],
  ['a provider is below', { ...passed, by_provider: [{ ...group, name: 'Gmail', score: 60 }] }, null],
  ['a mailbox is below', { ...passed, by_sender: [{ ...group, name: arrived.sender, score: 60 }] }, null],
  [
    'DMARC fails',
    { ...passed, authentication: [{ ...checked, arrived: { ...arrived, dmarc: { ...dmarc, result: 'fail' } } }] },
    null,
  ],
  ['a link is dead', { ...passed, content: { ...passed.content, links: [{ ...link, is_dead: true }] } }, null],
  ['nobody can unsubscribe', { ...passed, content: { ...passed.content, is_unsubscribe_offered: false } }, null],
] satisfies [string, PlacementReport, string | null][])('titles a passed run in which %s', (_, given, title) => {
  const diagnosis = { cause: 'NOTHING', subject: null, confidence: 0.9, affected: 0.95, others: null } as const;
  expect(causeWords({ ...given, diagnosis }).title).toBe(title ?? 'Enough emails are placed');
});

it('says of how many links it speaks', () => {
  const unopened = { ...link, text: null };
  const words = (links: PlacementReport['content']['links']) =>
    passedWords({ ...passed, content: { ...passed.content, links } });
  expect(words([link, link, unopened])).toContain(' 2 of 3 links were opened; all of them answer. ');
  expect(words([link, unopened, unopened])).toContain(' 1 of 3 links was opened; it answers. ');
  expect(words([link, { ...link, is_dead: true }, unopened])).toContain(
    ' 2 of 3 links were opened; 1 of them is dead. ',
  );
  expect(words([{ ...link, is_dead: true }])).toContain(' The only link is dead. ');
  expect(words([{ ...link, is_dead: true }, unopened])).toContain(' 1 of 2 links was opened; it is dead. ');
  const personal = { ...link, text: 'Not opened: the link is personal', is_personal: true };
  expect(words([link, personal])).toContain(' 1 of 2 links was opened; it answers. ');
  expect(words([unopened, unopened])).not.toContain('link');
});

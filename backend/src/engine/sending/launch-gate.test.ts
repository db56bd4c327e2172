import { checkLaunch } from './launch-gate';
import type { LaunchGateInput } from './launch-findings';
import { openMinutesPerWeek } from './open-minutes';
import { aSchedule } from './testing/snapshots';

const variant = {
  id: 'v1',
  label: 'A',
  enabled: true,
  subjectEmpty: false,
  bodyEmpty: false,
  spamWords: [] as string[],
};
const warm = {
  isWarmupOn: true,
  warmupDays: 63,
  ageDays: 70,
  hasSignature: true,
  fromName: 'Rosa Lind',
  firstDayCap: 20,
};
const clean = (over: Partial<LaunchGateInput> = {}): LaunchGateInput => ({
  leads: { total: 2_000, suppressed: 21, alsoActiveElsewhere: 0, badEncoding: 0 },
  steps: [1, 2].map((number) => ({
    id: `s${number}`,
    number,
    kind: 'EMAIL' as const,
    delayMinutes: number === 1 ? 0 : 4_320,
    variants: [{ ...variant, subjectEmpty: number > 1 }],
  })),
  missingFields: [],
  missingFieldsAllowed: false,
  brokenTemplates: [],
  mailboxes: [{ ...warm, id: 'm1', email: 'rosa@northlight.test', state: 'CONNECTED', warmupDays: 63 }],
  stepsWithSignature: [],
  warmupAge: { gate: 'WARN', days: 14 },
  schedule: aSchedule({ windows: [{ days: [1, 2, 3, 4, 5], start: '08:30', end: '17:00' }] }),
  optOut: { header: true, stepsWithoutText: [1, 2] },
  domains: [{ domain: 'northlight.test', spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' }],
  links: { checked: 3, broken: [] },
  placement: null,
  emailCreditsLeft: null,
  ...over,
});
const codes = (over: Partial<LaunchGateInput>) => checkLaunch(clean(over)).blocking.map((finding) => finding.code);

test('a campaign in order may launch, and the list says what was checked', () => {
  const result = checkLaunch(clean());
  expect(result).toMatchObject({ mayLaunch: true, blocking: [], worthALook: [] });
  expect(result.inOrder.map((finding) => finding.title)).toEqual([
    'Encoding is clean in all fields',
    'Suppressed leads left out, 21',
    '1 of 1 mailbox connected',
    'Window is open 42.5 h a week',
    'Every email has an unsubscribe',
    'SPF, DKIM, DMARC on 1 domain',
    'Links answer, 3 of 3',
  ]);
});

test('blocks with the count, the place and the way there', () => {
  const missing = {
    field: 'warehouse_city',
    stepId: 's1',
    stepNumber: 1,
    variantId: 'v1',
    variantLabel: 'A',
    leads: 38,
  };
  const broken = {
    stepId: 's2',
    stepNumber: 2,
    variantId: 'v2',
    variantLabel: 'B',
    message: 'Spintax brace is never closed',
    excerpt: '{Any chance|Would you',
  };
  const result = checkLaunch(
    clean({ missingFields: [missing], brokenTemplates: [broken], optOut: { header: false, stepsWithoutText: [1, 2] } }),
  );
  expect(result.mayLaunch).toBe(false);
  expect(result.blocking.map(({ title, detail, count, unit }) => [title, detail, count, unit])).toEqual([
    ['Missing merge data', 'Warehouse city has no fallback in step 1 A', 38, 'lead'],
    ['Spintax brace is never closed', 'Step 2 B: “{Any chance|Would you”', 1, 'place'],
    ['No unsubscribe', 'No unsubscribe line, and the header is off', 2, 'step'],
  ]);
  expect(result.blocking[0]!.jump).toEqual({
    to: 'LEADS',
    leadFilter: 'missing:warehouse_city',
    stepId: 's1',
    variantId: 'v1',
  });
  expect(checkLaunch(clean({ missingFields: [missing], missingFieldsAllowed: true })).mayLaunch).toBe(true);
});

test.each([
  ['NO_LEADS', { leads: { total: 0, suppressed: 3, alsoActiveElsewhere: 0, badEncoding: 0 } }],
  ['NO_STEPS', { steps: [] }],
  ['EMPTY_STEP', { steps: [{ id: 's1', number: 1, kind: 'EMAIL', variants: [{ ...variant, bodyEmpty: true }] }] }],
  ['EMPTY_STEP', { steps: [{ id: 's1', number: 1, kind: 'EMAIL', variants: [{ ...variant, subjectEmpty: true }] }] }],
  ['NO_MAILBOX', { mailboxes: [] }],
  ['MAILBOX_NOT_CONNECTED', { mailboxes: [{ ...warm, id: 'm1', email: 'a@b.test', state: 'FAILING', warmupDays: 0 }] }],
  ['WINDOW_EMPTY', { schedule: aSchedule({ windows: [] }) }],
  ['TIME_ZONE_UNKNOWN', { schedule: aSchedule({ timeZone: 'Mars/Olympus' }) }],
  ['DNS_FAILING', { domains: [{ domain: 'a.test', spf: 'PASS', dkim: 'MISSING', dmarc: 'PASS' }] }],
  ['PLACEMENT_LOW', { placement: { inboxShare: 0.6, threshold: 0.85 } }],
  ['CREDITS', { emailCreditsLeft: 0 }],
] as const)('%s blocks the launch', (code, over) => {
  expect(codes(over as unknown as Partial<LaunchGateInput>)).toContain(code);
});

test('a domain that fails names its own mailboxes', () => {
  const mailboxes = ['a@one.test', 'b@two.test', 'c@two.test'].map((email, index) => ({
    ...warm,
    id: `m${index}`,
    email,
    state: 'CONNECTED' as const,
    warmupDays: 63,
  }));
  const domains = [{ domain: 'two.test', spf: 'FAIL', dkim: 'PASS', dmarc: 'PASS' }] as const;
  expect(checkLaunch(clean({ mailboxes, domains })).blocking.map(({ code, jump }) => [code, jump])).toEqual([
    ['DNS_FAILING', { to: 'MAILBOX', mailboxIds: ['m1', 'm2'] }],
  ]);
});

test('what only deserves a look does not block', () => {
  const result = checkLaunch(
    clean({
      mailboxes: [
        { ...warm, id: 'm1', email: 'eva@n.test', state: 'CONNECTED', warmupDays: 9 },
        { ...warm, id: 'm2', email: 'jon@n.test', state: 'FAILING', warmupDays: 0 },
      ],
      leads: { total: 10, suppressed: 0, alsoActiveElsewhere: 63, badEncoding: 1 },
      links: { checked: 3, broken: ['http://x.test'] },
      domains: [
        { domain: 'a.test', spf: 'PASS', dkim: 'PASS', dmarc: 'MISSING' },
        { domain: 'b.test', spf: 'UNKNOWN', dkim: 'PASS', dmarc: 'PASS' },
      ],
      steps: [{ id: 's1', number: 1, kind: 'EMAIL', delayMinutes: 0, variants: [{ ...variant, spamWords: ['free'] }] }],
    }),
  );
  expect(result.mayLaunch).toBe(true);
  expect(result.worthALook.map((finding) => finding.code).sort()).toEqual([
    'ALSO_IN_ANOTHER_CAMPAIGN',
    'DMARC_MISSING',
    'DNS_UNCHECKED',
    'ENCODING',
    'LINK_BROKEN',
    'MAILBOX_NOT_CONNECTED',
    'SPAM_WORDING',
    'WARMUP_YOUNG',
  ]);
});

test('open minutes count overlaps once and windows over midnight whole', () => {
  expect(
    openMinutesPerWeek(
      aSchedule({
        windows: [
          { days: [7], start: '22:00', end: '02:00' },
          { days: [1], start: '01:00', end: '03:00' },
        ],
      }),
    ),
  ).toBe(300);
  expect(openMinutesPerWeek(aSchedule({ windows: [{ days: [1], start: '00:00', end: '24:00' }] }))).toBe(1440);
});

test('names mailboxes without warmup and signatures that print nothing', () => {
  const mailbox = { ...warm, id: 'm1', email: 'rosa@northlight.test', state: 'CONNECTED' as const };
  const found = (over: Partial<LaunchGateInput>) =>
    checkLaunch(clean(over)).worthALook.map(({ code, title, detail }) => [code, title, detail]);
  const cold = { ...mailbox, isWarmupOn: false, warmupDays: 0, ageDays: 0, hasSignature: false };
  expect(found({ mailboxes: [cold] })).toEqual([['WARMUP_OFF', 'Warmup is off', 'rosa@ connected today']]);
  expect(found({ mailboxes: [{ ...cold, isWarmupOn: true, warmupDays: 14 }], stepsWithSignature: [1, 3] })).toEqual([
    ['SIGNATURE_EMPTY', 'Signature is empty', 'Step 1, 3 uses it; rosa@ has none'],
  ]);
});

test('names young mailboxes by their days of warmup, and says what the workspace does with them', () => {
  const mailboxes = [
    { ...warm, id: 'm1', email: 'eva@n.test', state: 'CONNECTED', warmupDays: 1 },
    { ...warm, id: 'm2', email: 'jon@n.test', state: 'CONNECTED', warmupDays: 0, isWarmupOn: false, ageDays: 3 },
    { ...warm, id: 'm3', email: 'old@n.test', state: 'CONNECTED', warmupDays: 14 },
  ] as const;
  const said = (gate: 'OFF' | 'WARN' | 'HOLD', some: LaunchGateInput['mailboxes'] = mailboxes) =>
    checkLaunch(clean({ mailboxes: some, warmupAge: { gate, days: 14 } })).worthALook.map(
      ({ title, detail, count }) => [title, detail, count],
    );
  const off = ['Warmup is off', 'jon@ connected 3 days ago', 1];
  const both = 'eva@ 1 day, jon@ 0 days, warmup off';
  expect(said('OFF')).toEqual([off]);
  expect(said('WARN')).toEqual([off, ['Warmed up for less than 14 days', 'eva@ 1 day', 1]]);
  expect(said('HOLD')).toEqual([['Sends nothing until warmed up for 14 days', both, 2]]);
  expect(said('HOLD', mailboxes.slice(0, 2))).toEqual([['No mailbox sends until warmed up for 14 days', both, 2]]);
});

test('asks about a busy first day, a sender without a name and a follow-up at once, each with the way to mend it', () => {
  const mailbox = { ...warm, id: 'm1', email: 'gina@n.test', state: 'CONNECTED' as const };
  const steps = clean().steps.map((step) => ({ ...step, delayMinutes: 0 }));
  const young = { ...mailbox, warmupDays: 0, ageDays: 0, firstDayCap: 50, fromName: 'Gina' };
  const found = (over: Partial<LaunchGateInput>) =>
    checkLaunch(clean(over)).worthALook.map(({ code, detail, jump }) => [code, detail, jump]);
  const toMailbox = { to: 'MAILBOX', mailboxIds: ['m1'] };
  expect(found({ mailboxes: [young], steps, warmupAge: { gate: 'OFF', days: 14 } })).toEqual([
    ['FIRST_DAY_HIGH', 'gina@n.test up to 50', toMailbox],
    ['SENDER_NAMELESS', 'gina@n.test sends as “Gina”', toMailbox],
    ['FOLLOW_UP_AT_ONCE', 'Step 2 is due as soon as the step before it is done', { to: 'STEP', stepId: 's2' }],
  ]);
  expect(checkLaunch(clean({ mailboxes: [young], steps })).mayLaunch).toBe(true);
  // Twenty a day are few, and a mailbox that has sent or warmed up for two weeks is known.
  const named = { ...young, fromName: 'Gina Marsh' };
  for (const calm of [{ firstDayCap: 20 }, { ageDays: 14 }, { warmupDays: 14 }])
    expect(found({ mailboxes: [{ ...named, ...calm }], warmupAge: { gate: 'OFF', days: 14 } })).toEqual([]);
});

import fc from 'fast-check';
import { DAY_MS, dayNumberAt, instantOfLocal } from '@skein/template/zone-clock';
import {
  amountOfDay,
  warmupOpensHour,
  inWakingHours,
  warmupClosesHour,
  mostPerPair,
  planWarmupDay,
  rateOfOpened,
  rampGrows,
  treatmentOf,
  wantsReply,
  type WarmupDayInput,
} from './plan-warmup-day';
import { defaultSettings, firstDayAmount, type WarmupSettings } from './warmup-settings';

const zones = ['Etc/UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Chatham', 'Europe/Berlin'];
const monday = Date.parse('2026-11-16T00:00:00Z');
const settingsArb: fc.Arbitrary<WarmupSettings> = fc.record({
  enabled: fc.constant(true),
  perDay: fc.integer({ min: 1, max: 50 }),
  isRandomised: fc.boolean(),
  minPerDay: fc.integer({ min: 1, max: 50 }),
  isRampupEnabled: fc.boolean(),
  dailyRampup: fc.integer({ min: 1, max: 20 }),
  replyRate: fc.integer({ min: 0, max: 100 }),
  openRate: fc.integer({ min: 0, max: 100 }),
  importantRate: fc.integer({ min: 0, max: 100 }),
  spamRescueRate: fc.integer({ min: 0, max: 100 }),
  weekdaysOnly: fc.boolean(),
  autoAdjust: fc.boolean(),
  usesTrackingDomain: fc.boolean(),
  keyTag: fc.constant(''),
});
const inputArb: fc.Arbitrary<WarmupDayInput> = fc
  .record({
    mailboxId: fc.integer({ min: 1, max: 999 }).map(String),
    timeZone: fc.constantFrom(...zones),
    now: fc.integer({ min: 0, max: 400 * 24 * 60 }).map((minutes) => monday + minutes * 60_000),
    settings: settingsArb,
    rampDay: fc.integer({ min: 0, max: 60 }),
    landings: fc.record({ inbox: fc.nat(60), spam: fc.nat(30), bounced: fc.nat(5) }),
    taken: fc.nat(50),
    openersTaken: fc.nat(10),
    partners: fc.uniqueArray(fc.record({ email: fc.emailAddress(), taken: fc.nat(4) }), {
      selector: (partner) => partner.email,
      maxLength: 30,
    }),
  })
  .map((input) => ({ ...input, taken: Math.max(input.taken, input.openersTaken) }));

test('a plan stays within the cap, the day, the waking hours and what a pair may exchange', () => {
  fc.assert(
    fc.property(inputArb, (input) => {
      const plan = planWarmupDay(input);
      expect(plan.amount).toBeLessThanOrEqual(input.settings.perDay);
      expect(input.taken + plan.openers.length).toBeLessThanOrEqual(Math.max(plan.amount, input.taken));
      const today = dayNumberAt(input.timeZone, input.now);
      for (const { sendAt } of plan.openers) {
        expect(sendAt).toBeGreaterThan(input.now);
        expect(sendAt).toBeGreaterThanOrEqual(instantOfLocal(input.timeZone, today, warmupOpensHour * 3_600_000));
        expect(sendAt).toBeLessThan(instantOfLocal(input.timeZone, today, warmupClosesHour * 3_600_000));
      }
      for (const partner of input.partners)
        expect(plan.openers.filter(({ to }) => to === partner.email).length).toBeLessThanOrEqual(
          Math.max(0, mostPerPair - partner.taken),
        );
      expect(plan.openers.every(({ to }) => input.partners.some((partner) => partner.email === to))).toBe(true);
      expect(new Set(plan.openers.map(({ position }) => position)).size).toBe(plan.openers.length);
      expect(planWarmupDay(input)).toEqual(plan);
    }),
    { numRuns: 400 },
  );
});

test('the ramp begins with few, grows by what was asked and ends at the cap', () => {
  fc.assert(
    fc.property(settingsArb, fc.integer({ min: 0, max: 80 }), (given, rampDay) => {
      const settings = { ...given, isRampupEnabled: true, weekdaysOnly: false };
      const none = { inbox: 0, spam: 0, bounced: 0 };
      const today = amountOfDay(settings, { rampDay, isoDay: 3, landings: none });
      expect(amountOfDay(settings, { rampDay: 0, isoDay: 3, landings: none })).toBe(
        Math.min(settings.perDay, firstDayAmount),
      );
      expect(amountOfDay(settings, { rampDay: rampDay + 1, isoDay: 3, landings: none })).toBe(
        Math.min(settings.perDay, firstDayAmount + (rampDay + 1) * settings.dailyRampup),
      );
      expect(amountOfDay(settings, { rampDay: rampDay + 1, isoDay: 3, landings: none })).toBeGreaterThanOrEqual(today);
      expect(amountOfDay({ ...settings, enabled: false }, { rampDay, isoDay: 3, landings: none })).toBe(0);
    }),
  );
});

test('weekends are left out when asked, by the day of the mailbox', () => {
  const input = {
    mailboxId: '1',
    settings: { ...defaultSettings(1), enabled: true, weekdaysOnly: true },
    rampDay: 3,
    landings: { inbox: 0, spam: 0, bounced: 0 },
    taken: 0,
    openersTaken: 0,
    partners: [{ email: 'a@b.test', taken: 0 }],
  };
  // Friday 22:00 UTC is Saturday in Kolkata.
  const friday = Date.parse('2026-11-20T22:00:00Z');
  expect(planWarmupDay({ ...input, timeZone: 'Asia/Kolkata', now: friday })).toMatchObject({ amount: 0, openers: [] });
  expect(planWarmupDay({ ...input, timeZone: 'America/New_York', now: friday }).amount).toBe(11);
});

test('auto-adjust holds the ramp when some land in spam and halves the day when many do', () => {
  const input = {
    mailboxId: '1',
    timeZone: 'Etc/UTC',
    now: monday,
    settings: { ...defaultSettings(1), enabled: true },
    rampDay: 5,
    taken: 0,
    openersTaken: 0,
    partners: [],
  };
  const day = (inbox: number, spam: number, autoAdjust = true) => {
    const given = { ...input, settings: { ...input.settings, autoAdjust }, landings: { inbox, spam, bounced: 0 } };
    return { amount: planWarmupDay(given).amount, grows: rampGrows(given.settings, given.landings) };
  };
  expect(day(20, 0)).toMatchObject({ amount: 15, grows: true });
  expect(day(16, 4)).toMatchObject({ amount: 15, grows: false });
  expect(day(10, 10)).toMatchObject({ amount: 7, grows: false });
  expect(day(10, 10, false)).toMatchObject({ amount: 15, grows: true });
  // Nine mails say too little.
  expect(day(1, 8)).toMatchObject({ amount: 15, grows: true });
});

test('of the mails that arrived exactly the rate is answered, at every moment within one mail', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 400 }), (rate, mails) => {
      const answered = Array.from({ length: mails }, (_, index) => wantsReply(rate, index + 1)).filter(Boolean).length;
      expect(answered).toBe(Math.floor((mails * rate) / 100));
    }),
  );
});

test('two mailboxes that only know each other never exchange more than a pair may, whatever the cap, and reach the reply rate over days', () => {
  const settings = { ...defaultSettings(1), enabled: true, isRampupEnabled: false, perDay: 50, replyRate: 60 };
  let openers = 0;
  let replies = 0;
  for (let day = 0; day < 20; day += 1) {
    for (const [self, other] of [
      ['1', 'two@b.test'],
      ['2', 'one@b.test'],
    ] as const) {
      const plan = planWarmupDay({
        mailboxId: self,
        timeZone: 'Etc/UTC',
        now: monday + day * DAY_MS,
        settings,
        rampDay: 0,
        landings: { inbox: 0, spam: 0, bounced: 0 },
        taken: 0,
        openersTaken: 0,
        partners: [{ email: other, taken: 0 }],
      });
      expect(plan.openers.length).toBe(mostPerPair);
      for (const _ of plan.openers) {
        openers += 1;
        if (wantsReply(settings.replyRate, openers)) replies += 1;
      }
    }
  }
  expect(openers).toBe(20 * 2 * mostPerPair);
  expect(replies).toBe(Math.floor(openers * 0.6));
});

test('replies wait for the morning of whoever writes them', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 400 * 24 * 60 }), (zone, minutes) => {
      const at = monday + minutes * 60_000;
      const moved = inWakingHours(at, zone, 'x');
      const sinceMidnight = moved - instantOfLocal(zone, dayNumberAt(zone, moved), 0);
      expect(moved).toBeGreaterThanOrEqual(at);
      expect(sinceMidnight).toBeGreaterThanOrEqual((warmupOpensHour - 1) * 3_600_000);
      expect(sinceMidnight).toBeLessThan((warmupClosesHour + 1) * 3_600_000);
    }),
  );
});

test('a randomised day lies between its least and what cap and ramp allow, and differs from day to day', () => {
  const settings = { ...defaultSettings(1), enabled: true, isRandomised: true, minPerDay: 10, perDay: 40 };
  const clean = { inbox: 0, spam: 0, bounced: 0 };
  const amounts = Array.from({ length: 101 }, (_, index) =>
    amountOfDay(settings, { rampDay: 30, isoDay: 2, landings: clean, drawn: index / 100 }),
  );
  expect(Math.min(...amounts)).toBe(10);
  expect(Math.max(...amounts)).toBe(40);
  expect(amountOfDay(settings, { rampDay: 0, isoDay: 2, landings: clean, drawn: 0.99 })).toBe(firstDayAmount);
  const day = (now: number) =>
    planWarmupDay({
      mailboxId: '7',
      timeZone: 'Etc/UTC',
      now,
      settings,
      rampDay: 30,
      landings: clean,
      taken: 0,
      openersTaken: 0,
      partners: [],
    }).amount;
  const days = Array.from({ length: 10 }, (_, index) => day(monday + index * DAY_MS));
  expect(new Set(days).size).toBeGreaterThan(3);
  expect(day(monday)).toBe(day(monday + 3_600_000));
});

test('the receiver opens, marks and rescues as many as the rates say; what stays in spam is not opened', () => {
  const of = (rates: Partial<WarmupSettings>, landed: 'INBOX' | 'SPAM') =>
    Array.from({ length: 1_000 }, (_, index) =>
      treatmentOf({ ...defaultSettings(1), ...rates }, `<${index}@northlight.test>`, landed),
    );
  const share = (
    all: { isOpened: boolean; isImportant: boolean; isRescued: boolean }[],
    what: 'isOpened' | 'isImportant' | 'isRescued',
  ) => all.filter((each) => each[what]).length / 1_000;
  expect(share(of({}, 'INBOX'), 'isOpened')).toBe(1);
  expect(share(of({ openRate: 0 }, 'INBOX'), 'isOpened')).toBe(0);
  expect(share(of({ openRate: 60 }, 'INBOX'), 'isOpened')).toBeCloseTo(0.6, 1);
  expect(share(of({ openRate: 50, importantRate: 50 }, 'INBOX'), 'isImportant')).toBeCloseTo(0.25, 1);
  expect(share(of({ importantRate: 1 }, 'SPAM'), 'isImportant')).toBe(1);
  expect(share(of({ importantRate: 0 }, 'SPAM'), 'isImportant')).toBe(0);
  const half = of({ spamRescueRate: 50 }, 'SPAM');
  expect(share(half, 'isRescued')).toBeCloseTo(0.5, 1);
  expect(half.every((each) => each.isOpened === each.isRescued)).toBe(true);
});

test('of the mails that arrived as many are answered as the reply rate says, all of them opened', () => {
  expect(rateOfOpened({ replyRate: 30, openRate: 100 })).toBe(30);
  expect(rateOfOpened({ replyRate: 30, openRate: 60 })).toBe(50);
  expect(rateOfOpened({ replyRate: 80, openRate: 50 })).toBe(100);
  expect(rateOfOpened({ replyRate: 80, openRate: 0 })).toBe(0);
});

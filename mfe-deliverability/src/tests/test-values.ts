import type { CallInput, CallOutput } from '@skein/contracts/endpoint';
import type { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import type { placementDraftsContract } from '@skein/contracts/smart-delivery/placement-drafts.contract';
import { placementLimits } from '@skein/contracts/smart-delivery/placement-shapes';
import { cronOf, fromWallClock, toWallClock, weekdaysOf } from './schedule-times';

export type Repeat = 'days' | 'weekdays' | 'cron';
export const usual = {
  name: '',
  subject: '',
  body: '',
  has_control: true,
  checks_links: true,
  checks_spam: true,
  has_gap: true,
  repeat: 'days' as Repeat,
  days: 7 as number | null,
  weekdays: [2, 4] as number[],
  time: '09:00',
  cron: '0 9 * * 2,4',
  starts: '',
  ends: '',
  passes: 85 as number | null,
  below: null as number | null,
  belowRuns: 2 as number | null,
  lowers: false,
  cap: 10 as number | null,
  moves_leads: false,
  pauses_step: false,
  notifies: true,
  /** Seeds follow the providers of leads. */
  likeLeads: false,
};
export type TestValues = typeof usual;
type TestBody = CallInput<(typeof placementContract)['endpoints']['addTest']>['body'];
export type Draft = CallOutput<(typeof placementDraftsContract)['endpoints']['draft']>;

/** The key of one provider in one region. */
export const seedKey = (seed: { provider: string; region: string }): string => `${seed.provider}\n${seed.region}`;

const cronFrom = ({ repeat, weekdays, time, cron }: TestValues): string | null =>
  repeat === 'weekdays' ? cronOf(weekdays, time) : repeat === 'cron' ? cron.trim() : null;

/** What is sent of the values of a form; the email and the seeds stand beside them. */
export function bodyOf(
  values: TestValues,
  { type, timeZone, isFromCampaign }: { type: 'manual' | 'auto'; timeZone: string; isFromCampaign: boolean },
): Omit<TestBody, 'name' | 'type'> {
  return {
    has_control: values.has_control,
    has_gap: values.has_gap,
    checks_links: values.checks_links,
    checks_spam: values.checks_spam,
    pass_percent: values.passes ?? placementLimits.passPercent,
    like_leads: values.likeLeads,
    ...(type === 'auto'
      ? {
          every_days: values.repeat === 'days' ? values.days : null,
          cron: cronFrom(values),
          time_zone: timeZone,
          starts_at: fromWallClock(values.starts, timeZone),
          ends_at: fromWallClock(values.ends, timeZone),
        }
      : {}),
    ...(values.below === null
      ? {}
      : {
          rest_below: values.below,
          below_runs: type === 'auto' ? (values.belowRuns ?? 1) : 1,
          cap_to: values.lowers ? values.cap : null,
          moves_leads: values.moves_leads,
          pauses_step: isFromCampaign && values.pauses_step,
          notifies: values.notifies,
        }),
  };
}

/** The form as it was when its draft was saved. */
export function valuesOf({ test }: Draft, timeZone: string): TestValues {
  const cron = test.cron ?? '';
  const weekly = weekdaysOf(cron);
  const repeat: Repeat = weekly ? 'weekdays' : cron === '' ? 'days' : 'cron';
  return {
    ...usual,
    name: test.name,
    subject: test.subject,
    body: test.body_text,
    has_control: test.has_control,
    checks_links: test.checks_links,
    checks_spam: test.checks_spam,
    has_gap: test.has_gap,
    passes: test.pass_percent,
    likeLeads: test.like_leads,
    ...(test.type === 'auto' && {
      repeat,
      days: cron === '' ? test.every_days : usual.days,
      ...(weekly ?? {}),
      ...(cron !== '' && { cron }),
      starts: toWallClock(test.starts_at, timeZone),
      ends: toWallClock(test.ends_at, timeZone),
    }),
    ...(test.rest_below !== null && {
      below: test.rest_below,
      belowRuns: test.below_runs,
      lowers: test.cap_to !== null,
      cap: test.cap_to ?? usual.cap,
      moves_leads: test.moves_leads,
      pauses_step: test.pauses_step,
      notifies: test.notifies,
    }),
  };
}

type ChangeBody = CallInput<(typeof placementContract)['endpoints']['changeTest']>['body'];
type Form = Parameters<typeof bodyOf>[1];

/** What can be changed of a test that exists, as its form says it. */
function settingsOf(values: TestValues, form: Form): ChangeBody {
  const { every_days = null, cron = null, ends_at = null, ...body } = bodyOf(values, form);
  return {
    ...(form.type === 'auto' && { every_days, cron, time_zone: form.timeZone, ends_at: ends_at && String(ends_at) }),
    pass_percent: body.pass_percent,
    rest_below: body.rest_below ?? null,
    ...(values.below !== null && {
      below_runs: body.below_runs,
      cap_to: body.cap_to ?? null,
      moves_leads: body.moves_leads,
      pauses_step: body.pauses_step,
      notifies: body.notifies,
    }),
  };
}

/** What differs from how a test was: only that is sent, so that a schedule that nobody touched is not planned anew. */
export function changesOf(before: TestValues, after: TestValues, form: Form): ChangeBody {
  const was = settingsOf(before, form);
  return Object.fromEntries(
    Object.entries(settingsOf(after, form)).filter(([field, value]) => was[field as keyof ChangeBody] !== value),
  );
}

/** A test as the beginning of another: under a name of its own, without times that have passed. */
export function copyOf({ test, campaign }: Pick<Draft, 'test' | 'campaign'>, now: number): Draft {
  const ahead = (at: string | null) => (at !== null && Date.parse(at) > now ? at : null);
  return {
    campaign,
    test: {
      ...test,
      name: `${test.name.slice(0, 93)} (copy)`,
      starts_at: ahead(test.starts_at),
      ends_at: ahead(test.ends_at),
    },
  };
}

function scheduleNeeded(values: TestValues, type: 'manual' | 'auto'): string[] {
  const hasSchedule =
    type === 'manual' ||
    (values.repeat === 'days'
      ? values.days !== null && values.days >= 1 && values.days <= placementLimits.everyDays
      : values.repeat === 'weekdays'
        ? values.weekdays.length > 0 && /^\d{2}:\d{2}$/.test(values.time)
        : values.cron.trim() !== '');
  return hasSchedule ? [] : ['a schedule'];
}
const rulesNeeded = (values: TestValues): string[] => [
  ...(values.passes === null ? ['a pass mark'] : []),
  ...(values.below !== null && values.lowers && values.cap === null ? ['the lower daily limit'] : []),
  ...(values.below !== null && values.belowRuns === null ? ['a number of runs'] : []),
];

/** What schedule and rules of a form still need. */
export const needsOf = (values: TestValues, type: 'manual' | 'auto'): string[] => [
  ...scheduleNeeded(values, type),
  ...rulesNeeded(values),
];

/** What a form still needs, in its order. */
export function missingOf(
  values: TestValues,
  form: {
    type: 'manual' | 'auto';
    isOwn: boolean;
    isFromCampaign: boolean;
    hasContent: boolean;
    senders: number;
    seeds: number;
  },
): string[] {
  return [
    ...(values.name.trim() === '' ? ['a name'] : []),
    ...(form.hasContent ? [] : [form.isFromCampaign ? 'a campaign step' : 'a subject and a message']),
    ...scheduleNeeded(values, form.type),
    ...(form.isOwn || form.senders > 0 ? [] : ['a mailbox']),
    ...(form.senders > placementLimits.senders ? [`at most ${placementLimits.senders} mailboxes`] : []),
    ...(form.seeds > 0 ? [] : ['a seed']),
    ...rulesNeeded(values),
  ];
}

import type { HandlerInput, HandlerOutput } from '@skein/contracts/endpoint';
import type { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import type { SqlClient } from '#platform/db/database';
import type { ServiceDeps } from '#platform/http/service-deps';
import { invalidField } from '#platform/http/skein-error';
import { requireParts } from './create-test';
import { findCampaignName } from './drafts.store';
import { nowOf, requireTest, scopeOf, type Who } from './placement-tests';
import { requireMonitor } from './monitors.store';
import { nextRun, requireSchedule, type Schedule } from './schedule';
import { findSeedGroups } from './seed-choice.store';
import * as settings from './test-settings.store';
import * as store from './tests.store';

type Endpoints = (typeof placementContract)['endpoints'];
type Change = HandlerInput<Endpoints['changeTest']>['body'];

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
const scheduleFields = ['every_days', 'cron', 'time_zone', 'ends_at'] as const;

/** The schedule after a change; a way of repeating that is given replaces the other one. Null when the change says nothing of it. */
function changedSchedule(test: store.TestRecord, change: Change): Schedule | null {
  const named = scheduleFields.find((field) => change[field] !== undefined);
  if (named === undefined) return null;
  if (test.type !== 'auto') throw invalidField(named, 'belongs to an automatic test; a manual one has no schedule');
  const { every_days: days = null, cron = null } = change;
  const keeps = days === null && cron === null && change.every_days === undefined && change.cron === undefined;
  return {
    every_days: keeps ? test.every_days : days,
    cron: keeps ? test.cron : cron,
    time_zone: change.time_zone ?? test.time_zone,
    starts_at: test.starts_at,
    ends_at: change.ends_at === undefined ? test.ends_at : dateOf(change.ends_at),
  };
}

/** The run that is planned already, where its time is still one of the schedule's: a later end does not put it off. */
function keptRun(
  test: Pick<store.TestRecord, 'next_run_at' | 'every_days' | 'cron' | 'time_zone'>,
  { every_days, cron, time_zone, ends_at }: Schedule,
  now: Date,
): Date | null {
  const { next_run_at: planned } = test;
  const repeats =
    every_days === test.every_days && cron === test.cron && (cron === null || time_zone === test.time_zone);
  return repeats && planned !== null && planned > now && (ends_at === null || planned <= ends_at) ? planned : null;
}

/**
 * The next run by a changed schedule: none while the test is stopped or paused.
 * @throws SkeinError VALIDATION, LIMIT_REACHED when a schedule that had ended goes on
 */
async function planAnew(
  who: Who,
  sql: SqlClient,
  test: store.TestRecord,
  { schedule, now }: { schedule: Schedule; now: Date },
): Promise<Date | null> {
  const begins = schedule.starts_at !== null && schedule.starts_at > now ? schedule.starts_at : null;
  requireSchedule({ ...schedule, starts_at: begins }, now);
  if (test.is_stopped || test.is_paused) return null;
  const next = begins ?? keptRun(test, schedule, now) ?? nextRun(schedule, now);
  if (next !== null && test.next_run_at === null) await requireMonitor(who.workspaceId, sql);
  return next;
}

/** The rule pauses the step for everybody: only for people who see its campaign. @throws SkeinError VALIDATION */
async function requireStep(who: Who, sql: SqlClient, { source }: Pick<store.TestRecord, 'source'>): Promise<void> {
  const campaign = source && (await findCampaignName(who.workspaceId, sql, scopeOf(who), source.campaign_id));
  if (!campaign) throw invalidField('pauses_step', 'needs a campaign step: only the step of a campaign can be paused');
}

/**
 * Changes what does not make runs incomparable: name, folder, schedule and rules.
 * @throws SkeinError NOT_FOUND for a test or folder of others, VALIDATION, LIMIT_REACHED
 */
export async function changeTest(deps: ServiceDeps, who: Who, id: number, change: Change) {
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    // Against the loop that begins due runs: it plans the next one by the schedule that it reads.
    await settings.lockTest(who.workspaceId, sql, id);
    const test = await requireTest(who, sql, id);
    if (change.folder_id !== undefined) await requireParts(who, sql, { sender_ids: [], folder_id: change.folder_id });
    if (change.pauses_step && !test.pauses_step) await requireStep(who, sql, test);
    const schedule = changedSchedule(test, change);
    const planned = schedule && {
      ...schedule,
      next_run_at: await planAnew(who, sql, test, { schedule, now: nowOf(deps) }),
    };
    await settings.changeTest(who.workspaceId, sql, { ...test, ...change, ...(planned ?? scheduleOf(test)) });
  });
  return { done: true } as const;
}

const scheduleOf = ({ every_days, cron, time_zone, ends_at, next_run_at }: store.TestRecord) => ({
  every_days,
  cron,
  time_zone,
  ends_at,
  next_run_at,
});

/** What a test is made of, for a copy of it or a change. @throws SkeinError NOT_FOUND */
export async function readTestSettings(
  deps: ServiceDeps,
  who: Who,
  id: number,
): Promise<HandlerOutput<Endpoints['testSettings']>> {
  const { test, campaign, visible } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const found = await requireTest(who, sql, id);
    const place = found.source?.campaign_id ?? null;
    return {
      test: found,
      campaign: place === null ? null : await findCampaignName(who.workspaceId, sql, scopeOf(who), place),
      visible: new Set((await store.findSenders(who.workspaceId, sql, scopeOf(who))).map((sender) => sender.id)),
    };
  });
  const { source } = test;
  const seeds = await deps.db.systemSql((sql) => findSeedGroups(sql, who.workspaceId, test.seed_ids));
  const senders = test.sender_ids.filter((sender) => visible.has(sender));
  const { name, type, folder_id, description, subject, body_text, is_self_sent, body_html, every_days, cron } = test;
  const { has_control, checks_links, checks_spam, pass_percent, rest_below, below_runs, cap_to, time_zone } = test;
  const { has_gap, moves_leads, pauses_step, notifies } = test;
  return {
    campaign,
    gone: { seeds: seeds.gone, mailboxes: test.sender_ids.length - senders.length },
    test: {
      ...{ name, type, folder_id, description, subject, body_text, is_self_sent, body_html, every_days, cron },
      ...{ has_control, checks_links, checks_spam, pass_percent, rest_below, below_runs, cap_to, time_zone },
      ...{ has_gap, moves_leads, pauses_step, notifies },
      campaign_id: campaign === null ? null : (source?.campaign_id ?? null),
      variant_id: campaign === null ? null : (source?.variant_id ?? null),
      variants: campaign === null ? [] : (test.variants ?? []).map(({ label: _, ...variant }) => variant),
      sender_ids: senders,
      providers: [],
      regions: [],
      seed_groups: seeds.groups,
      like_leads: false,
      starts_at: test.starts_at?.toISOString() ?? null,
      ends_at: test.ends_at?.toISOString() ?? null,
    },
  };
}

import type { CampaignId } from '@skein/contracts/ids';
import type { ForecastView, whatIf } from '@skein/contracts/main/review.contract';
import type { z } from 'zod';
import type { IsoDay, ScheduleWindow } from '#engine/sending/plan.types';
import type { SimulationInput, SimulationResult } from '#engine/sending/simulation.types';
import { applyWhatIf } from '#engine/sending/what-if';
import { notFound } from '#platform/http/skein-error';
import { readForRequest } from '#platform/workers/answer-heavy';
import type { MainDeps } from '#main/deps';
import { requireCampaign, type Who } from '#access/access.api';

import { simulateTask, weightOfSimulation } from './simulate-task';
import { loadSimulationInput } from '#sending/sending.api';
import { findMailboxEmails, findPastRates, readSendingHeld, type PastRates } from './forecast-facts.store';

/**
 * Leads that one forecast plays through. Its cost grows with the e-mails: 8,000 take less than 0.3 s of processor time from a few
 * mailboxes, and several times that from hundreds, so that long sequences are played with fewer leads.
 */
const mostLeads = 5_000;
const mostEmails = 20_000;
/**
 * Each trigger looks at every mailbox and sends from the connected ones: below this share of them an e-mail costs more,
 * and fewer are played.
 */
const fairShare = 1 / 25;

type Ask = z.output<typeof whatIf>;
type ForecastDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'realClock' | 'heavyWork'>;
type LoadedInput = NonNullable<Awaited<ReturnType<typeof loadSimulationInput>>>;

/** Runs the planner ahead to the last send; what is asked differently stands in for the campaign's own settings. */
export async function forecastCampaign(
  deps: ForecastDeps,
  who: Who,
  campaignId: CampaignId,
  ask: Ask,
): Promise<ForecastView> {
  const began = performance.now();
  const now = deps.campaignClock.now();
  const { input, emails, past } = await loadForecast(deps, who, campaignId, now);
  const start = Math.max(now, ask.start_at ? Date.parse(ask.start_at) : now);
  const changed = simulationOf(input, ask, { start, past });
  const size = weightOfSimulation(changed);
  const result = await readForRequest(deps.heavyWork, simulateTask, changed, { size, field: 'mailbox_count' });
  const free = withoutEspLimits(changed);
  const unlimited =
    free && (await readForRequest(deps.heavyWork, simulateTask, free, { size, field: 'mailbox_count' }));
  return {
    starts_at: new Date(result.firstSendAt ?? start).toISOString(),
    time_zone: input.campaign.schedule.timeZone,
    emails: result.emails,
    leads: result.leadsContacted,
    last_send_at: momentOf(result.lastSendAt),
    sending_days: result.sendingDays,
    busiest_day: result.busiestDay && {
      date: result.busiestDay.date,
      sent: result.busiestDay.sent,
      capacity: result.busiestDay.possible,
    },
    replies: result.replies && {
      low: Math.round(result.replies.low),
      high: Math.round(result.replies.high),
      basis: `from your last ${past.length} campaign${past.length === 1 ? '' : 's'}`,
    },
    ...daysAndMailboxes(result, capacityOf(changed), emails),
    esp_cost: unlimited && {
      emails: unlimited.emails,
      leads: unlimited.leadsContacted,
      last_send_at: momentOf(unlimited.lastSendAt),
      waiting_leads: espCodes.reduce((sum, code) => sum + (result.leftByReason[code] ?? 0), 0),
    },
    on_hold: onHoldAt(input, start),
    bottleneck: bottleneckOf(result, onHoldAt(input, start) !== null),
    is_complete: result.finished && input.isWhole,
    simulated_leads: input.enrolments.length,
    took_ms: Math.round(performance.now() - began),
  };
}

/** The campaign as the planner sees it now, its mailboxes' addresses and the rates of earlier campaigns. @throws SkeinError NOT_FOUND */
async function loadForecast(deps: ForecastDeps, who: Who, campaignId: CampaignId, now: number) {
  const isSendingHeld = await readSendingHeld(deps.db);
  const times = { now, realNow: deps.realClock.now(), isSendingHeld };
  const loaded = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    const input = await loadSimulationInput(who.workspaceId, sql, { campaignId, times, most: mostLeads });
    const ids = (input?.mailboxes ?? []).map((mailbox) => Number(mailbox.id));
    const emails = await findMailboxEmails(who.workspaceId, sql, ids);
    return (
      input && { input: withFewerLeads(input), emails, past: await findPastRates(who.workspaceId, sql, campaignId) }
    );
  });
  if (!loaded) throw notFound('This campaign', 'campaign');
  return loaded;
}

/** What is simulated: the campaign as if it were started, with what is asked differently. */
function simulationOf(
  input: LoadedInput,
  ask: Ask,
  { start, past }: { start: number; past: readonly PastRates[] },
): SimulationInput {
  const { schedule } = input.campaign;
  // A draft or paused campaign is forecast as if it were started.
  const running = {
    ...input.campaign,
    status: 'ACTIVE' as const,
    statusReason: null,
    sendingHeld: false,
    schedule: {
      ...schedule,
      holidays: [...schedule.holidays, ...(ask.skip_dates ?? [])],
      startAt: ask.start_at ? start : schedule.startAt,
    },
  };
  return applyWhatIf(
    {
      campaign: running,
      mailboxes: input.mailboxes,
      enrolments: input.enrolments,
      now: start,
      rates: ratesOf(past),
      pastReplyRates: past.map((rate) => rate.reply_rate),
    },
    {
      mailboxes: ask.mailbox_count,
      mailboxDailyCap: ask.message_per_day,
      maxNewLeadsPerDay: ask.max_leads_per_day === 0 ? null : ask.max_leads_per_day,
      followUpPercentage: ask.follow_up_percentage,
      windows: windowsOf(ask, schedule.windows[0]),
      triggerIntervalMinutes: ask.min_time_btwn_emails,
    },
  );
}

/** The one send window that is asked for; what it does not name is as in the campaign's first. */
function windowsOf(ask: Ask, first: ScheduleWindow | undefined): ScheduleWindow[] | undefined {
  if (ask.days === undefined && ask.start_hour === undefined && ask.end_hour === undefined) return undefined;
  return [
    {
      days: (ask.days ?? first?.days ?? []) as IsoDay[],
      start: ask.start_hour ?? first?.start ?? '09:00',
      end: ask.end_hour ?? first?.end ?? '18:00',
    },
  ];
}

const momentOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** Emails that the connected mailboxes can send on a day. */
const capacityOf = (input: SimulationInput) =>
  input.mailboxes
    .filter((mailbox) => mailbox.attached && mailbox.state === 'CONNECTED')
    .reduce((sum, mailbox) => sum + mailbox.dailyCap, 0);

/** Emails by day and by mailbox; a mailbox that only the question adds has a negative id. */
function daysAndMailboxes(
  result: SimulationResult,
  capacity: number,
  emails: ReadonlyMap<number, string>,
): Pick<ForecastView, 'days' | 'mailboxes'> {
  const ids = result.mailboxes.map((mailbox, index) =>
    /^\d+$/.test(mailbox.mailboxId) ? Number(mailbox.mailboxId) : -(index + 1),
  );
  return {
    days: result.days.map((day) => ({
      date: day.date,
      total: day.sent,
      new_leads: day.newLeads,
      follow_ups: day.followUps,
      by_mailbox: day.byMailbox.map((sent, index) => ({ mailbox_id: ids[index] as number, sent })),
      capacity,
    })),
    mailboxes: result.mailboxes.map((mailbox, index) => ({
      id: ids[index] as number,
      from_email: emails.get(ids[index] as number) ?? `one more mailbox (${index + 1})`,
      sent: mailbox.sent,
    })),
  };
}

/** New leads whose import is still on hold when the forecast begins. */
function onHoldAt({ campaign }: LoadedInput, start: number): ForecastView['on_hold'] {
  const held = campaign.backlog.newLeadsOnHold;
  return held && held.until > start
    ? { leads: held.leads, until: new Date(held.until).toISOString(), reason: held.reason }
    : null;
}

/** What limits the first days. While new leads are on hold it is not the delays that set the pace. */
function bottleneckOf({ periods: [bottleneck] }: SimulationResult, isOnHold: boolean): ForecastView['bottleneck'] {
  return bottleneck && !(isOnHold && bottleneck.bottleneck === 'STEP_NOT_DUE')
    ? {
        code: bottleneck.bottleneck,
        text: bottleneck.text,
        until: new Date(`${bottleneck.to}T00:00:00.000Z`).toISOString(),
      }
    : null;
}

const espCodes = ['PROVIDER_MATCH', 'ESP_ONLY_BY', 'ESP_DO_NOT_SEND'] as const;

/** The same run without what ESP matching and rules forbid; null where they forbid nothing. */
function withoutEspLimits(input: SimulationInput): SimulationInput | null {
  const { settings } = input.campaign;
  const mode = settings.esp_match_mode;
  if (mode !== 'STRICT' && settings.esp_rules.length === 0) return null;
  const without: typeof settings = {
    ...settings,
    esp_match_mode: mode === 'STRICT' ? 'PREFER' : mode,
    esp_rules: [],
  };
  return { ...input, campaign: { ...input.campaign, settings: without } };
}

/** As many of the leads as `mostEmails` allows. */
function withFewerLeads<
  Input extends Pick<SimulationInput, 'campaign' | 'mailboxes' | 'enrolments'> & { isWhole: boolean },
>(input: Input): Input {
  const connected = input.mailboxes.filter((mailbox) => mailbox.attached && mailbox.state === 'CONNECTED').length;
  const share = Math.min(1, Math.max(connected, 1) / Math.max(1, input.mailboxes.length) / fairShare);
  const most = Math.ceil((mostEmails * share) / Math.max(1, input.campaign.steps.length));
  return input.enrolments.length <= most
    ? input
    : { ...input, enrolments: input.enrolments.slice(0, most), isWhole: false };
}

/** Mean rates of earlier campaigns: they end leads in the forecast as they ended them then. Without any, every lead takes every step. */
function ratesOf(past: readonly PastRates[]) {
  if (past.length === 0) return undefined;
  const mean = (pick: (rate: PastRates) => number) => past.reduce((sum, rate) => sum + pick(rate), 0) / past.length;
  return {
    reply: mean((rate) => rate.reply_rate),
    bounce: mean((rate) => rate.bounce_rate),
    unsubscribe: mean((rate) => rate.unsubscribe_rate),
    afterHours: 6,
  };
}

import { plannerDefaults } from '@skein/contracts/main/campaign-columns';
import type {
  CampaignSnapshot,
  EnrolmentSnapshot,
  IsoDay,
  MailboxSnapshot,
  Schedule,
} from '#engine/sending/plan.types';
import { followUpHorizon } from '#engine/sending/follow-up-share';
import { localDateAt, offsetAt } from '@skein/template/zone-clock';
import { isCounted, isOpen, isWaiting, type LeadRow, type Memory } from './memory-rows';
import type { Bug } from './planted-bugs';
import { day, delayOf, hour, type Story } from './story';

const defaults = plannerDefaults();

/** Fixed zones by their offset, for the bug that knows no change of clocks. */
const fixedZone = (zone: string, at: number): string => {
  const hours = Math.round(offsetAt(zone, at) / hour);
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
};

export function scheduleOf(story: Story, bug: Bug | null): Schedule {
  const holdsHolidays = bug !== 'holidays are not looked at';
  return {
    timeZone: bug === 'naive change of clocks' ? fixedZone(story.timeZone, story.startAt) : story.timeZone,
    windows: story.windows.map((window) => ({ ...window, days: window.days as IsoDay[] })),
    startAt: story.startAt + day,
    triggerIntervalMinutes: story.intervalMinutes,
    maxNewLeadsPerDay:
      bug === 'new leads counted by mailbox' ? story.maxLeadsPerDay * story.mailboxes.length + 1 : story.maxLeadsPerDay,
    timeZoneMode: 'CAMPAIGN',
    holidays: holdsHolidays ? story.holidays : [],
  };
}

/** What is in memory at one moment of a scenario. */
interface MomentOfStory {
  memory: Memory;
  schedule: Schedule;
  now: number;
  bug: Bug | null;
}

interface Counted {
  /** Emails of the campaign's day. */
  ofToday: Memory['intents'];
  newLeads: LeadRow[];
  followUps: LeadRow[];
  /** Leads that nothing is reserved for. */
  waiting: number;
}

/** The campaign as its rows have it. */
function campaignSnapshot(
  story: Story,
  { memory, schedule, now }: MomentOfStory,
  { ofToday, newLeads, followUps, waiting }: Counted,
): CampaignSnapshot {
  return {
    id: '1',
    seed: String(story.seed),
    status: memory.isPaused ? 'PAUSED' : 'ACTIVE',
    statusReason: null,
    schedule,
    settings: { ...defaults, follow_up_percentage: story.followUpPercentage, esp_match_mode: 'OFF' },
    bounceGuard: { enabled: false, percent: 5, minimumSent: 50, sent: 0, recipientBounces: 0 },
    reallocation: { detached: 'MOVE', failingAfterMs: day },
    planInForce: true,
    emailCreditsLeft: null,
    sendingHeld: false,
    steps: story.steps.map((step, index) => ({
      id: String(index + 1),
      number: index + 1,
      kind: 'EMAIL',
      delay: delayOf(step),
      distribution: 'MANUAL_EQUAL',
      winnerVariantId: null,
      variants: [{ id: String(index + 1), label: 'A', percentage: 100, enabled: true, assigned: 0 }],
    })),
    day: {
      date: localDateAt(story.timeZone, now),
      newLeads: ofToday.filter((intent) => intent.isNew).length,
      followUps: ofToday.filter((intent) => !intent.isNew).length,
    },
    lastTriggerSlotAt: memory.lastSlotAt,
    backlog: {
      newLeads: newLeads.length > 0,
      followUps: followUps.length > 0,
      others: memory.leads.length > waiting,
      nextEligibleAt:
        newLeads.length > 0
          ? now
          : followUps.reduce<number | null>((least, lead) => Math.min(least ?? lead.eligibleAt, lead.eligibleAt), null),
    },
  };
}

/** A mailbox as its rows have it. */
function mailboxSnapshot(
  mailbox: Memory['mailboxes'][number],
  {
    story,
    moment: { memory, now, bug },
    taken,
    ofToday,
    campaign,
    followUps,
  }: {
    story: Story;
    moment: MomentOfStory;
    taken: Memory['intents'];
    ofToday: Memory['intents'];
    campaign: CampaignSnapshot;
    followUps: LeadRow[];
  },
): MailboxSnapshot {
  const mine = taken.filter((intent) => intent.mailboxId === mailbox.id);
  const recent = mine
    .filter((intent) => intent.sendAt > now - day)
    .map((intent) => intent.sendAt)
    .sort((one, other) => one - other);
  const today = localDateAt(mailbox.timeZone, now);
  const ofDay = mine.filter(
    (intent) => intent.sendAt > now - 2 * day && localDateAt(mailbox.timeZone, intent.sendAt) === today,
  );
  const own = ofToday.filter((intent) => intent.mailboxId === mailbox.id);
  const snapshot: MailboxSnapshot = {
    id: String(mailbox.id),
    provider: 'OTHER',
    attached: true,
    state: mailbox.suspendedSince !== null ? 'SUSPENDED' : mailbox.failingSince !== null ? 'FAILING' : 'CONNECTED',
    stateSince: mailbox.suspendedSince ?? mailbox.failingSince,
    stateReason: null,
    unreadInbox: unreadInboxOf(memory, mailbox.id, now, bug),
    timeZone: mailbox.timeZone,
    dailyCap: mailbox.dailyCap + (bug === 'cap off by one' ? 1 : 0),
    ramp: null,
    restingUntil: null,
    young: null,
    day: { date: today, sent: ofDay.filter(isCounted).length, reserved: ofDay.filter(isOpen).length },
    recentSends: bug === 'cap by calendar day only' ? [] : recent,
    minimumGapMinutes: bug === 'gap not looked at' ? 0 : mailbox.gapMinutes,
    lastSendAt: mailbox.lastSendAt,
    lastSendInCampaignAt: mine.reduce<number | null>((last, intent) => Math.max(last ?? 0, intent.sendAt), null),
    openIntents: mine
      .filter(isOpen)
      .map((intent) => intent.sendAt)
      .sort((one, other) => one - other),
    campaignDay: {
      date: localDateAt(story.timeZone, now),
      newLeads: own.filter((intent) => intent.isNew).length,
      followUps: own.filter((intent) => !intent.isNew).length,
    },
    followUpsLaterToday: 0,
    waitingSince: null,
    waiters: [],
  };
  const horizon = followUpHorizon(campaign, snapshot, now);
  return {
    ...snapshot,
    followUpsLaterToday: followUps.filter(
      (lead) => lead.mailboxId === mailbox.id && lead.eligibleAt > now && lead.eligibleAt <= horizon,
    ).length,
  };
}

/** What the planner is told of the rows, as the stores tell it. */
export function snapshotOf(
  story: Story,
  moment: MomentOfStory,
): { campaign: CampaignSnapshot; mailboxes: MailboxSnapshot[]; enrolments: EnrolmentSnapshot[] } {
  const { memory, now, bug } = moment;
  const date = localDateAt(story.timeZone, now);
  const taken = memory.intents.filter((intent) => isCounted(intent) || isOpen(intent));
  const ofToday = taken.filter(
    (intent) => intent.sendAt > now - 2 * day && localDateAt(story.timeZone, intent.sendAt) === date,
  );
  const waiting = memory.leads.filter((lead) => isWaiting(lead) && lead.openIntent === null && !lead.isParked);
  const followUps = waiting.filter((lead) => lead.status === 'INPROGRESS');
  const newLeads = waiting.filter((lead) => lead.status === 'STARTED');
  const campaign = campaignSnapshot(story, moment, { ofToday, newLeads, followUps, waiting: waiting.length });
  const mailboxes = memory.mailboxes.map((mailbox) =>
    mailboxSnapshot(mailbox, { story, moment, taken, ofToday, campaign, followUps }),
  );
  return {
    campaign,
    mailboxes,
    enrolments: waiting
      .filter((lead) => lead.eligibleAt <= now + story.intervalMinutes * 60_000)
      .map((lead) => rowOf(memory, lead, now, bug)),
  };
}

const unreadInboxOf = (memory: Memory, mailboxId: number, now: number, bug: Bug | null) =>
  memory.unreadUntil > now && bug !== 'inbox not looked at'
    ? { mailboxId: String(mailboxId), readAt: null, reason: null, until: now + hour / 4 }
    : null;

function rowOf(memory: Memory, lead: LeadRow, now: number, bug: Bug | null): EnrolmentSnapshot {
  const isSuppressed =
    bug !== 'block list not looked at' &&
    (lead.suppressed || memory.suppressedEmails.has(lead.email) || memory.suppressedDomains.has(lead.domain));
  return {
    id: String(lead.id),
    leadId: String(lead.id),
    status: lead.status as EnrolmentSnapshot['status'],
    endReason: lead.reason,
    stepIndex: lead.stepIndex,
    dueAt: lead.dueAt,
    eligibleAt: lead.eligibleAt,
    order: lead.id,
    mailboxId: lead.mailboxId === null || bug === 'follow-up from any mailbox' ? null : String(lead.mailboxId),
    provider: 'OTHER',
    recipientDomain: lead.domain,
    freeMail: false,
    timeZone: null,
    companySentToday: 0,
    suppression: isSuppressed ? 'BLOCK_LIST' : null,
    hold: lead.holdUntil !== null && lead.holdUntil > now ? { kind: 'RETRY', until: lead.holdUntil } : null,
    unreadInbox: lead.stepsSent > 0 && lead.mailboxId !== null ? unreadInboxOf(memory, lead.mailboxId, now, bug) : null,
    missingFields: [],
    intent: null,
    variantId: lead.variants.get(lead.stepIndex) ?? null,
  };
}

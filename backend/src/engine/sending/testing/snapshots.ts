/** Snapshots for tests: a healthy campaign, mailbox and lead, with any field replaced. */
import { plannerDefaults, type PlannerSettings } from '@skein/contracts/main/campaign-columns';
import { stepDueAt } from '../calendar';
import type {
  CampaignSnapshot,
  EnrolmentSnapshot,
  IsoDay,
  MailboxSnapshot,
  Schedule,
  StepDelay,
  StepSnapshot,
} from '../plan.types';
import { localDateAt } from '@skein/template/zone-clock';

const WEEKDAYS: readonly IsoDay[] = [1, 2, 3, 4, 5];
/** Tuesday 24 November 2026, 09:00 in New York. */
export const TUESDAY_NINE = Date.UTC(2026, 10, 24, 14, 0, 0);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export function aSchedule(over: Partial<Schedule> = {}): Schedule {
  return {
    timeZone: 'America/New_York',
    windows: [{ days: WEEKDAYS, start: '09:00', end: '17:00' }],
    startAt: null,
    triggerIntervalMinutes: 10,
    maxNewLeadsPerDay: 100,
    timeZoneMode: 'CAMPAIGN',
    holidays: [],
    ...over,
  };
}

export function aDelay(days: number, over: Partial<StepDelay> = {}): StepDelay {
  return { days, hours: 0, minutes: 0, basis: 'CALENDAR', ...over };
}

export function aStep(number: number, over: Partial<StepSnapshot> = {}): StepSnapshot {
  return {
    id: `step-${number}`,
    number,
    kind: 'EMAIL',
    delay: aDelay(number === 1 ? 0 : 3),
    distribution: 'MANUAL_EQUAL',
    winnerVariantId: null,
    variants: [
      { id: `v-${number}-a`, label: 'A', percentage: 50, enabled: true, assigned: 0 },
      { id: `v-${number}-b`, label: 'B', percentage: 50, enabled: true, assigned: 0 },
    ],
    ...over,
  };
}

/** A campaign with any field replaced, of its settings those that are given. */
export type CampaignChange = Partial<Omit<CampaignSnapshot, 'settings'>> & { settings?: Partial<PlannerSettings> };

export function aCampaign({ settings, ...over }: CampaignChange = {}): CampaignSnapshot {
  return {
    id: 'campaign-1',
    seed: 'seed-1',
    status: 'ACTIVE',
    statusReason: null,
    schedule: aSchedule(),
    bounceGuard: { enabled: true, percent: 5, minimumSent: 50, sent: 0, recipientBounces: 0 },
    reallocation: { detached: 'MOVE', failingAfterMs: null },
    steps: [aStep(1), aStep(2), aStep(3)],
    planInForce: true,
    emailCreditsLeft: null,
    sendingHeld: false,
    day: { date: '2026-11-24', newLeads: 0, followUps: 0 },
    lastTriggerSlotAt: null,
    backlog: { newLeads: true, followUps: true, others: false, nextEligibleAt: null },
    settings: { ...plannerDefaults(), ...settings },
    ...over,
  };
}

export function aMailbox(id: string, over: Partial<MailboxSnapshot> = {}): MailboxSnapshot {
  return {
    id,
    provider: 'GMAIL',
    attached: true,
    state: 'CONNECTED',
    stateSince: null,
    stateReason: null,
    unreadInbox: null,
    timeZone: 'America/New_York',
    dailyCap: 40,
    ramp: null,
    restingUntil: null,
    young: null,
    day: { date: '2026-11-24', sent: 0, reserved: 0 },
    recentSends: [],
    minimumGapMinutes: 5,
    lastSendAt: null,
    lastSendInCampaignAt: null,
    openIntents: [],
    campaignDay: { date: '2026-11-24', newLeads: 0, followUps: 0 },
    followUpsLaterToday: 0,
    waitingSince: null,
    waiters: [],
    ...over,
  };
}

export function aLead(id: string, over: Partial<EnrolmentSnapshot> = {}): EnrolmentSnapshot {
  return {
    id,
    leadId: `lead-${id}`,
    status: 'STARTED',
    endReason: null,
    stepIndex: 0,
    dueAt: 0,
    eligibleAt: 0,
    order: Number(id.replace(/\D/g, '')) || 0,
    mailboxId: null,
    provider: 'OTHER',
    recipientDomain: `${id}.test`,
    freeMail: false,
    timeZone: null,
    companySentToday: 0,
    suppression: null,
    hold: null,
    unreadInbox: null,
    missingFields: [],
    intent: null,
    variantId: null,
    ...over,
  };
}

/** A lead in progress that keeps a mailbox and whose next step is due at `dueAt`. */
export function aFollowUp(
  id: string,
  mailboxId: string,
  dueAt: number,
  over: Partial<EnrolmentSnapshot> = {},
): EnrolmentSnapshot {
  return aLead(id, { status: 'INPROGRESS', stepIndex: 1, mailboxId, dueAt, eligibleAt: dueAt, ...over });
}

export interface World {
  campaign: CampaignSnapshot;
  mailboxes: MailboxSnapshot[];
  leads: Map<string, EnrolmentSnapshot>;
}

/** What the runtime does with one planned mail: books it and makes the next step due. Written without the simulator's code. */
export function bookSend(
  world: World,
  intent: {
    enrolmentId: string;
    mailboxId: string;
    slotAt: number;
    sendAt: number;
    stepIndex: number;
    variantId: string;
    kind: 'NEW' | 'FOLLOW_UP';
  },
): void {
  const { campaign } = world;
  const zone = campaign.schedule.timeZone;
  const date = localDateAt(zone, intent.slotAt);
  const bump = (counter: { date: string; newLeads: number; followUps: number }) => {
    const base = counter.date < date ? { newLeads: 0, followUps: 0 } : counter;
    return {
      date,
      newLeads: base.newLeads + (intent.kind === 'NEW' ? 1 : 0),
      followUps: base.followUps + (intent.kind === 'NEW' ? 0 : 1),
    };
  };
  const lead = world.leads.get(intent.enrolmentId)!;
  const domain = lead.recipientDomain;
  for (const [id, other] of world.leads) {
    if (other.recipientDomain === domain)
      world.leads.set(id, { ...other, companySentToday: other.companySentToday + 1 });
  }
  world.campaign = {
    ...campaign,
    day: bump(campaign.day),
    emailCreditsLeft: campaign.emailCreditsLeft === null ? null : campaign.emailCreditsLeft - 1,
    steps: campaign.steps.map((step, index) =>
      index !== intent.stepIndex
        ? step
        : {
            ...step,
            variants: step.variants.map((variant) =>
              variant.id === intent.variantId ? { ...variant, assigned: variant.assigned + 1 } : variant,
            ),
          },
    ),
  };
  world.mailboxes = world.mailboxes.map((mailbox) => {
    if (mailbox.id !== intent.mailboxId) return mailbox;
    const mailboxDate = localDateAt(mailbox.timeZone, intent.sendAt);
    return {
      ...mailbox,
      lastSendAt: intent.sendAt,
      lastSendInCampaignAt: intent.sendAt,
      campaignDay: bump(mailbox.campaignDay),
      day: { date: mailboxDate, sent: (mailbox.day.date < mailboxDate ? 0 : mailbox.day.sent) + 1, reserved: 0 },
      recentSends: [...mailbox.recentSends.filter((at) => at > intent.sendAt - DAY), intent.sendAt],
    };
  });
  const next = world.campaign.steps[intent.stepIndex + 1];
  const dueAt = next ? stepDueAt(next.delay, world.campaign.schedule, intent.sendAt) : Number.POSITIVE_INFINITY;
  const current = world.leads.get(intent.enrolmentId)!;
  world.leads.set(intent.enrolmentId, {
    ...current,
    mailboxId: intent.mailboxId,
    stepIndex: intent.stepIndex + 1,
    status: next ? 'INPROGRESS' : 'COMPLETED',
    endReason: next ? null : 'ALL_STEPS_DONE',
    dueAt,
    eligibleAt: dueAt,
    variantId: null,
  });
}

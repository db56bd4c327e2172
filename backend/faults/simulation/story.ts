import type { StepDelay } from '#engine/sending/plan.types';
import { createRandom, type Random } from '../world/random';

export const minute = 60_000;
/** After it absence in Sent may be looked at, as sending.deps.ts has it. */
export const serverTimeout = 10 * minute;
export const hour = 60 * minute;
export const day = 24 * hour;

/** What happens in the course of one submission. */
export type DialogueTrouble =
  /** the worker dies: before SUBMITTING, after it with the dot unsent, after the server took the mail, after its reply */
  | 'killed before'
  | 'killed at the dot'
  | 'killed after the dot'
  | 'killed after the reply'
  /** the worker stands still past its lease, before SUBMITTING or with the mail taken and its reply unread */
  | 'frozen before'
  | 'frozen after the dot'
  /**
   * the network or the server: the connection drops before the dot, or the reply to the dot never comes though the mail
   * was taken, or was not
   */
  | 'cut before'
  | 'reply lost, taken'
  | 'reply lost, not taken'
  /** somebody puts the lead on the block list while its mail is being handed over */
  | 'blocked meanwhile'
  | 'login refused'
  | 'put off'
  | 'recipient refused'
  | 'content refused'
  | 'put off at the dot'
  | 'slow';

/** What happens at a moment. `lead` and `mailbox` are places in the story's lists. */
export type Incident =
  | { at: number; kind: 'reply' | 'suppress' | 'unsubscribe'; lead: number }
  | { at: number; kind: 'suppress domain'; lead: number }
  | { at: number; kind: 'campaign paused' | 'all processes down'; for: number }
  | { at: number; kind: 'mailbox suspended'; mailbox: number; for: number }
  | { at: number; kind: 'leads imported'; count: number };

export interface StoryMailbox {
  name: string;
  timeZone: string;
  dailyCap: number;
  gapMinutes: number;
  filesSent: boolean;
}

/** Everything that a run depends on: the same story always runs the same way. */
export interface Story {
  seed: number;
  startAt: number;
  timeZone: string;
  windows: { days: number[]; start: string; end: string }[];
  holidays: string[];
  intervalMinutes: number;
  maxLeadsPerDay: number;
  followUpPercentage: number;
  mailboxes: StoryMailbox[];
  /** delay of each step after the one before, in hours; a step without a subject stays in the thread */
  steps: { hours: number; inThread: boolean }[];
  leads: number;
  /** by the number of the submission */
  troubles: { dialogue: number; what: DialogueTrouble }[];
  incidents: Incident[];
}

/** The delay of a step as people write it: whole days as days, which keep the time of day over a change of clocks. */
export const delayOf = ({ hours }: Story['steps'][number]): StepDelay => ({
  days: Math.floor(hours / 24),
  hours: hours % 24,
  minutes: 0,
  basis: 'CALENDAR',
});

const zones: readonly string[] = Intl.supportedValuesOf('timeZone');
/** Every trouble of a submission. */
export const troubles: readonly DialogueTrouble[] = [
  'killed before',
  'killed at the dot',
  'killed after the dot',
  'killed after the reply',
  'frozen before',
  'frozen after the dot',
  'cut before',
  'reply lost, taken',
  'reply lost, not taken',
  'login refused',
  'put off',
  'recipient refused',
  'content refused',
  'put off at the dot',
  'slow',
  'blocked meanwhile',
];

/** Every kind of incident. */
export const incidents: readonly Incident['kind'][] = [
  'reply',
  'suppress',
  'unsubscribe',
  'suppress domain',
  'campaign paused',
  'all processes down',
  'mailbox suspended',
  'leads imported',
];

/** Months of a campaign with faults, from a seed. */
export function makeStory(seed: number): Story {
  const random = createRandom(Math.imul(seed + 1, 2_654_435_761));
  const between = (low: number, high: number) => low + random.below(high - low + 1);
  const startAt = Date.UTC(2026, random.below(36), between(1, 28), random.below(24), random.below(60));
  const hours = between(2, 10);
  const opens = random.below(24);
  const start = `${String(opens).padStart(2, '0')}:${random.pick(['00', '15', '30'])}`;
  const end = `${String((opens + hours) % 24).padStart(2, '0')}:${random.pick(['00', '45'])}`;
  const days =
    random.below(3) === 0
      ? [1, 2, 3, 4, 5, 6, 7]
      : [1, 2, 3, 4, 5].filter(() => random.below(6) > 0).concat(random.below(5) === 0 ? [6] : []);
  const leads = between(3, 18);
  const mailboxes = Array.from({ length: between(1, 4) }, (_, index) => ({
    name: `box${index}@northlight.test`,
    timeZone: random.pick(zones),
    dailyCap: between(1, 6),
    gapMinutes: between(3, 90),
    filesSent: random.below(2) === 0,
  }));
  const steps = Array.from({ length: between(2, 6) }, (_, index) => ({
    hours: index === 0 ? 0 : random.pick([1, 24, 72, 168, 336, 504]),
    inThread: index > 0 && random.below(4) > 0,
  }));
  const mails = leads * steps.length;
  const span = 60 * day;
  return {
    seed,
    startAt,
    timeZone: random.pick(zones),
    windows: [{ days: days.length > 0 ? days : [2], start, end }],
    holidays: Array.from({ length: random.below(3) }, () =>
      new Date(startAt + random.below(60) * day).toISOString().slice(0, 10),
    ),
    intervalMinutes: between(5, 120),
    maxLeadsPerDay: between(1, 8),
    followUpPercentage: random.pick([0, 50, 80, 100]),
    mailboxes,
    steps,
    leads,
    troubles: Array.from({ length: between(0, 14) }, () => ({
      dialogue: random.below(mails),
      what: random.pick(troubles),
    })),
    incidents: Array.from({ length: between(0, 10) }, () =>
      makeIncident(random, startAt + random.below(span), leads, mailboxes.length),
    ).sort((one, other) => one.at - other.at),
  };
}

function makeIncident(random: Random, at: number, leads: number, mailboxes: number): Incident {
  const kind = random.below(9);
  const lead = random.below(leads);
  if (kind < 2) return { at, kind: 'reply', lead };
  if (kind === 2) return { at, kind: 'suppress', lead };
  if (kind === 3) return { at, kind: 'unsubscribe', lead };
  if (kind === 4) return { at, kind: 'suppress domain', lead };
  if (kind === 5) return { at, kind: 'campaign paused', for: (1 + random.below(72)) * hour };
  if (kind === 6) return { at, kind: 'all processes down', for: (1 + random.below(30)) * hour };
  if (kind === 7)
    return { at, kind: 'mailbox suspended', mailbox: random.below(mailboxes), for: (20 + random.below(200)) * hour };
  return { at, kind: 'leads imported', count: 1 + random.below(6) };
}

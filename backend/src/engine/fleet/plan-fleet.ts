/**
 * What brings a fleet to its rules: mailboxes are put into pods, pods take turns to rest a week, burnt mailboxes rest,
 * and no campaign is left with fewer mailboxes than its floor. Pure; the job (mailboxes/fleet/converge-fleet.ts) does
 * what it says and writes it down.
 */
import { DAY_MS } from '@skein/template/zone-clock';

export interface FleetRules {
  /** 0 has no pods. */
  readonly pods: number;
  /** Weeks that a pod sends between two weeks of rest. */
  readonly sendWeeks: number;
  /** First day of the first pod's first week of rest. */
  readonly restFrom: string;
  /** Mailboxes that each campaign keeps sending; a rest that would go below waits. 0 has no floor. */
  readonly leastSending: number;
  readonly restsHighRisk: boolean;
}

export interface PlannedMailbox {
  readonly id: number;
  readonly domain: string;
  readonly canSend: boolean;
  /** Local date of the mailbox. */
  readonly today: string;
  /** First day on which it sends again; null when it does not rest. */
  readonly restingUntil: string | null;
  readonly pod: number | null;
  /** The first day after the rest that its pod gave it. */
  readonly podRestUntil: string | null;
  readonly isHighRisk: boolean;
  /** Running campaigns that send from it. */
  readonly campaigns: readonly number[];
}

export interface FleetPlan {
  readonly assign: readonly { id: number; pod: number }[];
  readonly rest: readonly { id: number; until: string; why: 'POD' | 'RISK' }[];
  readonly end: readonly { id: number }[];
  /** A rest that would have left the campaign below its floor. */
  readonly heldBack: readonly { id: number; campaign: number; why: 'POD' | 'RISK' }[];
}

const dayNumber = (date: string): number => Math.floor(Date.parse(date) / DAY_MS);
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const modulo = (value: number, by: number): number => ((value % by) + by) % by;

export interface PodWeek {
  readonly isResting: boolean;
  /** 1 to `sendWeeks`; the week of rest is 0. */
  readonly week: number;
  /** Its present or coming week of rest: first day, and the first day after it. */
  readonly restFrom: string;
  readonly restUntil: string;
}

/** Where a pod is in its turn on a date. Pods rest one after the other; with more pods than weeks in a turn some rest together. */
export function podWeek(rules: Pick<FleetRules, 'sendWeeks' | 'restFrom'>, pod: number, date: string): PodWeek {
  const turn = rules.sendWeeks + 1;
  const first = dayNumber(rules.restFrom) + 7 * modulo(pod, turn);
  const today = dayNumber(date);
  // Nothing rests before the first week of rest of its pod.
  if (today < first)
    return {
      isResting: false,
      week: Math.max(1, rules.sendWeeks - Math.floor((first - 1 - today) / 7)),
      restFrom: dateOf(first),
      restUntil: dateOf(first + 7),
    };
  const week = modulo(Math.floor((today - first) / 7), turn);
  const start = today - modulo(today - first, 7) + (week === 0 ? 0 : 7 * (turn - week));
  return { isResting: week === 0, week, restFrom: dateOf(start), restUntil: dateOf(start + 7) };
}

const riskRestDays = 7;

/** The changes that bring the mailboxes to the rules now; none when they are there. */
export function planFleet(rules: FleetRules, mailboxes: readonly PlannedMailbox[]): FleetPlan {
  const assign = rules.pods > 0 ? assignPods(rules.pods, mailboxes) : [];
  const given = new Map(assign.map(({ id, pod }) => [id, pod]));
  const rest: { id: number; until: string; why: 'POD' | 'RISK' }[] = [];
  const end: { id: number }[] = [];
  const heldBack: { id: number; campaign: number; why: 'POD' | 'RISK' }[] = [];
  const sending = countSending(mailboxes);
  for (const mailbox of [...mailboxes].sort((one, other) => one.id - other.id)) {
    const pod = rules.pods > 0 ? (given.get(mailbox.id) ?? mailbox.pod) : null;
    const turn = pod === null || pod >= rules.pods ? null : podWeek(rules, pod, mailbox.today);
    const rests = mailbox.restingUntil !== null && mailbox.restingUntil > mailbox.today;
    const restsByPod = rests && mailbox.podRestUntil === mailbox.restingUntil;
    if (restsByPod && !turn?.isResting) {
      end.push({ id: mailbox.id });
      continue;
    }
    const wanted = turn?.isResting
      ? ({ until: turn.restUntil, why: 'POD' } as const)
      : rules.restsHighRisk && mailbox.isHighRisk
        ? ({ until: dateOf(dayNumber(mailbox.today) + riskRestDays), why: 'RISK' } as const)
        : null;
    if (!wanted || rests || !mailbox.canSend) continue;
    const short = mailbox.campaigns.find((campaign) => (sending.get(campaign) ?? 0) - 1 < rules.leastSending);
    if (rules.leastSending > 0 && short !== undefined) {
      heldBack.push({ id: mailbox.id, campaign: short, why: wanted.why });
      continue;
    }
    rest.push({ id: mailbox.id, ...wanted });
    for (const campaign of mailbox.campaigns) sending.set(campaign, (sending.get(campaign) ?? 0) - 1);
  }
  return { assign, rest, end, heldBack };
}

/** Mailboxes that send for each campaign. */
export function countSending(mailboxes: readonly PlannedMailbox[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const mailbox of mailboxes) {
    const sends = mailbox.canSend && !(mailbox.restingUntil !== null && mailbox.restingUntil > mailbox.today);
    for (const campaign of mailbox.campaigns) counts.set(campaign, (counts.get(campaign) ?? 0) + (sends ? 1 : 0));
  }
  return counts;
}

/**
 * Mailboxes without a pod, and those of a pod that is gone, go to the pod that has fewest of their domain, then fewest
 * at all, so that no week rests a whole domain.
 */
function assignPods(pods: number, mailboxes: readonly PlannedMailbox[]): { id: number; pod: number }[] {
  const all = Array.from({ length: pods }, () => 0);
  const ofDomain = new Map<string, number[]>();
  const count = (domain: string, pod: number) => {
    const own = ofDomain.get(domain) ?? Array.from({ length: pods }, () => 0);
    own[pod] = (own[pod] ?? 0) + 1;
    ofDomain.set(domain, own);
    all[pod] = (all[pod] ?? 0) + 1;
  };
  const kept = (mailbox: PlannedMailbox) => mailbox.pod !== null && mailbox.pod < pods;
  for (const mailbox of mailboxes) if (kept(mailbox)) count(mailbox.domain, mailbox.pod as number);
  const assigned: { id: number; pod: number }[] = [];
  for (const mailbox of [...mailboxes].sort((one, other) => one.id - other.id)) {
    if (kept(mailbox)) continue;
    const own = ofDomain.get(mailbox.domain);
    let best = 0;
    for (let pod = 1; pod < pods; pod += 1) {
      const difference = (own?.[pod] ?? 0) - (own?.[best] ?? 0) || (all[pod] ?? 0) - (all[best] ?? 0);
      if (difference < 0) best = pod;
    }
    count(mailbox.domain, best);
    assigned.push({ id: mailbox.id, pod: best });
  }
  return assigned;
}

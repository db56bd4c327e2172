import type { Personality } from './behaviour';
import type { SeededRandom } from './seeded-random';

type ReactionKind =
  | 'open'
  | 'machine-open'
  | 'click'
  | 'machine-click'
  | 'reply'
  | 'calendar-answer'
  | 'automatic-reply'
  | 'bounce'
  | 'delivery-report'
  | 'unsubscribe';

export interface PlannedReaction {
  kind: ReactionKind;
  /** Campaign milliseconds after the mail was accepted; at most four hours. */
  delay: number;
  details: Record<string, string | number | boolean | null>;
}

export interface PlanInput {
  personality: Personality;
  /** 1 for the first mail of the conversation. */
  mailNumber: number;
  automaticReplySent: boolean;
  /** RFC 3461 NOTIFY of the recipient; empty means the default. */
  notify: readonly string[];
  random: SeededRandom;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * What a prospect does about one mail, and when. Opens and clicks may come for every mail; a reply, an unsubscribe, an
 * automatic reply and a bounce once. Everything happens within four hours.
 */
export function planReactions(input: PlanInput): PlannedReaction[] {
  const { personality, mailNumber, notify, random } = input;
  const plan: PlannedReaction[] = [];
  if (personality.bounces) {
    const isWanted = notify.length === 0 || notify.includes('FAILURE');
    return isWanted ? [{ kind: 'bounce', delay: random.spread(2 * minute, 25 * minute), details: {} }] : [];
  }
  if (notify.includes('SUCCESS'))
    plan.push({ kind: 'delivery-report', delay: random.spread(2 * second, 20 * second), details: {} });
  if (personality.hasImageProxy)
    plan.push({ kind: 'machine-open', delay: random.spread(2 * second, 40 * second), details: {} });
  if (personality.hasLinkScanner)
    plan.push({ kind: 'machine-click', delay: random.spread(2 * second, 15 * second), details: {} });
  if (personality.isAway && !input.automaticReplySent) {
    const details = { language: random.pick(personality.languages), awayDays: 2 + Math.floor(random.next() * 5) };
    plan.push({ kind: 'automatic-reply', delay: random.spread(15 * second, 2 * minute), details });
  }
  const answers = personality.reply?.onMail === mailNumber || (personality.calendar !== null && mailNumber === 1);
  const leaves = personality.unsubscribesOnMail === mailNumber;
  const opens =
    personality.openShare > 0 && (answers || leaves || mailNumber === 1 || random.next() < personality.openShare);
  if (!opens) return plan;
  const openedAfter = random.spread(3 * minute, 2.5 * hour);
  plan.push({ kind: 'open', delay: openedAfter, details: {} });
  if (random.next() < 0.25)
    plan.push({ kind: 'open', delay: openedAfter + random.spread(5 * minute, hour), details: { again: true } });
  if (random.next() < personality.clickShare)
    plan.push({
      kind: 'click',
      delay: openedAfter + random.spread(5 * second, 4 * minute),
      details: { choice: random.next() },
    });
  if (leaves)
    plan.push({ kind: 'unsubscribe', delay: openedAfter + random.spread(10 * second, 10 * minute), details: {} });
  if (answers && personality.reply) {
    const details = {
      tone: personality.reply.tone,
      from: personality.reply.from,
      language: random.pick(personality.languages),
    };
    plan.push({ kind: 'reply', delay: openedAfter + random.spread(minute, hour), details });
  }
  if (answers && personality.calendar) {
    const details = { action: personality.calendar, language: random.pick(personality.languages) };
    plan.push({ kind: 'calendar-answer', delay: openedAfter + random.spread(minute, hour), details });
  }
  return plan;
}

import type {
  PushKind,
  SubsequenceRule,
  SubsequenceTrigger,
  SubsequenceTriggerKind,
} from '@skein/contracts/main/subsequence-triggers';
import { splitDelay, type DelayUnit } from '@skein/mfe/delay-field';
import { counted } from '@skein/ui/counted';

/** The eight triggers in the order of the form, with what each of them waits for. */
export const triggerWords: Record<SubsequenceTriggerKind, { label: string; hint: string }> = {
  CATEGORY: { label: 'Gets a category', hint: 'Set by a rule or by a person, here or in the inbox.' },
  REPLY: { label: 'Replies', hint: 'Any reply written by a person.' },
  REPLY_TEXT: { label: 'Reply contains text', hint: 'Only what the lead wrote counts, not what is quoted.' },
  OPEN: { label: 'Opens an email', hint: 'Opens by proxies and scanners do not count.' },
  CLICK: { label: 'Clicks a link', hint: 'Clicks by scanners do not count.' },
  LINKEDIN_CONNECTION: { label: 'LinkedIn connection request', hint: 'Of a LinkedIn step of the parent.' },
  RE_ENGAGEMENT: {
    label: 'Re-engagement',
    hint: 'All steps were sent without a reply. Leads that reached the end earlier count too.',
  },
  BOUNCE: {
    label: 'Bounces',
    hint: 'A dead address gets no further email: begin with a manual or LinkedIn step. If only the sender was refused, another mailbox sends.',
  },
};
export const triggerOrder = Object.keys(triggerWords) as SubsequenceTriggerKind[];

export const kindLabel = (kind: PushKind): string => (kind === 'MANUAL' ? 'Manually' : triggerWords[kind].label);

/** A trigger in one line: `Gets a category: Interested`. */
export function describeTrigger(trigger: SubsequenceTrigger, categoryName: (id: number) => string): string {
  const label = triggerWords[trigger.kind].label;
  const ofStep = 'seq_number' in trigger && trigger.seq_number !== null ? `, step ${trigger.seq_number}` : '';
  switch (trigger.kind) {
    case 'CATEGORY':
      return `${label}: ${trigger.category_ids.map(categoryName).join(', ')}`;
    case 'REPLY_TEXT':
      return `${label}: ${trigger.phrases.map((phrase) => `“${phrase}”`).join(trigger.match_all ? ' and ' : ' or ')}${ofStep}`;
    case 'RE_ENGAGEMENT':
      return `${label}: ${counted(trigger.silence_days, 'day')} of silence`;
    case 'LINKEDIN_CONNECTION':
      return `${label} ${trigger.connection === 'ACCEPTED' ? 'accepted' : 'sent'}`;
    default:
      return `${label}${ofStep}`;
  }
}

/** When the first step is due after the trigger: `at once`, `after 2 days`. */
export function delayText(seconds: number): string {
  if (seconds === 0) return 'immediately';
  const { amount, unit } = splitDelay(seconds);
  const spans: Record<DelayUnit, string> = {
    day: counted(amount, 'day'),
    hour: counted(amount, 'hour'),
    minute: counted(amount, 'minute'),
  };
  return `after ${spans[unit]}`;
}

/** What a new trigger begins with. */
export function usualTrigger(kind: SubsequenceTriggerKind): SubsequenceTrigger {
  switch (kind) {
    case 'CATEGORY':
      return { kind, category_ids: [1] };
    case 'REPLY_TEXT':
      return { kind, phrases: [], match_all: false, seq_number: null };
    case 'RE_ENGAGEMENT':
      return { kind, silence_days: 14 };
    case 'LINKEDIN_CONNECTION':
      return { kind, connection: 'ACCEPTED' };
    case 'BOUNCE':
      return { kind };
    default:
      return { kind, seq_number: null };
  }
}

/** The rule in words, for lists. */
export const ruleText = (rule: SubsequenceRule, categoryName: (id: number) => string): string =>
  rule.triggers.length === 0
    ? 'Only manually'
    : rule.triggers.map((trigger) => describeTrigger(trigger, categoryName)).join(' · ');

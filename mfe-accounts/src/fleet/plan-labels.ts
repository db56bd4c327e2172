import type { BounceResponseView, FleetPlanView } from '@skein/contracts/main/fleet-plan.contract';
import { counted } from '@skein/ui/counted';
import { dateFormat } from '@skein/ui/date-format';
import { dayText } from '@skein/ui/instant';

/** "Mon 23" of a date without a time. */
export const dayLabel = (date: string): string =>
  `${dateFormat('en-US', { timeZone: 'UTC', weekday: 'short' }).format(new Date(date))} ${Number(date.slice(8))}`;
/** "Nov 23". */
export const shortDate = (date: string): string => dayText(date);
/** The last day of a rest whose end is the first day after it. */
export const lastDay = (until: string): string =>
  shortDate(new Date(Date.parse(until) - 86_400_000).toISOString().slice(0, 10));

/** What the next 14 days come to. */
export function capacityTitle(days: FleetPlanView['days']): { title: string; detail: string } {
  const short = days.filter((day) => day.planned > day.capacity);
  const missing = short.reduce((sum, day) => sum + day.planned - day.capacity, 0);
  if (days.every((day) => day.planned === 0))
    return { title: 'No emails planned in the next 14 days', detail: 'running campaigns have no lead waiting' };
  if (short.length === 0) return { title: 'Enough capacity for the next 14 days', detail: 'if no lead replies' };
  return {
    title: `${counted(missing, 'email')} short in the next 14 days`,
    detail: `on ${short
      .slice(0, 3)
      .map((day) => dayLabel(day.date))
      .join(', ')}${short.length > 3 ? ` and ${short.length - 3} more days` : ''}; they are sent later`,
  };
}

type Fix = FleetPlanView['fixes'][number];

/** A way to close the gap: what it is, what comes of it, and its button. */
export function fixWords(fix: Fix, rules: FleetPlanView['rules']): { title: string; text: string; button: string } {
  const left =
    fix.short_after === 0 ? 'No day is short.' : `${counted(fix.short_after, 'email stays', 'emails stay')} short.`;
  const boxes = counted(fix.mailboxes, 'mailbox', 'mailboxes');
  switch (fix.kind) {
    case 'MOVE_REST':
      return {
        title: 'Rest one week later',
        text: `${left} Pods send ${(rules?.send_weeks ?? 0) + 1} weeks before their next rest, one more than your rule.`,
        button: 'Move rest weeks',
      };
    case 'RAISE_LIMITS':
      return {
        title: `Send up to ${fix.per_day} a day`,
        text: `${left} ${boxes} below that ${fix.mailboxes === 1 ? 'gets' : 'get'} the higher limit. You can undo it for 7 days.`,
        button: `Raise to ${fix.per_day}`,
      };
    case 'END_RESTS':
      return {
        title: `End the rest of ${boxes}`,
        text: `${left} They rest because of their risk, or because someone decided it.`,
        button: 'End rest',
      };
    default:
      return {
        title: `Add ${boxes}`,
        text: `At 30 emails a day each, once they are warm. Until then the emails are sent later.`,
        button: 'Add mailboxes',
      };
  }
}

const scopes = { MAILBOX: 'Mailbox', DOMAIN: 'Sending domain', IMPORT: 'Import', CAMPAIGN: 'Campaign' } as const;
export const scopeWord = (response: BounceResponseView): string => scopes[response.scope];

/** What the response does. */
export function reactionWord({ scope, reaction }: BounceResponseView): string {
  if (reaction === 'HOLD') return 'New leads wait';
  if (reaction === 'REST') return 'Resting';
  return scope === 'CAMPAIGN' ? 'Half the new leads' : 'Half the limit';
}

const kinds: Record<string, string> = {
  ASSIGNED: 'Assigned to pods',
  POD_RESTS: 'Rest week',
  RISK_RESTS: 'Burn-out rest',
  REST_ENDED: 'Rest ended',
  HELD_BACK: 'Kept sending',
  RECOVERED: 'Recovered',
  RELEASED: 'Released',
};
/** What kind of thing the fleet did. */
export const kindWord = (kind: string): string => kinds[kind] ?? 'Changed';

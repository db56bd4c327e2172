/**
 * The graded response to bounces: figures in, responses out. Pure: no clock, no database. Recovery needs no decision,
 * because each response ends at its own time, and what bounced before that is not counted again.
 */
import type { MailboxId } from '@skein/contracts/ids';
import { classifyRefusal, readSmtpReply } from '../inbox-sync/bounce-class';
import {
  BOUNCE_RULES,
  slowPercent,
  type BounceBlame,
  type BounceRule,
  type Reaction,
  type ResponseScope,
} from './bounce-rules';

const HOUR = 3_600_000;

/** One email that bounced or was refused. */
interface BouncedEmail {
  readonly at: number;
  readonly class: BounceBlame;
  readonly mailboxId: MailboxId;
}

/** What happened to one mailbox, sending domain, import or campaign. */
export interface ScopeFigures {
  readonly scope: ResponseScope;
  readonly scopeId: string;
  readonly bounces: readonly BouncedEmail[];
  /** Emails sent or refused since the given time. */
  readonly triedSince: (since: number) => number;
  /** The response that holds now. */
  readonly active: { readonly reaction: Reaction; readonly class: BounceBlame } | null;
  /** When the response before ended; null if there was none. */
  readonly lastEndedAt: number | null;
  /** Responses to it within `repeatDays`, the active one included. */
  readonly repeats: number;
  /** Of a campaign: the share at which its guard pauses it. */
  readonly guardPercent: number | null;
}

export interface BounceResponse {
  readonly scope: ResponseScope;
  readonly scopeId: string;
  readonly reaction: Reaction;
  readonly class: BounceRule['class'];
  /** Share of its limit that it still sends; null where it sends nothing. */
  readonly percent: number | null;
  readonly tried: number;
  readonly bounces: number;
  readonly windowHours: number;
  /** 1 for the first time. */
  readonly level: number;
  readonly until: number;
}

/** The class of a bounce by the server's words; an event that blocked the address is about the address. */
export function classOfBounce(kind: 'BOUNCE' | 'SENDER_BOUNCE', words: string | null): BounceBlame {
  if (kind === 'BOUNCE') return 'RECIPIENT';
  switch (classifyRefusal(readSmtpReply(words ?? ''), 'report').class) {
    case 'content':
      return 'CONTENT';
    case 'transient':
    case 'mailbox_full':
      return 'PASSING';
    default:
      return 'SENDER';
  }
}

const strength: Record<Reaction, number> = { SLOW: 1, HOLD: 2, REST: 2 };

/** The strongest response that the figures ask for, beyond the one that holds; null when none. */
export function respondTo(figures: ScopeFigures, now: number): BounceResponse | null {
  let best: BounceResponse | null = null;
  for (const rule of BOUNCE_RULES) {
    if (rule.scope !== figures.scope) continue;
    if (figures.active && strength[figures.active.reaction] >= strength[rule.reaction]) continue;
    if (best && strength[best.reaction] >= strength[rule.reaction]) continue;
    best = apply(rule, figures, now) ?? best;
  }
  return best;
}

function apply(rule: BounceRule, figures: ScopeFigures, now: number): BounceResponse | null {
  const percent = rule.percent ?? (figures.guardPercent === null ? null : figures.guardPercent / 2);
  if (percent === null) return null;
  const since = Math.max(now - rule.windowHours * HOUR, figures.lastEndedAt ?? 0);
  const bounced = figures.bounces.filter((bounce) => bounce.class === rule.class && bounce.at > since);
  if (bounced.length < rule.minimumBounces) return null;
  if (new Set(bounced.map((bounce) => bounce.mailboxId)).size < rule.minimumMailboxes) return null;
  const tried = Math.max(figures.triedSince(since), bounced.length);
  if (tried < rule.minimumTried || bounced.length * 100 < percent * tried) return null;
  const level = Math.min(figures.repeats, rule.hours.length - 1);
  return {
    scope: rule.scope,
    scopeId: figures.scopeId,
    reaction: rule.reaction,
    class: rule.class,
    percent: rule.reaction === 'SLOW' ? slowPercent : null,
    tried,
    bounces: bounced.length,
    windowHours: rule.windowHours,
    level: level + 1,
    until: now + rule.hours[level]! * HOUR,
  };
}

/** The earliest time from which bounces can still count. */
export const longestWindowHours = Math.max(...BOUNCE_RULES.map((rule) => rule.windowHours));
/** Fewer bounces than this ask for nothing, so that nothing else has to be looked up. */
export const fewestBounces = Math.min(...BOUNCE_RULES.map((rule) => rule.minimumBounces));

const classWords: Record<BounceBlame, string> = {
  RECIPIENT: 'bounced because the address does not exist',
  SENDER: 'were refused because of the sender',
  CONTENT: 'were refused because of their content',
  PASSING: 'were deferred',
};

/** Why a response holds, as shown: "6 of 40 emails in 3 days were refused because of the sender". */
export function describeResponse(given: Pick<BounceResponse, 'class' | 'tried' | 'bounces' | 'windowHours'>): string {
  const days = Math.round(given.windowHours / 24);
  const span = days === 1 ? '24 hours' : `${days} days`;
  return `${given.bounces} of ${given.tried} emails in ${span} ${classWords[given.class]}`;
}

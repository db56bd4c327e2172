import type { CampaignStatus, CampaignStatusReason } from '@skein/contracts/constants';
import type { nextView } from '@skein/contracts/main/campaign-views';
import type { z } from 'zod';
import { nextOpening, openSpanAt } from '#engine/sending/calendar';
import { CHECKPOINT_MESSAGES, CONSTRAINTS } from '#engine/sending/constraints';
import type { Schedule } from '#engine/sending/plan.types';
import { counted } from '#platform/log/counted';
import { systemPauseTexts } from '#lifecycle/lifecycle.api';
import type { LastTrigger, NewLeadsOnHold } from './campaign-figures';

export interface NextFacts {
  status: CampaignStatus;
  statusReason: CampaignStatusReason | null;
  statusChangedAt: Date;
  statusChangedByName: string | null;
  completedAt: Date | null;
  nextTriggerAt: Date | null;
  /** The earliest reserved e-mail. */
  reserved: { at: Date; mailboxEmail: string } | null;
  /** Of the last trigger that fired. */
  lastTrigger: LastTrigger | null;
  /** New leads that wait because their import is on hold. */
  onHold: NewLeadsOnHold | null;
  schedule: Schedule;
  /** Gets its leads from its parent, one by one. */
  isSubsequence?: boolean;
  stepCount: number;
  mailboxCount: number;
  leads: { total: number; waiting: number; inProgress: number; paused: number };
  now: number;
}

type Next = z.input<typeof nextView>;

const texts = new Map<string, string>(CONSTRAINTS.map((constraint) => [constraint.code, constraint.text]));
const checkpoints = new Map<string, string>(Object.entries(CHECKPOINT_MESSAGES));
const make = (kind: Next['kind'], text: string, more: Partial<Next> = {}): Next => ({
  kind,
  text,
  at: null,
  detail: null,
  code: null,
  can_explain: false,
  ...more,
});

/** The "next send or reason" cell of a campaign: an idle campaign always says why, and when it goes on. Pure. */
export function nextSendOrReason(facts: NextFacts): Next {
  const by = facts.statusChangedByName;
  switch (facts.status) {
    case 'DRAFTED': {
      const missing = [
        facts.leads.total === 0 && !facts.isSubsequence ? 'leads' : '',
        facts.stepCount === 0 ? 'a sequence' : '',
        facts.mailboxCount === 0 ? 'a mailbox' : '',
      ].filter(Boolean);
      return missing.length > 0 ? make('DRAFT', `Still needs ${missing.join(', ')}`) : make('DRAFT', 'Ready to launch');
    }
    case 'PAUSED': {
      const system = facts.statusReason ? systemPauseTexts[facts.statusReason] : undefined;
      if (system) return make('PAUSED', system, { code: facts.statusReason, can_explain: true });
      return make('PAUSED', by ? `Paused by ${by}` : 'Paused', { at: facts.statusChangedAt });
    }
    case 'STOPPED': {
      const open = facts.leads.waiting + facts.leads.inProgress + facts.leads.paused;
      return make('STOPPED', by ? `Stopped by ${by}` : 'Stopped', {
        at: facts.statusChangedAt,
        detail: open > 0 ? `${counted(open, 'lead')} not finished` : null,
      });
    }
    case 'COMPLETED':
      return make('COMPLETED', 'All leads done', { at: facts.completedAt });
    case 'ARCHIVED':
      return make('ARCHIVED', 'Archived', { at: facts.statusChangedAt });
    case 'ACTIVE':
      return describeActive(facts);
  }
}

/** Whether nothing but the hold of their import keeps the campaign from sending. */
function isAllOnHold({ onHold, lastTrigger, leads }: NextFacts): boolean {
  if (!onHold) return false;
  const isOnlyNew = leads.inProgress === 0 && onHold.leads >= leads.waiting;
  return isOnlyNew || (lastTrigger?.sent === 0 && lastTrigger.constraintCode === 'IMPORT_ON_HOLD');
}

/** What an active campaign does next; new leads on hold are named whatever it is. */
function describeActive(facts: NextFacts): Next {
  const { onHold } = facts;
  const next = describeSending(facts);
  if (!onHold || next.code === 'IMPORT_ON_HOLD') return next;
  const held = `${counted(onHold.leads, 'new lead')} on hold`;
  return { ...next, detail: next.detail ? `${next.detail}, ${held}` : held, can_explain: true };
}

function describeSending(facts: NextFacts): Next {
  if (facts.reserved)
    return make('NEXT_SEND', 'Next email', { at: facts.reserved.at, detail: facts.reserved.mailboxEmail });
  const next = facts.nextTriggerAt;
  if (facts.isSubsequence && facts.leads.waiting + facts.leads.inProgress === 0)
    return make('WAITING', 'Waiting for leads from its parent', {
      detail: 'added when its conditions are met',
      can_explain: true,
    });
  if (facts.leads.total === 0)
    return make('WAITING', 'No leads yet', { detail: 'import leads to start', can_explain: true });
  if (facts.leads.waiting + facts.leads.inProgress === 0)
    return facts.leads.paused === 0
      ? make('WAITING', 'All leads done', { detail: 'completes with its next send round', can_explain: true })
      : make('WAITING', 'No leads waiting', {
          detail: `${counted(facts.leads.paused, 'lead')} paused`,
          can_explain: true,
        });
  if (facts.onHold && isAllOnHold(facts)) {
    const { leads, until } = facts.onHold;
    const text =
      leads === 1
        ? /* text */ '1 new lead waits: its import is on hold'
        : `${leads} new leads wait: their import is on hold`;
    return make('WAITING', text, {
      at: until,
      code: 'IMPORT_ON_HOLD',
      can_explain: true,
    });
  }
  if (facts.schedule.startAt !== null && facts.now < facts.schedule.startAt)
    return make('WAITING', 'Starts', {
      at: new Date(facts.schedule.startAt),
      code: 'CAMPAIGN_NOT_STARTED',
      can_explain: true,
    });
  if (!openSpanAt(facts.schedule, facts.now)) {
    const opening = nextOpening(facts.schedule, facts.now);
    return make('WAITING', opening === null ? 'The window never opens' : 'Window opens', {
      at: opening === null ? null : new Date(opening),
      code: 'WINDOW_CLOSED',
      can_explain: true,
    });
  }
  const last = facts.lastTrigger;
  // A hold that was released since the last round is no reason any more.
  const isReleased = last?.constraintCode === 'IMPORT_ON_HOLD' && !facts.onHold;
  if (last && last.sent === 0 && !isReleased && (last.constraintCode || last.checkpoint)) {
    const text =
      (last.constraintCode && texts.get(last.constraintCode)) ||
      (last.checkpoint && (checkpoints.get(last.checkpoint) ?? last.checkpoint)) ||
      'Waiting';
    return make('WAITING', text.replace(/\.$/, ''), {
      // A reason without an end gets no time: the next round would only repeat it.
      at: last.resumesAt && last.resumesAt.getTime() <= facts.now ? next : last.resumesAt,
      code: last.constraintCode ?? last.checkpoint,
      can_explain: true,
    });
  }
  return make('NEXT_SEND', 'Next send round', { at: next, can_explain: true });
}

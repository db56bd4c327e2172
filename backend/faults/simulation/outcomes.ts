import { stepDueAt } from '#engine/sending/calendar';
import type { Schedule } from '#engine/sending/plan.types';
import type { EnrolmentReason } from '@skein/contracts/constants';
import { happen, isCounted, isWaiting, type IntentRow, type LeadRow, type Memory } from './memory-rows';
import type { Bug } from './planted-bugs';
import { delayOf, minute, serverTimeout, type Story } from './story';

/**
 * The transactions that write what became of a mail, as the stores of the sending feature do: what becomes of its lead
 * is decided by the product's own table.
 */
export class Outcomes {
  constructor(
    private readonly story: Story,
    private readonly memory: Memory,
    private readonly schedule: Schedule,
    private readonly bug: Bug | null,
  ) {}

  /** SENT, or IN_DOUBT, which counts as sent; the second word about the same mail only settles it. */
  count(intent: IntentRow, state: 'SENT' | 'IN_DOUBT', now: number): void {
    if (intent.state !== 'SUBMITTING' && intent.state !== 'IN_DOUBT') return;
    intent.state = state;
    if (intent.counted) return;
    intent.counted = true;
    const { lead } = intent;
    const mailbox = this.memory.mailboxes[intent.mailboxId - 1];
    if (mailbox) mailbox.lastSendAt = Math.max(mailbox.lastSendAt ?? now, now);
    this.memory.credits += 1;
    this.memory.rolledUp += 1;
    this.memory.messages.push(intent);
    lead.mailboxId = intent.mailboxId;
    if (intent.references.length === 0) {
      lead.references = [intent.messageId];
      lead.subject = intent.subject;
    } else lead.references = [...lead.references, intent.messageId];
    const next = this.story.steps[intent.stepIndex + 1];
    const number = intent.stepIndex + 2;
    const from = this.bug === 'delay from the plan' ? intent.slotAt : intent.sendAt;
    happen(lead, {
      kind: 'SEND',
      passed: intent.stepIndex + 1,
      next: {
        step: next ? { id: number, number } : null,
        number,
        dueAt: next ? stepDueAt(delayOf(next), this.schedule, from) : null,
      },
      at: intent.sendAt,
    });
  }

  /** A reservation is released: its row stays, and is taken up again by the same key. */
  release(intent: IntentRow, reason: string, now: number, retryAt: number | null = null): void {
    if (intent.state !== 'RESERVED') return;
    intent.state = 'CANCELLED';
    if (this.bug === 'retry forgets the lead' && retryAt !== null) return;
    const { lead } = intent;
    if (lead.openIntent !== intent) return;
    lead.openIntent = null;
    if (!isWaiting(lead)) return;
    lead.constraint = reason;
    if (reason === 'STEP_NOT_DUE') lead.dueAt = now + serverTimeout;
    lead.eligibleAt = retryAt ?? lead.dueAt;
    lead.holdUntil = retryAt;
    if (retryAt === null && lead.eligibleAt > now && reason !== 'STEP_NOT_DUE') lead.eligibleAt = now;
  }

  /** A 4xx, or a connection that broke before the dot: again in a while, for a number of times. */
  putOff(intent: IntentRow, now: number): void {
    if (intent.state === 'SUBMITTING') {
      intent.state = 'RESERVED';
      intent.submittingAt = null;
    }
    const wait = [5, 15, 60, 240][intent.attempts];
    if (wait === undefined) this.fail(intent, 'STOPPED', 'FAILED', now);
    else {
      intent.attempts += 1;
      this.release(intent, 'LEAD_ON_HOLD', now, now + wait * minute);
    }
  }

  fail(intent: IntentRow, status: 'STOPPED' | 'BLOCKED', reason: EnrolmentReason, now: number): void {
    if (intent.state !== 'RESERVED' && intent.state !== 'SUBMITTING') return;
    intent.state = 'FAILED';
    const { lead } = intent;
    if (lead.openIntent === intent) lead.openIntent = null;
    happen(lead, { kind: 'REFUSE', as: status, reason, detail: null, at: now });
    if (status === 'BLOCKED') this.memory.suppressedEmails.add(lead.email);
  }

  /** Proven unsent: everything that was counted is undone. It is made up for unless something has followed it. */
  undo(intent: IntentRow, now: number): boolean {
    const { lead } = intent;
    const followers = this.memory.intents.filter(
      (other) =>
        other.lead === lead &&
        other !== intent &&
        other.sendAt >= intent.sendAt &&
        (other.state === 'SUBMITTING' || isCounted(other)),
    );
    if (followers.some((other) => other.state === 'SUBMITTING') && !followers.some(isCounted)) return false;
    intent.state = 'CANCELLED';
    intent.submittingAt = null;
    intent.counted = false;
    lead.stepsSent -= 1;
    if (followers.length > 0) lead.references = lead.references.filter((reference) => reference !== intent.messageId);
    else this.makeUp(intent, now);
    if (this.bug === 'undone without its counts') return true;
    this.memory.credits -= 1;
    this.memory.rolledUp -= 1;
    this.memory.messages = this.memory.messages.filter((message) => message !== intent);
    return true;
  }

  /** The lead stands before the mail again, with the thread as it was. */
  private makeUp(intent: IntentRow, now: number): void {
    const { lead } = intent;
    this.releaseAll((other) => other.lead === lead, 'STEP_NOT_DUE', now);
    const before = this.memory.intents
      .filter((other) => other.lead === lead && other !== intent && isCounted(other))
      .sort((one, other) => other.sendAt - one.sendAt)[0];
    lead.references = before ? [...before.references, before.messageId] : [];
    lead.subject = before ? before.subject.replace(/^Re: /, '') : null;
    lead.stepIndex = intent.stepIndex;
    lead.dueAt = now;
    lead.eligibleAt = now;
    if (lead.status === 'INPROGRESS' || lead.status === 'COMPLETED') {
      lead.status = before ? 'INPROGRESS' : 'STARTED';
      lead.endedAt = null;
      lead.constraint = 'STEP_NOT_DUE';
    }
  }

  /** A person's or a reply's stop, with what is reserved. */
  stop(lead: LeadRow, reason: EnrolmentReason, now: number): void {
    if (happen(lead, { kind: 'END', as: 'STOPPED', reason, detail: null, at: now }))
      this.releaseAll((intent) => intent.lead === lead, reason, now);
  }

  releaseAll(isMeant: (intent: IntentRow) => boolean, reason: string, now: number): void {
    for (const intent of this.memory.intents)
      if (intent.state === 'RESERVED' && isMeant(intent)) this.release(intent, reason, now);
  }
}

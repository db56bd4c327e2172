import { nextSlot, slotAt, triggerSchedule } from '#engine/sending/calendar';
import { plan } from '#engine/sending/plan';
import type { PlannedIntent, Schedule } from '#engine/sending/plan.types';
import type { Violation } from '../checker/evidence';
import { findViolations } from '../checker/find-violations';
import { Agenda } from './agenda';
import { foldEvidence } from './fold-evidence';
import {
  happen,
  addLead,
  createMemory,
  isWaiting,
  type IntentRow,
  type LeadRow,
  type MailboxRow,
  type Memory,
} from './memory-rows';
import { scheduleOf, snapshotOf } from './memory-snapshot';
import { Outcomes } from './outcomes';
import type { Bug } from './planted-bugs';
import { day, hour, minute, type Incident, type Story } from './story';
import { Submission } from './submission';

export interface StoryResult {
  violations: Violation[];
  mails: number;
  /** virtual days that the campaign took */
  days: number;
  /** How every mail left, for comparing two runs. */
  record: string[];
}

/** Longer than any story needs: whoever still waits then waits for ever. */
const horizon = 3 * 365 * day;

/**
 * Runs months of a campaign in virtual time: the product's planner and calendar on rows in memory, with the troubles of
 * the story, judged by the checker.
 */
export function runStory(story: Story, bug: Bug | null = null): StoryResult {
  const run = new Run(story, bug);
  run.agenda.runUntil(story.startAt + horizon);
  const { memory, agenda } = run;
  const violations = findViolations(foldEvidence(story, memory, agenda.now), {
    flightTime: 5 * minute,
    isAtRest: true,
  });
  const last = memory.server.at(-1)?.at ?? story.startAt;
  return {
    violations,
    mails: memory.server.length,
    days: Math.round((last - story.startAt) / day),
    record: memory.server.map((mail) => `${mail.at} ${mail.login} ${mail.recipient} ${mail.messageId}`),
  };
}

class Run {
  readonly memory: Memory;
  readonly agenda: Agenda;
  private readonly schedule: Schedule;
  private readonly outcomes: Outcomes;
  private readonly submission: Submission;
  private nextTriggerAt: number | null = null;

  constructor(
    private readonly story: Story,
    private readonly bug: Bug | null,
  ) {
    this.memory = createMemory(story);
    this.agenda = new Agenda(story.startAt);
    this.schedule = scheduleOf(story, bug);
    this.outcomes = new Outcomes(story, this.memory, this.schedule, bug);
    this.submission = new Submission(
      { story, memory: this.memory, agenda: this.agenda, outcomes: this.outcomes, bug },
      () => this.wake(),
    );
    for (let count = 0; count < story.leads; count += 1) addLead(this.memory, story.startAt);
    for (const incident of story.incidents) this.agenda.add(incident.at, () => this.strike(incident));
    this.wake();
  }

  /** Fires the trigger at the next slot at which somebody may be due; none while nobody waits. */
  private wake(): void {
    const { memory, agenda } = this;
    if (memory.isPaused) return;
    const ready = memory.leads
      .filter((lead) => isWaiting(lead) && lead.openIntent === null && !lead.isParked)
      .map((lead) => Math.max(lead.eligibleAt, lead.holdUntil ?? 0));
    if (ready.length === 0) return;
    const triggers = triggerSchedule(this.schedule);
    const from = Math.max(
      agenda.now,
      Math.min(...ready) - this.story.intervalMinutes * minute,
      this.submission.downUntil,
    );
    const current = slotAt(triggers, from);
    const isFresh = current !== null && (memory.lastSlotAt === null || current.slotAt > memory.lastSlotAt);
    const at = isFresh ? from : nextSlot(triggers, from, memory.lastSlotAt);
    if (at === null || (this.nextTriggerAt !== null && this.nextTriggerAt <= at)) return;
    this.nextTriggerAt = at;
    agenda.add(at, () => {
      if (this.nextTriggerAt === at) {
        this.nextTriggerAt = null;
        this.fire();
      }
    });
  }

  private fire(): void {
    const {
      memory,
      agenda: { now },
    } = this;
    if (memory.isPaused || this.submission.downUntil > now) {
      this.wake();
      return;
    }
    const result = plan({
      ...snapshotOf(this.story, { memory, schedule: this.schedule, now, bug: this.bug }),
      incompleteQueues: [],
      now,
    });
    for (const intent of result.intents) this.reserve(intent);
    for (const reason of result.reasons) {
      const lead = memory.leads[Number(reason.enrolmentId) - 1] as LeadRow;
      lead.constraint = reason.code;
      if (reason.defer && reason.nextEligibleAt !== null) lead.eligibleAt = reason.nextEligibleAt;
      if (reason.code === 'LEAD_SUPPRESSED')
        happen(lead, { kind: 'END', as: 'BLOCKED', reason: 'SUPPRESSED', detail: null, at: now });
      else lead.isParked ||= reason.park;
    }
    memory.lastSlotAt = result.trigger.slotAt ?? memory.lastSlotAt;
    this.wake();
  }

  /** One row for each (lead, step); one that was released before it was submitted is taken up again. */
  private reserve(planned: PlannedIntent): void {
    const { memory } = this;
    const lead = memory.leads[Number(planned.enrolmentId) - 1] as LeadRow;
    const known = memory.intents.find((intent) => intent.lead === lead && intent.stepIndex === planned.stepIndex);
    if (known && (known.state !== 'CANCELLED' || known.submittingAt !== null)) return;
    // A moved lead stays moved when its reservation was released in between.
    const reallocatedFrom =
      planned.reallocatedFrom === null
        ? this.bug === 'move forgotten'
          ? null
          : (known?.reallocatedFrom ?? null)
        : Number(planned.reallocatedFrom);
    const startsThread =
      !this.story.steps[planned.stepIndex]?.inThread || reallocatedFrom !== null || lead.references.length === 0;
    const mailbox = memory.mailboxes[Number(planned.mailboxId) - 1] as MailboxRow;
    const isLost = this.bug === 'thread lost';
    const fresh = {
      state: 'RESERVED' as const,
      mailboxId: mailbox.id,
      slotAt: planned.slotAt,
      sendAt: planned.sendAt,
      notAfter: planned.notAfter,
      isNew: planned.kind === 'NEW',
      messageId: `<${lead.id}.${planned.stepIndex}@${mailbox.name}>`,
      token: null,
      leasedUntil: 0,
      reallocatedFrom,
      inReplyTo: startsThread || isLost ? null : (lead.references.at(-1) ?? null),
      references: startsThread || isLost ? [] : lead.references,
      subject: startsThread ? `Step ${planned.stepIndex + 1}` : `Re: ${lead.subject ?? ''}`,
      checks: 0,
    };
    const intent: IntentRow = known
      ? Object.assign(known, fresh)
      : {
          id: memory.intents.length + 1,
          lead,
          stepIndex: planned.stepIndex,
          submittingAt: null,
          attempts: 0,
          counted: false,
          ...fresh,
        };
    if (!known) memory.intents.push(intent);
    lead.openIntent = intent;
    lead.mailboxId = mailbox.id;
    lead.variants.set(planned.stepIndex, planned.variantId);
    if (this.bug === 'checkpoint at fetch') lead.stepIndex += 1;
    this.agenda.add(planned.sendAt, () => this.submission.claim(intent));
  }

  /** A reply arrives; it stops its lead when it is read. */
  private reply(lead: LeadRow): void {
    const { memory, outcomes, agenda } = this;
    // Whoever was not mailed yet answers nothing.
    if (lead.stepsSent > 0) memory.answers.push({ enrolmentId: lead.id, arrivedAtReal: agenda.now });
    const read = () => {
      // Another outage began before it was read.
      if (memory.unreadUntil > agenda.now) {
        agenda.add(memory.unreadUntil, read);
        return;
      }
      lead.replies += 1;
      if (isWaiting(lead))
        memory.stops.push({ what: 'enrolment', value: lead.id, committedAtReal: agenda.now, liftedAtReal: null });
      if (this.bug !== 'reply does not stop') outcomes.stop(lead, 'REPLIED', agenda.now);
      this.wake();
    };
    read();
  }

  private strike(incident: Incident): void {
    const {
      memory,
      outcomes,
      agenda: { now },
    } = this;
    const lead = 'lead' in incident ? memory.leads[incident.lead] : undefined;
    const after = (what: () => void, wait: number) =>
      this.agenda.add(now + wait, () => {
        what();
        this.wake();
      });
    const stop = (what: 'enrolment' | 'campaign' | 'email' | 'domain', value: number | string) => {
      const row = { what, value, committedAtReal: now, liftedAtReal: null as number | null };
      memory.stops.push(row);
      return row;
    };
    if (lead && incident.kind === 'reply') this.reply(lead);
    if (lead && incident.kind === 'unsubscribe') {
      stop('email', lead.email);
      lead.suppressed = true;
      outcomes.stop(lead, 'UNSUBSCRIBED', now);
    }
    if (lead && incident.kind === 'suppress') {
      stop('email', lead.email);
      memory.suppressedEmails.add(lead.email);
    }
    if (lead && incident.kind === 'suppress domain') {
      stop('domain', lead.domain);
      memory.suppressedDomains.add(lead.domain);
    }
    if (incident.kind === 'leads imported')
      for (let count = 0; count < incident.count; count += 1) addLead(memory, now);
    if (incident.kind === 'all processes down') {
      this.submission.killAll(now + incident.for);
      memory.unreadUntil = Math.max(memory.unreadUntil, now + incident.for + (incident.at % (6 * hour)));
      // The lead whose follow-up is due first replies while nobody reads.
      after(() => {
        const [next] = memory.leads
          .filter((one) => one.status === 'INPROGRESS')
          .sort((one, other) => one.dueAt - other.dueAt);
        if (next) this.reply(next);
      }, incident.for / 2);
    }
    if (incident.kind === 'mailbox suspended') {
      const mailbox = memory.mailboxes[incident.mailbox];
      if (mailbox && mailbox.suspendedSince === null) {
        mailbox.suspendedSince = now;
        outcomes.releaseAll((intent) => intent.mailboxId === mailbox.id, 'MAILBOX_SUSPENDED', now);
        after(() => {
          mailbox.suspendedSince = null;
        }, incident.for);
      }
    }
    if (incident.kind === 'campaign paused' && !memory.isPaused) {
      memory.isPaused = true;
      const row = stop('campaign', 1);
      outcomes.releaseAll(() => true, 'PAUSED', now);
      after(() => {
        memory.isPaused = false;
        row.liftedAtReal = this.agenda.now;
      }, incident.for);
    }
    this.wake();
  }
}

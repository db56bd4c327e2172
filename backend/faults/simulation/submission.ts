import type { Agenda } from './agenda';
import { isWaiting, type IntentRow, type MailboxRow, type Memory } from './memory-rows';
import type { Outcomes } from './outcomes';
import type { Bug } from './planted-bugs';
import { createRandom } from '../world/random';
import { day, hour, minute, serverTimeout, type DialogueTrouble, type Story } from './story';

/** As long as lane.store.ts has it. */
const lease = 180_000;

/** A worker's hold on one mail; `isDead` when its process is gone. */
interface Flight {
  intent: IntentRow;
  mailbox: MailboxRow;
  token: number;
  isDead: boolean;
  trouble: DialogueTrouble | undefined;
  seconds: number;
}

/** What a submission acts upon: the scenario, what is in memory, and what comes of it. */
interface SimulatedWorld {
  story: Story;
  memory: Memory;
  agenda: Agenda;
  outcomes: Outcomes;
  bug: Bug | null;
}

/** One mail on its way, with everything that can go wrong between the claim and the server's reply. */
export class Submission {
  private dialogues = 0;
  private readonly flights = new Set<Flight>();
  private readonly troubles: ReadonlyMap<number, DialogueTrouble>;
  /** No process runs before this moment. */
  downUntil = 0;

  private readonly story: Story;
  private readonly memory: Memory;
  private readonly agenda: Agenda;
  private readonly outcomes: Outcomes;
  private readonly bug: Bug | null;

  constructor(
    { story, memory, agenda, outcomes, bug }: SimulatedWorld,
    private readonly wake: () => void,
  ) {
    this.story = story;
    this.memory = memory;
    this.agenda = agenda;
    this.outcomes = outcomes;
    this.bug = bug;
    this.troubles = new Map(story.troubles.map(({ dialogue, what }) => [dialogue, what]));
  }

  /** All processes end; what they held comes back with its lease. */
  killAll(until: number): void {
    this.downUntil = Math.max(this.downUntil, until);
    for (const flight of this.flights) this.die(flight);
  }

  /** Claims a mail that is due, unless its mailbox's lane is held. */
  claim(intent: IntentRow): void {
    const { now } = this.agenda;
    if (intent.state !== 'RESERVED' || intent.sendAt > now) return;
    const mailbox = this.memory.mailboxes[intent.mailboxId - 1] as MailboxRow;
    const later = Math.max(this.downUntil, mailbox.laneUntil);
    if (later > now) {
      this.agenda.add(later + 1, () => this.claim(intent));
      return;
    }
    mailbox.laneToken += 1;
    mailbox.laneUntil = now + lease;
    Object.assign(intent, { token: mailbox.laneToken, leasedUntil: mailbox.laneUntil });
    const number = this.dialogues;
    const flight: Flight = {
      intent,
      mailbox,
      token: mailbox.laneToken,
      isDead: false,
      trouble: this.troubles.get(number),
      seconds: 2 + createRandom(Math.imul(this.story.seed, 31) + number).below(24),
    };
    const refusal = this.refusalOf(flight);
    if (refusal) {
      this.end(flight);
      this.outcomes.release(intent, refusal, now);
      this.wake();
      return;
    }
    this.dialogues += 1;
    this.flights.add(flight);
    if (flight.trouble === 'killed before') this.die(flight);
    if (flight.trouble === 'blocked meanwhile') this.agenda.add(now + 400, () => this.block(intent.lead.email));
    const until =
      flight.trouble === 'frozen before' ? lease + 20_000 : flight.trouble === 'slow' ? 100_000 : flight.seconds * 500;
    if (flight.trouble === 'frozen before') this.agenda.add(mailbox.laneUntil + 1, () => this.claim(intent));
    this.agenda.add(now + until, () => this.talk(flight));
  }

  private block(email: string): void {
    this.memory.suppressedEmails.add(email);
    this.memory.stops.push({ what: 'email', value: email, committedAtReal: this.agenda.now, liftedAtReal: null });
  }

  private end(flight: Flight): void {
    this.flights.delete(flight);
    if (flight.mailbox.laneToken === flight.token) flight.mailbox.laneUntil = 0;
  }

  private die(flight: Flight): void {
    flight.isDead = true;
    this.flights.delete(flight);
    this.agenda.add(flight.mailbox.laneUntil + 1, () => this.claim(flight.intent));
  }

  /** The same question before connecting and before the final dot. */
  private refusalOf({ intent, mailbox, token }: Flight, isLast = false): string | null {
    const { now } = this.agenda;
    const { lead } = intent;
    const isFenced = intent.token === token && mailbox.laneToken === token && mailbox.laneUntil > now;
    if (!(isLast && this.bug === 'lost fence') && (intent.state !== 'RESERVED' || !isFenced)) return 'LOST_LEASE';
    if (!(isLast && this.bug === 'no check before the final dot')) {
      if (mailbox.suspendedSince !== null) return 'MAILBOX_SUSPENDED';
      if (mailbox.failingSince !== null) return 'MAILBOX_FAILING';
      if (this.memory.isPaused) return 'CAMPAIGN_NOT_ACTIVE';
      if (!isWaiting(lead)) return 'LEAD_ENDED';
      if (
        this.bug !== 'block list not looked at' &&
        (lead.suppressed ||
          this.memory.suppressedEmails.has(lead.email) ||
          this.memory.suppressedDomains.has(lead.domain))
      )
        return 'LEAD_SUPPRESSED';
    }
    if (
      this.memory.intents.some(
        (other) =>
          other.lead === lead &&
          other.state === 'IN_DOUBT' &&
          other.checks < 2 &&
          this.memory.mailboxes[other.mailboxId - 1]?.filesSent,
      )
    )
      return 'STEP_NOT_DUE';
    if (this.bug !== 'window not looked at when sending' && now >= intent.notAfter) return 'WINDOW_CLOSED';
    const others = this.memory.intents.filter(
      (other) =>
        other !== intent &&
        other.mailboxId === mailbox.id &&
        (other.state === 'SUBMITTING' || other.state === 'SENT' || other.state === 'IN_DOUBT'),
    );
    if (
      this.bug !== 'cap by calendar day only' &&
      others.filter((other) => other.sendAt > now - day).length >=
        mailbox.dailyCap + (this.bug === 'cap off by one' ? 1 : 0)
    )
      return 'MAILBOX_DAILY_CAP';
    if (this.bug !== 'inbox not looked at' && lead.stepsSent > 0 && this.memory.unreadUntil > now)
      return 'INBOX_NOT_READ';
    const last = Math.max(mailbox.lastSendAt ?? -Infinity, ...others.map((other) => other.sendAt));
    return this.bug !== 'gap not looked at' && last + mailbox.gapMinutes * minute > now ? 'MAILBOX_GAP' : null;
  }

  /** The dialogue up to the final dot: the check and the commit of SUBMITTING. */
  private talk(flight: Flight): void {
    if (flight.isDead) return;
    const { now } = this.agenda;
    const { intent, mailbox, trouble } = flight;
    const back = (work: () => void) => {
      this.end(flight);
      work();
      this.wake();
    };
    if (trouble === 'login refused') {
      back(() => {
        mailbox.failingSince = now;
        this.outcomes.releaseAll((other) => other.mailboxId === mailbox.id, 'MAILBOX_FAILING', now);
        this.agenda.add(now + 3 * hour, () => {
          mailbox.failingSince = null;
          this.wake();
        });
      });
      return;
    }
    if (trouble === 'cut before' || trouble === 'put off') {
      back(() => this.outcomes.putOff(intent, now));
      return;
    }
    if (trouble === 'recipient refused') {
      back(() => this.outcomes.fail(intent, 'BLOCKED', 'BOUNCED', now));
      return;
    }
    const refusal = this.refusalOf(flight, true);
    if (refusal) {
      back(() => this.outcomes.release(intent, refusal, now));
      return;
    }
    Object.assign(intent, { state: 'SUBMITTING', submittingAt: now, sendAt: now, leasedUntil: now + lease });
    this.agenda.add(now + lease + 1, () => this.takeOver(intent));
    if (this.bug === 'SENT before the reply') this.outcomes.count(intent, 'SENT', now);
    if (trouble === 'killed at the dot') {
      this.die(flight);
      return;
    }
    if (trouble === 'content refused') {
      back(() => this.outcomes.fail(intent, 'STOPPED', 'FAILED', now));
      return;
    }
    if (trouble === 'put off at the dot') {
      back(() => this.outcomes.putOff(intent, now));
      return;
    }
    this.agenda.add(now + 1_000, () => this.dot(flight));
  }

  /** The final dot reaches the server, or does not. */
  private dot(flight: Flight): void {
    if (flight.isDead) return;
    const { now } = this.agenda;
    const { intent, mailbox, trouble } = flight;
    if (trouble !== 'reply lost, not taken')
      this.memory.server.push({
        at: now,
        login: mailbox.name,
        recipient: intent.lead.email,
        messageId: intent.messageId,
        inReplyTo: intent.inReplyTo,
        references: intent.references,
        subject: intent.subject,
      });
    if (trouble === 'killed after the dot' || trouble === 'killed after the reply') {
      this.die(flight);
      return;
    }
    const isLost = trouble === 'reply lost, taken' || trouble === 'reply lost, not taken';
    this.agenda.add(
      now + (isLost ? 60_000 : trouble === 'frozen after the dot' ? 400_000 : flight.seconds * 500),
      () => {
        if (flight.isDead) return;
        this.end(flight);
        if (isLost && this.bug === 'resend on time-out') this.outcomes.putOff(intent, this.agenda.now);
        else if (isLost) this.doubt(intent);
        else this.outcomes.count(intent, 'SENT', this.agenda.now);
        this.wake();
      },
    );
  }

  private doubt(intent: IntentRow): void {
    this.outcomes.count(intent, 'IN_DOUBT', this.agenda.now);
    this.agenda.add((intent.submittingAt ?? 0) + serverTimeout, () => this.lookInSent(intent));
    this.wake();
  }

  /** The sweep of lost workers. */
  private takeOver(intent: IntentRow): void {
    const { now } = this.agenda;
    if (intent.state !== 'SUBMITTING' || intent.leasedUntil >= now || this.bug === 'lost worker never taken over')
      return;
    if (this.downUntil > now) this.agenda.add(this.downUntil + 1, () => this.takeOver(intent));
    else this.doubt(intent);
  }

  private lookInSent(intent: IntentRow): void {
    const { now } = this.agenda;
    if (intent.state !== 'IN_DOUBT' || intent.checks >= 5) return;
    if (this.downUntil > now) {
      this.agenda.add(this.downUntil + 1, () => this.lookInSent(intent));
      return;
    }
    const { filesSent } = this.memory.mailboxes[intent.mailboxId - 1] as MailboxRow;
    if (filesSent && this.memory.server.some((mail) => mail.messageId === intent.messageId)) {
      intent.state = 'SENT';
      return;
    }
    const isProof = (filesSent || this.bug === 'absence proves at every provider') && intent.checks >= 1;
    if (isProof && this.outcomes.undo(intent, now)) {
      this.wake();
      return;
    }
    intent.checks += 1;
    this.agenda.add((intent.submittingAt ?? now) + serverTimeout * (1 + intent.checks), () => this.lookInSent(intent));
  }
}

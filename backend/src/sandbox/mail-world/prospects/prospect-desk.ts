import { headerValue, readHeader } from '../mime/parse-headers';
import type { MailRecord } from '../post-office/mail-record';
import type { PostOffice } from '../post-office/post-office';
import type { WorldTransaction } from '../post-office/world-transaction';
import type {
  AcceptedMail,
  RecordedRecipient,
  StoredConversation,
  StoredReaction,
  StoredViolation,
  WorldSnapshot,
} from '../store/mail-store';
import { personalityOf } from './behaviour';
import { ConversationBook } from './conversations';
import type { OutgoingMail } from './compose-reply';
import { planReactions } from './plan-reactions';
import { ReactionQueue } from './reaction-queue';
import { runReaction, type ReactionContext } from './run-reaction';
import { seededRandom } from './seeded-random';
import type { WebVisitor } from './web-visitor';
import type { WorldClock } from '../world-clock';

/** A reaction that could not be carried out, or had nothing to act on. */
export interface ReactionNote {
  at: number;
  prospect: string;
  kind: string;
  /** False when it was given up after several attempts. */
  wasTried: boolean;
  note: string;
}

/** Whether a mailbox is one of those that are asked about. */
export type IsMeant = (mailbox: string) => boolean;

export interface ProspectDeskOptions {
  postOffice: PostOffice;
  record: MailRecord;
  seed: string;
  web: WebVisitor | null;
  submit(mail: OutgoingMail): Promise<void>;
  clock: WorldClock;
  /** Real milliseconds for which a failing reaction is tried again however often; 0 counts attempts only. */
  patienceMilliseconds: number;
  /** Real milliseconds after an end within which a mail is not certainly wrong. */
  promisedNotice(mailbox: string): number;
  /** How many conversations act at the same time. 1 makes the order of everything repeatable. */
  concurrency: number;
}

const maximumAttempts = 6;
const retryDelay = 60_000;
const longestRetryDelay = 3_600_000;
const batchSize = 500;
const maximumNotes = 1_000;
/** What a person does only after they have opened the mail. */
const afterOpening: ReadonlySet<string> = new Set(['reply', 'calendar-answer', 'unsubscribe']);

/** All prospects: plans what they do when a mail is accepted, and does it when it is due. */
export class ProspectDesk {
  private readonly book: ConversationBook;
  private readonly queue = new ReactionQueue();
  /** Conversations with an open that failed and is tried again: what follows from opening waits for it. */
  private readonly unopened = new Set<number>();
  private readonly arrivals = new Map<string, number>();
  private readonly context: ReactionContext;
  private nextReactionId: number;
  private running: Promise<number> | null = null;
  readonly notes: ReactionNote[] = [];

  constructor(
    private readonly options: ProspectDeskOptions,
    snapshot: WorldSnapshot,
  ) {
    this.book = new ConversationBook(snapshot.conversations, snapshot.violations, (mailbox) =>
      options.promisedNotice(mailbox),
    );
    for (const reaction of snapshot.reactions) {
      this.queue.push(reaction);
      if (reaction.kind === 'open' && reaction.attempt > 0) this.unopened.add(reaction.conversationId);
    }
    this.nextReactionId = snapshot.reactions.reduce((highest, row) => Math.max(highest, row.id), 0) + 1;
    this.context = {
      seed: options.seed,
      web: options.web,
      submit: async (mail, arrivesAt) => {
        this.arrivals.set(mail.messageId, arrivesAt);
        try {
          await options.submit(mail);
        } finally {
          this.arrivals.delete(mail.messageId);
        }
      },
    };
  }

  get violations(): readonly StoredViolation[] {
    return this.book.violations;
  }

  get waiting(): number {
    return this.queue.size;
  }

  nextDueAt(): number | null {
    return this.queue.nextDueAt();
  }

  /** When a prospect's own mail counts as having arrived. */
  arrivalTime(messageId: string | null): number | null {
    return messageId === null ? null : (this.arrivals.get(messageId) ?? null);
  }

  /** Plans the reactions to a mail in the transaction that accepts it, so that a restart loses none. */
  receive(transaction: WorldTransaction, mail: AcceptedMail, recipient: RecordedRecipient, raw: Buffer): void {
    const fields = readHeader(raw);
    const prospect = recipient.address;
    const { conversation, isCampaignMail } = this.book.file(transaction, mail, prospect, fields);
    // RFC 3834: nobody answers an automatic mail or a mail from nobody.
    const isAutomatic = !mail.sender || /^auto-/i.test(headerValue(fields, 'auto-submitted') ?? '');
    if (!isCampaignMail || isAutomatic || conversation.ended || conversation.isSettled) return;
    const plan = planReactions({
      personality: personalityOf(prospect, this.options.seed),
      mailNumber: conversation.mailsReceived,
      automaticReplySent: conversation.automaticReplySent,
      notify: recipient.notify,
      random: seededRandom(this.options.seed, prospect, conversation.ordinal, conversation.mailsReceived, 'plan'),
    });
    for (const planned of plan) {
      this.schedule(transaction, {
        dueAt: mail.acceptedAt + planned.delay,
        conversationId: conversation.id,
        contentId: mail.contentId,
        recordId: mail.id,
        kind: planned.kind,
        attempt: 0,
        details: planned.details,
      });
    }
  }

  /**
   * Does everything due at or before that campaign time, and what follows from it. Answers how much was done.
   * @param isMeant of which mailboxes the conversations are; all unless given
   */
  async runDue(now: number, isMeant: IsMeant = () => true): Promise<number> {
    const before = this.running ?? Promise.resolve(0);
    const run = before.catch(() => 0).then(() => this.runBatches(now, isMeant));
    this.running = run;
    try {
      return await run;
    } finally {
      if (this.running === run) this.running = null;
    }
  }

  /** Waits until nothing is being done. */
  async settled(): Promise<void> {
    await this.running?.catch(() => 0);
  }

  private async runBatches(now: number, isMeant: IsMeant): Promise<number> {
    const isOf = ({ conversationId }: StoredReaction) => isMeant(this.book.get(conversationId)?.sender ?? '');
    let done = 0;
    for (;;) {
      const due = this.queue.takeDue(now, batchSize, isOf);
      if (due.length === 0) return done;
      done += due.length;
      // One conversation acts in order; several conversations act at the same time.
      const lanes = new Map<number, StoredReaction[]>();
      for (const reaction of due)
        lanes.set(reaction.conversationId, [...(lanes.get(reaction.conversationId) ?? []), reaction]);
      const open = [...lanes.values()];
      const work = async () => {
        for (let lane = open.shift(); lane; lane = open.shift())
          for (const reaction of lane) await this.perform(reaction);
      };
      await Promise.all(Array.from({ length: Math.max(1, this.options.concurrency) }, work));
    }
  }

  private async perform(reaction: StoredReaction): Promise<void> {
    const { postOffice, record } = this.options;
    const transaction = postOffice.transaction();
    transaction.change({ type: 'delete-reaction', id: reaction.id });
    const conversation = this.book.get(reaction.conversationId);
    const mail = record.byId(reaction.recordId);
    // A prospect who has answered, left or bounced does nothing more.
    if (conversation && mail && !conversation.ended) {
      if (afterOpening.has(reaction.kind) && this.unopened.has(conversation.id))
        this.schedule(transaction, { ...reaction, dueAt: reaction.dueAt + retryDelay });
      else await this.act(transaction, reaction, conversation, mail);
    }
    try {
      await transaction.commit();
    } catch (error) {
      // What was done stays done: the mail's id makes a repetition harmless. It is tried again when the store is back.
      this.queue.push({ ...reaction, dueAt: reaction.dueAt + retryDelay });
      this.note(reaction, conversation?.prospect ?? '', true, error instanceof Error ? error.message : String(error));
    }
  }

  private async act(
    transaction: WorldTransaction,
    reaction: StoredReaction,
    conversation: StoredConversation,
    mail: AcceptedMail,
  ): Promise<void> {
    // The product notes an open when it hears of it, which may be later than it was due: an answer bears the time at which it is written.
    const at = Math.max(reaction.dueAt, this.options.clock.now([conversation.sender]));
    try {
      const raw = await this.options.postOffice.contents.read(reaction.contentId);
      const outcome = await runReaction(this.context, {
        reaction: { ...reaction, dueAt: at },
        conversation,
        mail,
        raw,
      });
      if (reaction.kind === 'open') this.unopened.delete(conversation.id);
      this.book.update(transaction, conversation, (entry) => {
        if (outcome.sentMessageId) entry.sentIds.push(outcome.sentMessageId);
        if (outcome.automaticReply) entry.automaticReplySent = true;
        if (outcome.settles) entry.isSettled = true;
        if (outcome.ends) entry.ended = { at, atReal: Date.now(), by: outcome.ends };
      });
      if (outcome.note) this.note(reaction, conversation.prospect, true, outcome.note);
    } catch (error) {
      this.tryAgain(transaction, reaction, conversation, error);
    }
  }

  private tryAgain(
    transaction: WorldTransaction,
    reaction: StoredReaction,
    conversation: StoredConversation,
    error: unknown,
  ): void {
    const failingSince = Number(reaction.details.failingSince ?? Date.now());
    // Campaign time may run a thousand times faster than a product that restarts: real patience decides as well.
    const isHopeless =
      reaction.attempt + 1 >= maximumAttempts && Date.now() - failingSince >= this.options.patienceMilliseconds;
    if (reaction.kind === 'open') this.unopened[isHopeless ? 'delete' : 'add'](conversation.id);
    if (isHopeless) {
      this.note(reaction, conversation.prospect, false, error instanceof Error ? error.message : String(error));
      return;
    }
    const delay = Math.min(longestRetryDelay, retryDelay * 2 ** Math.min(reaction.attempt, 10));
    this.schedule(transaction, {
      ...reaction,
      dueAt: reaction.dueAt + delay,
      attempt: reaction.attempt + 1,
      details: { ...reaction.details, failingSince },
    });
  }

  private schedule(transaction: WorldTransaction, reaction: Omit<StoredReaction, 'id'>): void {
    const row: StoredReaction = { ...reaction, id: this.nextReactionId };
    this.nextReactionId += 1;
    transaction.change({ type: 'reaction', row });
    transaction.whenDurable(() => this.queue.push(row));
  }

  private note(reaction: StoredReaction, prospect: string, wasTried: boolean, note: string): void {
    this.notes.push({ at: reaction.dueAt, prospect, kind: reaction.kind, wasTried, note });
    if (this.notes.length > maximumNotes) this.notes.shift();
  }
}

import { headerValue, messageIds, type HeaderField } from '../mime/parse-headers';
import type { WorldTransaction } from '../post-office/world-transaction';
import type { AcceptedMail, StoredConversation, StoredViolation } from '../store/mail-store';

export interface FiledMail {
  conversation: StoredConversation;
  /** False when the mail is a person's answer to what the prospect wrote, or the same mail again. */
  isCampaignMail: boolean;
}

/** The email that broke a rule, and the rule. */
interface ViolationToReport {
  mail: AcceptedMail;
  conversation: StoredConversation;
  kind: StoredViolation['kind'];
  certain: boolean;
}

/**
 * Which mails belong together, who has ended what, and which mails should never have come. A mail joins the
 * conversation it refers to, or shares a marker with; an unthreaded one joins an unsettled conversation with the same
 * mailbox, else it opens a new one (another campaign).
 */
export class ConversationBook {
  private readonly byId = new Map<number, StoredConversation>();
  private readonly byProspect = new Map<string, StoredConversation[]>();
  readonly violations: StoredViolation[];
  private nextId: number;
  private nextViolationId: number;

  /**
   * @param promisedNotice real milliseconds that the product may take to notice an end in a mailbox; what begins to
   * leave within them is not certain
   */
  constructor(
    conversations: StoredConversation[],
    violations: StoredViolation[],
    private readonly promisedNotice: (mailbox: string) => number,
  ) {
    this.violations = violations;
    this.nextId = conversations.reduce((highest, row) => Math.max(highest, row.id), 0) + 1;
    this.nextViolationId = violations.reduce((highest, row) => Math.max(highest, row.id), 0) + 1;
    for (const conversation of conversations) this.add(conversation);
  }

  get(id: number): StoredConversation | null {
    return this.byId.get(id) ?? null;
  }

  /** Files an accepted mail and records what it violates. */
  file(transaction: WorldTransaction, mail: AcceptedMail, prospect: string, fields: HeaderField[]): FiledMail {
    const known = this.byProspect.get(prospect) ?? [];
    // The login, because an envelope sender may differ from mail to mail (VERP).
    const mailbox = mail.login ?? mail.sender;
    const references = [
      ...messageIds(headerValue(fields, 'in-reply-to')),
      ...messageIds(headerValue(fields, 'references')),
    ];
    const marker = headerValue(fields, 'feedback-id') ?? headerValue(fields, 'list-unsubscribe');
    if (mail.messageId && known.some((entry) => entry.receivedIds.includes(mail.messageId as string))) {
      const repeated = known.find((entry) =>
        entry.receivedIds.includes(mail.messageId as string),
      ) as StoredConversation;
      this.report(transaction, { mail, conversation: repeated, kind: 'duplicate', certain: true });
      return { conversation: repeated, isCampaignMail: false };
    }
    const threaded = known.find((entry) =>
      [...entry.receivedIds, ...entry.sentIds].some((id) => references.includes(id)),
    );
    const marked =
      threaded ?? known.find((entry) => marker !== null && entry.marker === marker && entry.sender === mailbox);
    if (marked) {
      const answersProspect = messageIds(headerValue(fields, 'in-reply-to')).some((id) => marked.sentIds.includes(id));
      if (!answersProspect && marked.ended)
        this.report(transaction, { mail, conversation: marked, kind: `after-${marked.ended.by}`, certain: true });
      this.update(transaction, marked, (entry) => {
        if (mail.messageId) entry.receivedIds.push(mail.messageId);
        if (!answersProspect) entry.mailsReceived += 1;
      });
      return { conversation: marked, isCampaignMail: !answersProspect };
    }
    const ended = known.findLast(
      (entry) => entry.ended && (entry.sender === mailbox || entry.ended.by === 'unsubscribe'),
    );
    if (ended?.ended)
      this.report(transaction, { mail, conversation: ended, kind: `after-${ended.ended.by}`, certain: false });
    const open = known.findLast((entry) => entry.sender === mailbox && !entry.isSettled);
    if (open) {
      this.update(transaction, open, (entry) => {
        if (mail.messageId) entry.receivedIds.push(mail.messageId);
        entry.mailsReceived += 1;
      });
      return { conversation: open, isCampaignMail: true };
    }
    const conversation: StoredConversation = {
      id: this.nextId,
      prospect,
      sender: mailbox,
      ordinal: known.length,
      startedAt: mail.acceptedAt,
      mailsReceived: 1,
      receivedIds: mail.messageId ? [mail.messageId] : [],
      sentIds: [],
      marker,
      automaticReplySent: false,
      isSettled: false,
      ended: null,
    };
    this.nextId += 1;
    this.add(conversation);
    transaction.change({ type: 'conversation', row: structuredClone(conversation) });
    transaction.whenFailed(() => this.remove(conversation));
    return { conversation, isCampaignMail: true };
  }

  /** Changes a conversation in memory and in the transaction; undone when the store refuses. */
  update(
    transaction: WorldTransaction,
    conversation: StoredConversation,
    change: (entry: StoredConversation) => void,
  ): void {
    const before = structuredClone(conversation);
    change(conversation);
    transaction.change({ type: 'conversation', row: structuredClone(conversation) });
    transaction.whenFailed(() => Object.assign(conversation, before));
  }

  private report(transaction: WorldTransaction, { mail, conversation, kind, certain }: ViolationToReport): void {
    const ended = kind === 'duplicate' ? null : conversation.ended;
    const notice = ended ? mail.acceptedAtReal - ended.atReal : null;
    const violation: StoredViolation = {
      id: this.nextViolationId,
      kind,
      certain: certain && (notice === null || notice >= this.promisedNotice(conversation.sender)),
      prospect: conversation.prospect,
      sender: mail.sender,
      recordId: mail.id,
      messageId: mail.messageId,
      acceptedAt: mail.acceptedAt,
      endedAt: ended?.at ?? null,
      noticeMilliseconds: notice,
    };
    this.nextViolationId += 1;
    transaction.change({ type: 'violation', row: violation });
    transaction.whenDurable(() => this.violations.push(violation));
  }

  private add(conversation: StoredConversation): void {
    this.byId.set(conversation.id, conversation);
    const known = this.byProspect.get(conversation.prospect);
    if (known) known.push(conversation);
    else this.byProspect.set(conversation.prospect, [conversation]);
  }

  private remove(conversation: StoredConversation): void {
    this.byId.delete(conversation.id);
    const known = this.byProspect.get(conversation.prospect);
    known?.splice(known.indexOf(conversation), 1);
  }
}

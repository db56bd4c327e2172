import type { StoredFolder, StoredMessage } from '../store/mail-store';

/** What happened in a folder, told to every session that has it selected, after it is durable. */
export type FolderEvent =
  | { type: 'added'; message: StoredMessage }
  | { type: 'flags'; messages: StoredMessage[]; origin: object | null }
  | { type: 'expunged'; messages: StoredMessage[] }
  | { type: 'gone' };

/**
 * A folder in memory: its messages in ascending UID order. Numbers are allotted when a change is staged and shown only
 * after it is durable, so that no client sees a UIDNEXT or HIGHESTMODSEQ ahead of what it can fetch.
 */
export class MailFolder {
  readonly id: number;
  readonly account: string;
  path: string;
  specialUse: string | null;
  uidValidity: number;
  subscribed: boolean;
  /** As shown to clients. */
  uidNext: number;
  highestModseq: number;
  messages: StoredMessage[] = [];
  private allottedUid: number;
  private allottedModseq: number;
  private readonly leaving = new Set<StoredMessage>();
  private readonly listeners = new Set<(event: FolderEvent) => void>();

  constructor(row: StoredFolder) {
    this.id = row.id;
    this.account = row.account;
    this.path = row.path;
    this.specialUse = row.specialUse;
    this.uidValidity = row.uidValidity;
    this.uidNext = row.uidNext;
    this.highestModseq = row.highestModseq;
    this.subscribed = row.subscribed;
    this.allottedUid = row.uidNext;
    this.allottedModseq = row.highestModseq;
  }

  takeUid(): number {
    this.allottedUid += 1;
    return this.allottedUid - 1;
  }

  takeModseq(): number {
    this.allottedModseq += 1;
    return this.allottedModseq;
  }

  /** The row with the numbers allotted so far. */
  row(): StoredFolder {
    return {
      id: this.id,
      account: this.account,
      path: this.path,
      specialUse: this.specialUse,
      uidValidity: this.uidValidity,
      uidNext: this.allottedUid,
      highestModseq: this.allottedModseq,
      subscribed: this.subscribed,
    };
  }

  /** Shows a durable new message. */
  add(message: StoredMessage): void {
    this.messages.push(message);
    this.uidNext = Math.max(this.uidNext, message.uid + 1);
    this.highestModseq = Math.max(this.highestModseq, message.modseq);
    this.emit({ type: 'added', message });
  }

  /** Marks messages as about to leave, so that no later flag change brings them back. Answers those not yet leaving. */
  beginRemoval(messages: StoredMessage[]): StoredMessage[] {
    const fresh = messages.filter((message) => !this.leaving.has(message) && this.find(message.uid) === message);
    for (const message of fresh) this.leaving.add(message);
    return fresh;
  }

  cancelRemoval(messages: StoredMessage[]): void {
    for (const message of messages) this.leaving.delete(message);
  }

  isLeaving(message: StoredMessage): boolean {
    return this.leaving.has(message);
  }

  /** Takes durable removals out of sight. */
  remove(messages: StoredMessage[], modseq: number): void {
    const gone = new Set(messages);
    this.messages = this.messages.filter((message) => !gone.has(message));
    for (const message of messages) this.leaving.delete(message);
    this.highestModseq = Math.max(this.highestModseq, modseq);
    this.emit({ type: 'expunged', messages });
  }

  /** Shows durable flag changes. */
  flagsChanged(messages: StoredMessage[], origin: object | null): void {
    for (const message of messages) this.highestModseq = Math.max(this.highestModseq, message.modseq);
    this.emit({ type: 'flags', messages, origin });
  }

  find(uid: number): StoredMessage | null {
    const index = lowerBound(this.messages, uid);
    const message = this.messages[index];
    return message?.uid === uid ? message : null;
  }

  /** Tells every session that this folder no longer is what they selected. */
  vanish(): void {
    this.emit({ type: 'gone' });
    this.listeners.clear();
  }

  watch(listener: (event: FolderEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private emit(event: FolderEvent): void {
    for (const listener of [...this.listeners]) listener(event);
  }
}

/** The first index whose message has at least that UID. */
export function lowerBound(messages: readonly StoredMessage[], uid: number): number {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((messages[middle] as StoredMessage).uid < uid) low = middle + 1;
    else high = middle;
  }
  return low;
}

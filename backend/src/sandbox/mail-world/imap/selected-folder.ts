import type { FolderEvent, MailFolder } from '../post-office/mail-folder';
import { lowerBound } from '../post-office/mail-folder';
import type { StoredMessage } from '../store/mail-store';
import { sequenceMatcher, type SequenceSet } from './sequence-set';
import { numbersText } from './flags';

/**
 * One session's view of its folder. Sequence numbers may only change when the client is told (RFC 3501 section 7.4.1),
 * so the view changes when waiting events are written out, not when they happen.
 */
export class SelectedFolder {
  /** What the client believes the folder holds, ascending by UID. */
  messages: StoredMessage[];
  isGone = false;
  private readonly waitingFlags = new Set<StoredMessage>();
  private readonly waitingExpunges = new Set<StoredMessage>();
  private arrivals: StoredMessage[] = [];
  private readonly stopWatching: () => void;

  constructor(
    readonly folder: MailFolder,
    readonly readOnly: boolean,
    private readonly session: object,
    private readonly wake: () => void,
  ) {
    this.messages = [...folder.messages];
    this.stopWatching = folder.watch((event) => this.hear(event));
  }

  close(): void {
    this.stopWatching();
  }

  private hear(event: FolderEvent): void {
    if (event.type === 'added') this.arrivals.push(event.message);
    else if (event.type === 'expunged') for (const message of event.messages) this.waitingExpunges.add(message);
    else if (event.type === 'flags' && event.origin !== this.session)
      for (const message of event.messages) this.waitingFlags.add(message);
    else if (event.type === 'gone') this.isGone = true;
    this.wake();
  }

  /** The untagged responses that bring the client up to date, and the view with it. */
  takeUpdates(mayExpunge: boolean, withModseq: boolean): string {
    let text = '';
    if (mayExpunge && this.waitingExpunges.size > 0) {
      // Each EXPUNGE shifts the numbers behind it: going down from the end keeps those still to come right.
      for (let index = this.messages.length - 1; index >= 0; index -= 1) {
        if (this.waitingExpunges.has(this.messages[index] as StoredMessage)) text += `* ${index + 1} EXPUNGE\r\n`;
      }
      this.messages = this.messages.filter((message) => !this.waitingExpunges.has(message));
      this.arrivals = this.arrivals.filter((message) => !this.waitingExpunges.has(message));
      for (const message of this.waitingExpunges) this.waitingFlags.delete(message);
      this.waitingExpunges.clear();
    }
    if (this.arrivals.length > 0) {
      this.messages.push(...this.arrivals);
      this.arrivals = [];
      text += `* ${this.messages.length} EXISTS\r\n`;
    }
    for (const message of this.waitingFlags) {
      const sequence = this.sequenceOf(message);
      if (sequence !== null) text += `* ${sequence} FETCH (${numbersText(message, withModseq)})\r\n`;
    }
    this.waitingFlags.clear();
    return text;
  }

  /** The number of a message in this view, or null. */
  sequenceOf(message: StoredMessage): number | null {
    const index = lowerBound(this.messages, message.uid);
    return this.messages[index] === message ? index + 1 : null;
  }

  /** The messages of a set of sequence numbers or UIDs, with their sequence numbers. */
  pick(set: SequenceSet, byUid: boolean): { sequence: number; message: StoredMessage }[] {
    const last = byUid ? (this.messages.at(-1)?.uid ?? 0) : this.messages.length;
    const isIn = sequenceMatcher(set, last);
    const picked: { sequence: number; message: StoredMessage }[] = [];
    for (const [index, message] of this.messages.entries()) {
      if (isIn(byUid ? message.uid : index + 1)) picked.push({ sequence: index + 1, message });
    }
    return picked;
  }
}

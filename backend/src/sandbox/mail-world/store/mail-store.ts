/**
 * What the mail world keeps, and the two operations a store must offer: load everything except the mails' bytes once,
 * and make a list of changes durable atomically. The model in `post-office/` and `prospects/` is the only reader, so a
 * store needs no queries; the write path is one group commit.
 * All times are campaign time in milliseconds since 1970 unless the name says `Real`.
 */

/** Settings that make a mailbox behave like one provider or another. */
export interface AccountSettings {
  /** The server itself files submitted mail into Sent, as Gmail does; otherwise the client must. */
  autoFileSent: boolean;
  /** May submit with any envelope sender (the product's own system mailbox). */
  sendAsAny: boolean;
}

export interface StoredAccount {
  email: string;
  passwordHash: string;
  settings: AccountSettings;
  createdAt: number;
}

export interface StoredFolder {
  id: number;
  account: string;
  path: string;
  specialUse: string | null;
  uidValidity: number;
  uidNext: number;
  highestModseq: number;
  subscribed: boolean;
}

export interface StoredMessage {
  folderId: number;
  uid: number;
  contentId: number;
  modseq: number;
  internalDate: number;
  size: number;
  flags: string[];
  messageId: string | null;
}

export interface RecordedRecipient {
  address: string;
  /** RFC 3461 NOTIFY values, upper case; empty when none were given. */
  notify: string[];
  /** RFC 3461 ORCPT as received, or null. */
  originalRecipient: string | null;
}

/** One mail the SMTP server answered 250 for. */
export interface AcceptedMail {
  id: number;
  acceptedAt: number;
  acceptedAtReal: number;
  /** The authenticated mailbox, or null when it came in by the MX role. */
  login: string | null;
  /** Envelope sender; empty for the null sender. */
  sender: string;
  recipients: RecordedRecipient[];
  messageId: string | null;
  /** RFC 3461 ENVID, or null. */
  envelopeId: string | null;
  subject: string | null;
  size: number;
  contentId: number;
}

/** One prospect's exchange with one campaign (a thread and the mails that belong to it). */
export interface StoredConversation {
  id: number;
  prospect: string;
  /** The mailbox that logged in to send. */
  sender: string;
  /** Counts this prospect's conversations from 0, so that choices differ between campaigns yet repeat by seed. */
  ordinal: number;
  startedAt: number;
  mailsReceived: number;
  /** Message-IDs of the campaign's mails. */
  receivedIds: string[];
  /** Message-IDs of the prospect's own answers. */
  sentIds: string[];
  /** What mails of one enrolment may have in common besides the thread: Feedback-ID, else List-Unsubscribe. */
  marker: string | null;
  automaticReplySent: boolean;
  /** The one thing this prospect does about a campaign is done; a mail in a new thread then opens a new conversation. */
  isSettled: boolean;
  ended: { at: number; atReal: number; by: 'reply' | 'unsubscribe' | 'bounce' } | null;
}

export interface StoredReaction {
  id: number;
  dueAt: number;
  conversationId: number;
  contentId: number;
  recordId: number;
  kind: string;
  attempt: number;
  /** What the kind needs besides the mail, fixed when the mail was accepted. */
  details: Record<string, string | number | boolean | null>;
}

export interface StoredViolation {
  id: number;
  kind: 'after-reply' | 'after-unsubscribe' | 'after-bounce' | 'duplicate';
  /**
   * False when the mail opened a new thread without a common marker (it may belong to another campaign), or came before
   * the product had to notice.
   */
  certain: boolean;
  prospect: string;
  sender: string;
  recordId: number;
  messageId: string | null;
  acceptedAt: number;
  endedAt: number | null;
  /** Real milliseconds between the end and this mail: how much time the product had to notice. */
  noticeMilliseconds: number | null;
}

export type MailChange =
  | { type: 'account'; row: StoredAccount }
  | { type: 'folder'; row: StoredFolder }
  | { type: 'delete-folder'; id: number }
  | { type: 'content'; id: number; raw: Buffer }
  | { type: 'message'; row: StoredMessage }
  | { type: 'delete-message'; folderId: number; uid: number }
  | { type: 'record'; row: AcceptedMail }
  | { type: 'conversation'; row: StoredConversation }
  | { type: 'reaction'; row: StoredReaction }
  | { type: 'delete-reaction'; id: number }
  | { type: 'violation'; row: StoredViolation };

/** Everything but the mails' bytes. */
export interface WorldSnapshot {
  accounts: StoredAccount[];
  folders: StoredFolder[];
  messages: StoredMessage[];
  records: AcceptedMail[];
  conversations: StoredConversation[];
  reactions: StoredReaction[];
  violations: StoredViolation[];
  nextContentId: number;
}

export interface MailStore {
  /** Takes the store for this process and reads it. Throws when another process holds it. */
  open(): Promise<WorldSnapshot>;
  /** Makes all changes durable together. Calls are applied in the order they were made. */
  commit(changes: MailChange[]): Promise<void>;
  /** The bytes of several mails by id; unknown ids are left out. */
  readContents(ids: number[]): Promise<Map<number, Buffer>>;
  close(): Promise<void>;
}

/** A mail of the product itself (verification, password) that the sandbox caught instead of delivering it. */
export interface CaughtMail {
  id: string;
  to: string;
  from: string;
  subject: string;
  /** plain text */
  text: string;
  /** every http(s) address in the mail, in order */
  links: string[];
  at: Date;
}

/** One mail that the sandbox's SMTP server answered 250 for. */
export interface AcceptedMail {
  messageId: string | null;
  sender: string;
  recipients: string[];
  subject: string | null;
  /** campaign time */
  acceptedAt: Date;
}

/** A mail that came to a prospect after the prospect had ended the conversation, or twice. */
export interface SeenViolation {
  messageId: string | null;
  kind: 'after-reply' | 'after-unsubscribe' | 'after-bounce' | 'duplicate';
  prospect: string;
}

/** How far the making of the demo's history is. */
export interface HistoryProgress {
  state: 'none' | 'running' | 'done' | 'failed';
  doneDays: number;
  totalDays: number;
  /** one sentence for the banner */
  text: string;
}

/** Where people connect mailboxes of the sandbox; nothing is encrypted there. */
interface SandboxServers {
  smtp: { host: string; port: number };
  imap: { host: string; port: number };
  /** Mailboxes that the demo left unconnected, and their passwords, which open nothing else. */
  freeMailboxes: readonly FreeMailbox[];
}

/** A mailbox of the sandbox's mail servers for people to connect. */
export interface FreeMailbox {
  email: string;
  password: string;
}

/** What the main service asks the sandbox's mail world. The world implements it; production has none. */
export interface SandboxWorld {
  /** The product's own mails, newest first, at most 50. */
  readMails(to?: string): Promise<CaughtMail[]>;
  /** The SMTP server's own record of what these senders got accepted, and the mails by which it saw an invariant broken. */
  readRecord(senders: string[]): Promise<{ accepted: AcceptedMail[]; violations: SeenViolation[] }>;
  servers(): SandboxServers;
  readHistory(): Promise<HistoryProgress>;
  /** Puts a TXT record into the sandbox's DNS, until it stops; people cannot edit a real zone here. */
  publishTxt(name: string, value: string): void;
  /** The same with an alias. */
  publishCname(name: string, target: string): void;
}

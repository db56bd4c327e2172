import type { ImapFlaws } from './imap/imap-flaws';
import type { ServerTls } from './imap/imap-server';
import type { TokenVerifier } from './imap/imap-types';
import type { MailRecord } from './post-office/mail-record';
import type { IsMeant, ReactionNote } from './prospects/prospect-desk';
import type { VisitorFetch } from './prospects/web-visitor';
import type { ArrivalRule } from './smtp/arrival';
import type { SmtpFaultPlan } from './smtp/smtp-faults';
import type { AccountSettings, MailStore, StoredViolation } from './store/mail-store';
import type { WorldClock } from './world-clock';

export interface MailWorldOptions {
  /** Where the world is kept; the world opens and closes it. */
  store: MailStore;
  /** Campaign time. */
  clock: WorldClock;
  /** The same seed gives the same prospects. */
  seed: string;
  /** Loopback unless told otherwise. */
  host?: string;
  /** 0 (the default) picks a free port. */
  smtpPort?: number;
  imapPort?: number;
  tls?: ServerTls | null;
  /** Of IMAP alone; left out, it has what SMTP has. */
  imapTls?: ServerTls;
  /** Lets access tokens in (XOAUTH2); without it only passwords work. */
  verifyToken?: TokenVerifier | null;
  /** How prospects reach the product's pixel, links and one-click address; without it they only write mail. */
  web?: { fetch: VisitorFetch; origins(): readonly string[] } | null;
  /** `live` looks for due reactions by itself; `stepped` does only what `tick` is called for. */
  mode: 'live' | 'stepped';
  /** Real milliseconds between two looks in live mode. */
  pollMilliseconds?: number;
  /** Prospects that act at the same time; 1 makes the order of everything repeatable. Default 16. */
  concurrency?: number;
  /** Real milliseconds that the product may take to notice that a prospect has answered; 0 (the default) where time is stepped. */
  promisedNotice?: (mailbox: string) => number;
  /** Mail from mailboxes to domains the world does not know is recorded and goes nowhere (default), or is refused. */
  capturesOutside?: boolean;
  /** Largest mail, in bytes. Default 25 MB. */
  maximumMailBytes?: number;
  maximumConnections?: number;
}

export interface MailWorld {
  smtp: { host: string; port: number };
  imap: { host: string; port: number };
  /** Makes a mailbox, or gives an existing one this password and these settings. */
  createMailbox(
    mailbox: { email: string; password: string; folders?: readonly string[] } & Partial<AccountSettings>,
  ): Promise<void>;
  mailboxes(): string[];
  /** Does every reaction due at or before that campaign time, of these mailboxes or of all; answers how many. */
  tick(now: number, isMeant?: IsMeant): Promise<number>;
  /** Campaign time of the next reaction, or null. */
  nextDueAt(): number | null;
  /** How many reactions wait. */
  waitingReactions(): number;
  /** The SMTP server's own record of what it accepted. */
  record: MailRecord;
  /** The bytes of a recorded mail. */
  readMail(contentId: number): Promise<Buffer>;
  /** Mails that came to a prospect after its end, or twice. */
  violations(): readonly StoredViolation[];
  /** Reactions that had nothing to act on or were given up. */
  notes(): readonly ReactionNote[];
  /** Plans faults of the SMTP server; null ends them. */
  setSmtpFaults(plan: SmtpFaultPlan | null): void;
  /** What the IMAP server leaves out or refuses from now on; none unless told. */
  setImapFlaws(flaws: ImapFlaws): void;
  /** Which mails to local mailboxes go to Junk; none unless told. */
  setJunkRule(rule: (raw: Buffer, messageId: string | null) => boolean): void;
  /** How mails to local mailboxes arrive, where that is not plainly in the inbox. */
  setArrivalRule(rule: ArrivalRule): void;
  /** Which addresses are machines that relay for the mailboxes; none unless told. */
  setRelays(isRelay: (address: string) => boolean): void;
  dropImapConnections(): void;
  dropSmtpConnections(): void;
  /** Gives a folder a new UIDVALIDITY and new UIDs. */
  renumberFolder(email: string, path: string): Promise<void>;
  close(): Promise<void>;
}

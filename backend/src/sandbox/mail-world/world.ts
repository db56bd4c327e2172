import type { ImapFlaws } from './imap/imap-flaws';
import { startImapServer, type ServerTls } from './imap/imap-server';
import type { TokenVerifier } from './imap/imap-types';
import { MailRecord } from './post-office/mail-record';
import { PostOffice } from './post-office/post-office';
import { isProspectAddress, prospectRefusal } from './prospects/behaviour';
import { createMailSubmitter, type MailSubmitter } from './prospects/mail-submitter';
import { ProspectDesk, type IsMeant, type ReactionNote } from './prospects/prospect-desk';
import { WebVisitor, type VisitorFetch } from './prospects/web-visitor';
import type { ArrivalRule } from './smtp/arrival';
import { startSmtpExchange } from './smtp/smtp-exchange';
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

const serverName = 'mail.skein.test';

/**
 * Starts the sandbox's mail world: real SMTP and IMAP on loopback for the demo's mailboxes, and the prospects at
 * prospects.test who read and answer. Rejects when a port is taken or another process holds the store.
 */
export async function startMailWorld(options: MailWorldOptions): Promise<MailWorld> {
  const { store, clock, seed } = options;
  const host = options.host ?? '127.0.0.1';
  const tls = options.tls ?? null;
  const maximumMailBytes = options.maximumMailBytes ?? 25 * 1024 * 1024;
  const maximumConnections = options.maximumConnections ?? 2_000;
  const verifyToken = options.verifyToken ?? null;
  const snapshot = await store.open();
  const closers: (() => Promise<void> | void)[] = [() => store.close()];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const postOffice = new PostOffice(store, clock, snapshot);
    const record = new MailRecord(snapshot.records);
    let submitter: MailSubmitter | null = null;
    const desk = new ProspectDesk(
      {
        postOffice,
        record,
        seed,
        web: options.web ? new WebVisitor(options.web) : null,
        submit: async (mail) => submitter?.submit(mail),
        patienceMilliseconds: options.mode === 'live' ? 10 * 60_000 : 0,
        promisedNotice: options.promisedNotice ?? (() => 0),
        concurrency: options.concurrency ?? 16,
      },
      snapshot,
    );
    let faults: SmtpFaultPlan | null = null;
    let flaws: ImapFlaws = {};
    let isRelay: (address: string) => boolean = () => false;
    let isJunk: (raw: Buffer, messageId: string | null) => boolean = () => false;
    let arrive: ArrivalRule = async () => null;
    const smtp = await startSmtpExchange({
      host,
      port: options.smtpPort ?? 0,
      tls,
      verifyToken,
      maximumMailBytes,
      maximumConnections,
      serverName,
      postOffice,
      record,
      capturesOutside: options.capturesOutside ?? true,
      isProspect: isProspectAddress,
      refusal: prospectRefusal,
      fault: () => faults,
      isRelay: (address) => isRelay(address),
      isJunk: (raw, messageId) => isJunk(raw, messageId),
      arrive: (mail) => arrive(mail),
      onProspectMail: (transaction, mail, recipient, raw) => desk.receive(transaction, mail, recipient, raw),
      arrivalTime: (messageId) => desk.arrivalTime(messageId),
    });
    closers.push(() => smtp.close());
    const imap = await startImapServer({
      host,
      port: options.imapPort ?? 0,
      postOffice,
      clock,
      tls: options.imapTls ?? tls,
      verifyToken,
      maximumMailBytes,
      maximumConnections,
      flaws: () => flaws,
    });
    closers.push(() => imap.close());
    const outgoing = createMailSubmitter({ host, port: smtp.port, secure: tls?.implicit ?? false });
    submitter = outgoing;
    closers.push(() => outgoing.close());
    if (options.mode === 'live') closers.push(startPolling(desk, clock, options.pollMilliseconds ?? 250));
    closers.push(() => desk.settled());
    return {
      smtp: { host, port: smtp.port },
      imap: { host, port: imap.port },
      createMailbox: ({ email, password, folders = [], autoFileSent = false, sendAsAny = false }) =>
        postOffice.saveAccount(email, password, { autoFileSent, sendAsAny }, folders),
      mailboxes: () => postOffice.accountAddresses(),
      tick: (now, isMeant) => desk.runDue(now, isMeant),
      nextDueAt: () => desk.nextDueAt(),
      waitingReactions: () => desk.waiting,
      record,
      readMail: (contentId) => postOffice.contents.read(contentId),
      violations: () => desk.violations,
      notes: () => desk.notes,
      setSmtpFaults: (plan) => {
        faults = plan;
      },
      setImapFlaws: (given) => {
        flaws = given;
      },
      setRelays: (rule) => {
        isRelay = rule;
      },
      setJunkRule: (rule) => {
        isJunk = rule;
      },
      setArrivalRule: (rule) => {
        arrive = rule;
      },
      dropImapConnections: () => imap.dropConnections(),
      dropSmtpConnections: () => smtp.dropConnections(),
      renumberFolder: (email, path) => postOffice.renumberFolder(email, path),
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Looks for due reactions again and again. Polling follows every change of the campaign clock's speed by itself. */
function startPolling(desk: ProspectDesk, clock: WorldClock, pollMilliseconds: number): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const look = async () => {
    await desk.runDue(clock.now([])).catch(() => 0);
    if (!isStopped) timer = setTimeout(() => void look(), pollMilliseconds);
  };
  timer = setTimeout(() => void look(), pollMilliseconds);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await desk.settled();
  };
}

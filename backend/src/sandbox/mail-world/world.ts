import { startImapServer } from './imap/imap-server';
import { MailRecord } from './post-office/mail-record';
import { PostOffice } from './post-office/post-office';
import { isProspectAddress, prospectRefusal } from './prospects/behaviour';
import { createMailSubmitter, type MailSubmitter } from './prospects/mail-submitter';
import { ProspectDesk } from './prospects/prospect-desk';
import { WebVisitor } from './prospects/web-visitor';
import { startSmtpExchange } from './smtp/smtp-exchange';
import type { WorldClock } from './world-clock';
import { createWorldRules } from './world-rules';
import type { MailWorld, MailWorldOptions } from './world.types';

export type { MailWorld, MailWorldOptions } from './world.types';

const serverName = 'mail.skein.test';

/**
 * Starts the sandbox's mail world: real SMTP and IMAP on loopback for the demo's mailboxes, and the prospects at
 * prospects.test who read and answer. Rejects when a port is taken or another process holds the store.
 */
export async function startMailWorld(options: MailWorldOptions): Promise<MailWorld> {
  const { store, clock, seed } = options;
  const host = options.host ?? '127.0.0.1';
  const tls = options.tls ?? null;
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
        clock,
        patienceMilliseconds: options.mode === 'live' ? 10 * 60_000 : 0,
        promisedNotice: options.promisedNotice ?? (() => 0),
        concurrency: options.concurrency ?? 16,
      },
      snapshot,
    );
    const { rules, setters } = createWorldRules();
    const shared = {
      host,
      postOffice,
      verifyToken: options.verifyToken ?? null,
      maximumMailBytes: options.maximumMailBytes ?? 25 * 1024 * 1024,
      maximumConnections: options.maximumConnections ?? 2_000,
    };
    const smtp = await startSmtpExchange({
      ...shared,
      port: options.smtpPort ?? 0,
      tls,
      serverName,
      record,
      capturesOutside: options.capturesOutside ?? true,
      isProspect: isProspectAddress,
      refusal: prospectRefusal,
      ...rules,
      onProspectMail: (transaction, mail, recipient, raw) => desk.receive(transaction, mail, recipient, raw),
      arrivalTime: (messageId) => desk.arrivalTime(messageId),
    });
    closers.push(() => smtp.close());
    const imap = await startImapServer({
      ...shared,
      port: options.imapPort ?? 0,
      clock,
      tls: options.imapTls ?? tls,
      flaws: rules.flaws,
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
      ...peopleOf(postOffice, desk),
      record,
      ...setters,
      dropImapConnections: () => imap.dropConnections(),
      dropSmtpConnections: () => smtp.dropConnections(),
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** The mailboxes of the world, and its prospects. */
const peopleOf = (postOffice: PostOffice, desk: ProspectDesk) =>
  ({
    createMailbox: ({ email, password, folders = [], autoFileSent = false, sendAsAny = false }) =>
      postOffice.saveAccount(email, password, { autoFileSent, sendAsAny }, folders),
    mailboxes: () => postOffice.accountAddresses(),
    renumberFolder: (email, path) => postOffice.renumberFolder(email, path),
    readMail: (contentId) => postOffice.contents.read(contentId),
    tick: (now, isMeant) => desk.runDue(now, isMeant),
    nextDueAt: () => desk.nextDueAt(),
    waitingReactions: () => desk.waiting,
    violations: () => desk.violations,
    notes: () => desk.notes,
  }) satisfies Partial<MailWorld>;

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

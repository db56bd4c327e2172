import type { WorkspaceId } from '@skein/contracts/ids';
import { randomBytes } from 'node:crypto';
import PostalMime from 'postal-mime';
import type { CampaignClock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { zoneResolver } from '#platform/mail/zone-resolver';
import type { DnsResolver } from '#platform/mail/check-dns';
import type { CaughtMail, FreeMailbox, HistoryProgress, SandboxWorld } from '#main/sandbox-world';
import { createPostgresMailStore } from './mail-world/store/postgres.store';
import type { TokenVerifier } from './mail-world/imap/imap-types';
import { createSelfSignedCertificate } from './mail-world/self-signed-certificate';
import { startMailWorld, type MailWorld } from './mail-world/world';
import { signInMailboxes } from './sign-in/sign-in-accounts';
import { sandboxStateStore, type SandboxStateStore } from './sandbox-state.store';

/** Login of the product itself at the sandbox's SMTP server; what it sends is kept in the record and goes nowhere. */
const systemLogin = { email: 'product@system.test', password: 'sandbox-only' };
const mostMails = 50;
/** Mailboxes that the demo leaves unconnected, so that connecting one can be tried. */
export const unconnectedMailboxes = ['nora', 'felix', 'ines', 'sami'].map((name) => `${name}@getnorthlight.test`);
/** Real milliseconds between two looks for prospects whose reaction is due. */
const pollMilliseconds = 200;
/** Real milliseconds after which nothing may follow an answer (invariant 2, no email after a stop). */
const promisedNotice = 2_000;

/** A month that a workspace has behind it, while it is made. */
interface Past {
  workspaceId: WorkspaceId;
  clock: Pick<CampaignClock, 'now'>;
  /** the mailboxes that live in it, in lower case */
  mailboxes: ReadonlySet<string>;
}

export interface SandboxMail {
  mail: MailWorld;
  world: SandboxWorld;
  resolver: DnsResolver;
  systemSmtpUrl: string;
  /** A workspace's past begins to be made: its mailboxes live on the past's clock until null ends it, everybody else in campaign time. */
  livePast(past: Past | null): void;
  /** Prospects of the past do what is due by its clock. @returns how many did something */
  tickPast(): Promise<number>;
  /** The past that is being made. */
  past(): Past | null;
  /** Prospects act by themselves from now on; those of a past when it has ended. */
  goLive(): void;
  /** Mailboxes that the demo has made for people to connect. */
  offer(mailboxes: readonly FreeMailbox[]): void;
  close(): Promise<void>;
}

/** The sandbox's DNS: every sending domain under .test is set up as it should be, so that the checks have something true to find. */
export const sandboxZone = {
  txt: {
    '*.test': [
      'v=spf1 include:spf.sandbox.test -all',
      'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA',
    ],
    'spf.sandbox.test': ['v=spf1 ip4:192.0.2.0/24 -all'],
    'spf.migadu.com': ['v=spf1 ip4:198.51.100.0/24 -all'],
    '_dmarc.northlight-team.test': ['v=DMARC1; p=none; rua=mailto:dmarc@northlight-team.test'],
    '_dmarc.northlight.test': ['v=DMARC1; p=quarantine; rua=mailto:dmarc@northlight.test'],
    '_dmarc.getnorthlight.test': ['v=DMARC1; p=reject'],
    '_dmarc.trynorthlight.test': ['v=DMARC1; p=quarantine'],
  } as Record<string, string[]>,
  cname: {} as Record<string, string>,
  mx: { '*.test': [{ exchange: 'mail.skein.test', priority: 10 }] },
};

/** The product's own mailbox, and those of people who sign in with a provider. */
async function createOwnMailboxes(mail: MailWorld): Promise<void> {
  await mail.createMailbox({ ...systemLogin, sendAsAny: true });
  for (const { email } of Object.values(signInMailboxes).flat())
    if (!mail.mailboxes().includes(email))
      await mail.createMailbox({ email, password: randomBytes(24).toString('base64url') });
}

interface MailPorts {
  smtp: number;
  imap: number;
}

/** Notes where the servers listen, and takes the connected mailboxes along when that is elsewhere than before. */
async function notePorts(state: SandboxStateStore, before: MailPorts | null, { smtp, imap }: MailWorld): Promise<void> {
  if (before && (before.smtp !== smtp.port || before.imap !== imap.port))
    await state.movePorts({ smtpFrom: before.smtp, smtpTo: smtp.port, imapFrom: before.imap, imapTo: imap.port });
  await state.write('mail-ports', { smtp: smtp.port, imap: imap.port });
}

/** Starts the mail world on the ports of the last start, or on free ones when those are taken. */
export async function startSandboxMail(options: {
  db: Database;
  clock: CampaignClock;
  origins: readonly string[];
  /** Which access tokens open a mailbox. */
  verifyToken?: TokenVerifier | null;
}): Promise<SandboxMail> {
  const state = sandboxStateStore(options.db);
  const ports = await state.read<MailPorts>('mail-ports');
  const { clock } = options;
  let past: Past | null = null;
  const isPast = (address: string) => {
    const [name = '', domain = ''] = address.toLowerCase().split('@');
    return past?.mailboxes.has(`${name.split('+')[0]}@${domain}`) ?? false;
  };
  let timer: NodeJS.Timeout | null = null;
  const imapTls = { ...createSelfSignedCertificate(), implicit: false };
  const start = (smtpPort: number, imapPort: number) =>
    startMailWorld({
      store: createPostgresMailStore(options.db.pools.system),
      clock: { now: (addresses) => (past && addresses.some(isPast) ? past.clock : clock).now() },
      seed: 'skein',
      mode: 'stepped',
      // In a past, hours pass within milliseconds.
      promisedNotice: (mailbox) => (timer && !isPast(mailbox) ? promisedNotice : 0),
      smtpPort,
      imapPort,
      // Seeds are read over TLS alone.
      imapTls,
      verifyToken: options.verifyToken ?? null,
      web: { fetch, origins: () => options.origins },
    });
  const mail = await start(ports?.smtp ?? 0, ports?.imap ?? 0).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return start(0, 0);
    throw error;
  });
  await notePorts(state, ports, mail);
  await createOwnMailboxes(mail);

  let free: readonly FreeMailbox[] = [];
  let looking: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const look = () => {
    looking = mail
      .tick(clock.now(), (mailbox) => !isPast(mailbox))
      .catch(() => 0)
      .finally(() => {
        if (!isClosed) timer = setTimeout(look, pollMilliseconds);
      });
  };

  return {
    mail,
    resolver: zoneResolver(sandboxZone),
    systemSmtpUrl: systemUrl(mail.smtp.host, mail.smtp.port),
    world: sandboxWorld(mail, {
      history: () => state.read<HistoryProgress>('history'),
      freeMailboxes: () => free,
    }),
    offer: (mailboxes) => {
      free = mailboxes;
    },
    livePast: (given) => {
      past = given;
    },
    tickPast: async () => (past ? mail.tick(past.clock.now(), isPast) : 0),
    past: () => past,
    goLive: () => {
      if (!timer) look();
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await looking;
      await mail.close();
    },
  };
}

/** What a process needs that works beside the one with the mail world: its DNS, and its way for the product's own mails. */
export async function visitSandboxMail(db: Database): Promise<{ resolver: DnsResolver; systemSmtpUrl: string }> {
  const state = sandboxStateStore(db);
  const ports = await state.read<{ smtp: number }>('mail-ports');
  return {
    resolver: zoneResolver(sandboxZone),
    systemSmtpUrl: systemUrl('127.0.0.1', ports?.smtp ?? 25),
  };
}

const systemUrl = (host: string, port: number): string =>
  `smtp://${encodeURIComponent(systemLogin.email)}:${systemLogin.password}@${host}:${port}`;

/** What the world tells that is not the mail servers' own. */
interface Told {
  history: () => Promise<HistoryProgress | null>;
  freeMailboxes: () => readonly FreeMailbox[];
}

function sandboxWorld(mail: MailWorld, { history, freeMailboxes }: Told): SandboxWorld {
  return {
    async readMails(to) {
      const found = mail.record
        .find({ login: systemLogin.email, ...(to ? { recipient: to } : {}) })
        .slice(-mostMails)
        .reverse();
      return Promise.all(
        found.map(async (row): Promise<CaughtMail> => {
          const parsed = await PostalMime.parse(await mail.readMail(row.contentId));
          const text = parsed.text ?? '';
          return {
            id: String(row.id),
            to: row.recipients.map((recipient) => recipient.address).join(', '),
            from: parsed.from?.address ?? row.sender,
            subject: parsed.subject ?? '',
            text,
            links: [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map((match) => match[0]),
            at: new Date(row.acceptedAtReal),
          };
        }),
      );
    },
    async readRecord(senders) {
      const accepted = senders
        .flatMap((login) => mail.record.find({ login }))
        .map((row) => ({
          messageId: row.messageId,
          sender: row.sender,
          recipients: row.recipients.map((recipient) => recipient.address),
          subject: row.subject,
          acceptedAt: new Date(row.acceptedAt),
        }));
      const wanted = new Set(senders);
      const violations = mail
        .violations()
        .filter((violation) => wanted.has(violation.sender) && violation.certain)
        .map(({ messageId, kind, prospect }) => ({ messageId, kind, prospect }));
      return { accepted, violations };
    },
    servers: () => ({ smtp: mail.smtp, imap: mail.imap, freeMailboxes: freeMailboxes() }),
    publishTxt: (name, value) => {
      sandboxZone.txt[name.toLowerCase()] = [value];
    },
    publishCname: (name, target) => {
      sandboxZone.cname[name.toLowerCase()] = target;
    },
    // A history that failed before its first day has no figures yet.
    readHistory: async () => ({ state: 'none', doneDays: 0, totalDays: 0, text: '', ...(await history()) }),
  };
}

import type { ClientId, MailboxId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { MailboxHost } from '@skein/contracts/smart-senders/offers';
import type { Clock } from '#platform/clock/clock';
import type { Vault } from '#platform/crypto/vault';
import type { Database } from '#platform/db/database';
import type { JobQueue } from '#platform/jobs/job-queue';
import type { Live } from '#platform/live/live';
import type { Log } from '#platform/log/log';
import type { DnsLookup } from '#platform/mail/dns-lookup';
import type { CardPayments } from '#platform/payments/card-payments';
import type { MailHost, Registrar } from './vendors/vendors';

/** Where finished mailboxes go: the product's own mailboxes, which belong to another service. Every call may be repeated. */
export interface FinishedMailboxes {
  /** Connects a mailbox, or tries the one that is there again. `problem`: why its servers do not let us in yet. */
  connect(given: {
    workspaceId: WorkspaceId;
    userId: UserId | null;
    clientId: ClientId | null;
    email: string;
    name: string;
    password: string;
    host: MailboxHost;
    smtp: MailHost['smtp'];
    imap: MailHost['imap'];
    dailyLimit: number;
  }): Promise<{ mailboxId: MailboxId; problem: string | null }>;
  /** Tags a mailbox as purchased and switches its warmup on. */
  finish(workspaceId: WorkspaceId, userId: UserId | null, mailboxId: MailboxId): Promise<void>;
  /** No emails are sent from it any more; its history stays. */
  retire(workspaceId: WorkspaceId, userId: UserId | null, mailboxId: MailboxId): Promise<void>;
}

/** What buying works with. */
export interface PurchaseDeps {
  db: Database;
  /** Orders, payments and terms follow real time. */
  realClock: Clock;
  live: Pick<Live, 'publish'>;
  log: Pick<Log, 'error' | 'info'>;
  jobs: JobQueue;
  vault: Vault;
  payments: CardPayments | null;
  /** Null where nobody registers domains. */
  registrar: Registrar | null;
  mailHosts: Partial<Record<MailboxHost, MailHost>>;
  dns: DnsLookup;
  mailboxes: FinishedMailboxes;
  isSandbox: boolean;
  publicUrl: string;
  /** Host that the tracking name of a purchased domain points to. */
  trackingHost: string;
}

/** What a sealed password is bound to. */
export const passwordContext = (workspaceId: WorkspaceId, id: number): string =>
  `purchased-mailbox:${workspaceId}:${id}`;
/** Topic of the live channel. */
export const topic = 'purchases';
/** Campaign emails a day that purchased mailboxes begin with, by host. */
export const dailyLimits: Record<MailboxHost, number> = { SMTP: 30, GOOGLE: 40, OUTLOOK: 30 };

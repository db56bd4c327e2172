import type { Hono } from 'hono';

import type { CampaignClock } from '#platform/clock/clock';
import type { AccessTokens } from '#platform/crypto/access-tokens';
import type { MasterKey } from '#platform/crypto/master-key';
import type { Cloud } from '#platform/cloud/cloud';
import type { Vault } from '#platform/crypto/vault';
import type { Database } from '#platform/db/database';
import type { PlatformEnvironment } from '#platform/env/env';
import type { AddressDns } from '#platform/dns/address-dns';
import type { Reputation } from '#platform/dns-reputation/reputation';
import type { Registration } from '#platform/http/rdap';
import type { SendingFence } from '#platform/instance/sending-fence';
import type { CronEntry, JobHandler } from '#platform/jobs/job-definition';
import type { Journal } from '#platform/journal/journal';
import type { JobQueue } from '#platform/jobs/job-queue';
import type { Log } from '#platform/log/log';
import type { IntegrationAccess } from '#platform/integrations/integration-access';
import type { LinkedInProvider } from '#platform/linkedin/linkedin-provider';
import type { CardPayments } from '#platform/payments/card-payments';
import type { Subscriptions } from '#platform/payments/subscriptions';
import type { FileStore } from '#platform/storage/disk-store';
import type { Authenticator } from '#platform/auth/authenticate';
import type { Live } from '#platform/live/live';
import type { ConsentAccess } from '#platform/mail/consent/consent-access';
import type { DnsLookup } from '#platform/mail/dns-lookup';
import type { HeavyWork } from '#platform/workers/heavy-work';
import type { MainDeps } from '#main/deps';
import type { PurchaseDeps } from '#services/smart-senders/purchases.deps';
import type { SandboxWorld } from '#main/sandbox-world';
import type { TokenVerifier } from '#sandbox/mail-world/imap/imap-types';
import type { SandboxMail } from '#sandbox/sandbox-mail';
import type { HttpServer } from './http-server';

/** What modules hand to later modules, by name. A module that provides something new adds its line here. */
export interface Provided {
  http: HttpServer;
  /** connects as the owner of the database; holds the password */
  databaseUrl: string;
  database: Database;
  campaignClock: CampaignClock;
  masterKey: MasterKey;
  vault: Vault;
  tokens: AccessTokens;
  jobQueue: JobQueue;
  files: FileStore;
  sendingFence: SendingFence;
  journal: Journal;
  authenticator: Authenticator;
  live: Live;
  /** threads for reading that takes CPU */
  heavyWork: HeavyWork;
  mainDeps: MainDeps;
  /** the main service, for the services that call it in this process */
  mainApp: Hono;
  /** the other services of this process, for the calls of the main service */
  serviceApps: Map<string, Hono>;
  /** the local mail world, in the sandbox only */
  sandbox:
    | { world: SandboxWorld; resolver: DnsLookup; systemSmtpUrl: string; mail: SandboxMail }
    | { world: null; resolver: DnsLookup | null; systemSmtpUrl: string | null; mail: null };
  /** where dedicated servers are made and looked up */
  servers: {
    cloud: Cloud | null;
    dns: AddressDns;
    reputation: Reputation;
    registrationOf: (ip: string) => Promise<Registration | null>;
  };
  /** who takes money by card; null where nobody does */
  payments: CardPayments | null;
  /** what buying domains and mailboxes works with */
  purchases: PurchaseDeps;
  /** the way to the sign-in of mail providers, and in the sandbox what their tokens open */
  mailConsent: { access: ConsentAccess; verifyToken: TokenVerifier | null };
  /** the way to products that a workspace connects */
  integrations: IntegrationAccess;
  /** null: LinkedIn steps become tasks */
  linkedIn: LinkedInProvider | null;
  /** Who takes the payments of plans; null where nobody does. */
  subscriptions: Subscriptions | null;
}

/** What every module is started with. */
export interface ServerContext {
  environment: PlatformEnvironment;
  /** what was asked for by `--target=` */
  target: string;
  log: Log;
  provide<Name extends keyof Provided>(name: Name, value: Provided[Name]): void;
  /** @throws Error when no module before this one provided it: a missing line in its `needs` */
  use<Name extends keyof Provided>(name: Name): Provided[Name];
  /** Answers every path that begins with one of the prefixes, the longest prefix first. Paths reach the app whole. */
  mount(prefixes: string[], app: Hono): void;
  /** Jobs and crontab lines of this module; the job workers, which start after all services, run them. */
  addJobs(jobs: { handlers?: JobHandler[]; cron?: CronEntry[] }): void;
  jobs(): { handlers: JobHandler[]; cron: CronEntry[] };
  /** One step of the start for the screen of `npm start`. */
  progress(step: string): void;
}

export function createServerContext(options: {
  environment: PlatformEnvironment;
  target?: string;
  log: Log;
  progress: (step: string) => void;
}): ServerContext {
  const provided: Partial<Provided> = {};
  const handlers: JobHandler[] = [];
  const cron: CronEntry[] = [];

  function use<Name extends keyof Provided>(name: Name): Provided[Name] {
    const value = provided[name];
    if (value === undefined) throw new Error(`No module has provided ${name} yet: name the one that does in "needs".`);
    return value as Provided[Name];
  }

  return {
    ...options,
    target: options.target ?? 'all',
    provide(name, value) {
      provided[name] = value;
    },
    use,
    mount: (prefixes, app) => use('http').mount(prefixes, app),
    addJobs(jobs) {
      handlers.push(...(jobs.handlers ?? []));
      cron.push(...(jobs.cron ?? []));
    },
    jobs: () => ({ handlers, cron }),
  };
}

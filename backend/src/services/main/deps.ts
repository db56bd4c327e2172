import type { SignUpMode } from '@skein/contracts/main/operator-views';
import type { Transport } from '@skein/contracts/client';
import type { Authenticator } from '#platform/auth/authenticate';
import type { CampaignClock, Clock } from '#platform/clock/clock';
import type { AccessTokens } from '#platform/crypto/access-tokens';
import type { MasterKey } from '#platform/crypto/master-key';
import type { Vault } from '#platform/crypto/vault';
import type { Database } from '#platform/db/database';
import type { HttpDeps } from '#platform/http/routes';
import type { JobQueue } from '#platform/jobs/job-queue';
import type { ChatAccess } from '#platform/ai/chat-access';
import type { LinkCheck } from '#platform/http/link-answer';
import type { VerifierAccess } from '#platform/http/verifier-access';
import type { CardPayments, PaymentNews } from '#platform/payments/card-payments';
import type { IntegrationAccess } from '#platform/integrations/integration-access';
import type { LinkedInProvider } from '#platform/linkedin/linkedin-provider';
import type { ConsentAccess } from '#platform/mail/consent/consent-access';
import type { DnsResolver } from '#platform/mail/check-dns';
import type { MailRoute } from '#platform/mail/mail-route';
import type { SpamChecker } from '#platform/mail/spamd-client';
import type { Live } from '#platform/live/live';
import type { Log } from '#platform/log/log';
import type { ReachDomain } from '#platform/tracking/reach-domain';
import type { FileStore } from '#platform/storage/disk-store';
import type { HeavyWork } from '#platform/workers/heavy-work';
import type { SandboxWorld } from './sandbox-world';

/** Where the upkeep of an installation stands. */
export interface InstallationWatch {
  /** null where no backups are made by the clock. */
  backup: { schedule: string; newestAt: Date | null } | null;
  /** null while no key is being replaced. */
  keyRotation: 'added' | 'sealing' | null;
}

export interface MainConfig {
  /** Where people reach the product, without a slash at the end. */
  publicUrl: string;
  /** Where pixels, clicks and unsubscribe links point to, without a slash at the end. */
  trackingUrl: string;
  isSandbox: boolean;
  /** Mail servers of the operator's own network that mailboxes may use. */
  mailPrivateHosts?: readonly string[];
  /** Sender of the product's own mails, the server that takes them (smtp(s)://user:password@host:port), and whether it has to offer TLS. */
  systemMail: {
    from: string;
    smtpUrl: string;
    needsTls: boolean;
    /** Called for each email: null when the server accepted it, otherwise the reason. */
    note?: (problem: string | null) => Promise<unknown>;
  };
  /** What operators watch outside the database: the newest backup and a running rotation of the master key. */
  watch?: () => Promise<InstallationWatch>;
  /** Where deployed areas lie; missing in processes that serve no pages. */
  webFolder?: string;
  /** Addresses, in lower case, of the people who run this installation. */
  operators?: readonly string[];
  /** Who may open a workspace; everyone unless said. */
  signUp?: SignUpMode;
  /** Where people ask for an account or a plan: an email or web address. */
  contact?: string | null;
}

/** Everything the main service works with. Features take what they need from it; nothing is imported as a global. */
export interface MainDeps extends HttpDeps {
  db: Database;
  /** Campaign time: schedules, delays, caps, and every timestamp of campaign data (docs/engine.md). Milliseconds. */
  campaignClock: CampaignClock;
  /** The machine's time: sessions, links, rate limits, trials, logs. Milliseconds. */
  realClock: Clock;
  /** Seals what must not lie readable in the database. */
  vault: Vault;
  /** For keys of one purpose (`derivePurposeKey`) and keyed hashes. */
  masterKey: MasterKey;
  /** The hash under which a random secret of ours (API key, link, refresh token) is stored and found. */
  hashSecret: (secret: string) => string;
  tokens: AccessTokens;
  authenticator: Authenticator;
  jobs: JobQueue;
  /** Uploads, exports, attachments. */
  files: FileStore;
  live: Live;
  /** Threads for reading that would hold up every other request. */
  heavyWork: Pick<HeavyWork, 'run'>;
  /** DNS look-ups: the system's, or the sandbox's own zone. */
  resolver: DnsResolver;
  /**
   * Where a receiver's mail server is asked about addresses: the internet's port 25, or the sandbox's own server.
   * @throws when the name may not be asked
   */
  mailRoute: (exchange: string) => Promise<MailRoute>;
  log: Log;
  /** Calls another service for somebody: `credentials` are the headers of the request that caused it. */
  callServices: (credentials: Record<string, string>) => Transport;
  config: MainConfig;
  /** How texts are written with people's own keys. */
  chat: ChatAccess;
  /** The way to services that verify addresses with a workspace's key. */
  verifiers: VerifierAccess;
  /** The way to products that a workspace connects: Slack, HubSpot and others. */
  integrations: IntegrationAccess;
  /** The way to the sign-in of mail providers; null or missing where nobody may be asked. */
  mailConsent?: ConsentAccess | null;
  /** Opens the links of an email and names the dead ones; missing where none may be opened. */
  checkLinks?: LinkCheck;
  /** Asks a host name that is said to lead here; missing where none may be asked. */
  reachDomain?: ReachDomain;
  /** Who takes money by card; null or missing where nobody does. */
  payments?: CardPayments | null;
  /** Who takes events of payments that are not for credits, by their purpose; other services put themselves in. */
  paymentTakers?: Map<string, (news: PaymentNews) => Promise<void>>;
  /** Who acts on LinkedIn; null or missing where nobody is set up. */
  linkedIn?: LinkedInProvider | null;
  /** SpamAssassin, for the editor's hints; null or missing where none is set up. */
  spamChecker?: SpamChecker | null;
  /** The local mail world; null outside sandbox mode. */
  sandbox: SandboxWorld | null;
}

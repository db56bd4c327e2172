import { join, resolve } from 'node:path';

import type { z } from 'zod';
import { type ServiceName } from '@skein/contracts/endpoint';
import { type SignUpMode } from '@skein/contracts/main/operator-views';

import { parseEnvironment } from './parse-environment';
import { findProductionProblems, isLoopback } from './production-rules';
import { findPairProblems } from './pair-rules';
import { platformVariables } from './platform.env';
import { readVendors, type Vendors } from './vendors';

export { EnvironmentError } from './parse-environment';

/** Scale of a first sandbox start: an hour of campaign time a minute (docs/engine.md). */
const FIRST_SANDBOX_SCALE = 60;

export interface PlatformEnvironment extends Vendors {
  mode: 'sandbox' | 'production';
  port: number;
  /** address the HTTP server listens on; loopback in the sandbox, because its demo login is on the screen */
  host: string;
  /** absolute path */
  dataFolder: string;
  /** undefined means: start the embedded server */
  databaseUrl: string | undefined;
  /** set only when the variable was given: it then overrides the stored scale */
  givenTimeScale: number | undefined;
  firstTimeScale: number;
  masterKeyFile: string | undefined;
  publicUrl: string;
  trackingUrl: string;
  systemSmtpUrl: string | undefined;
  /** sender of the product's own mails, as it stands in From */
  systemMailFrom: string;
  /** whether the product's own mails, and the login for them, wait for TLS; not on this machine */
  systemSmtpNeedsTls: boolean;
  /** Hosts with their port where AI services may answer although they are private. */
  mailPrivateHosts: string[];
  aiPrivateHosts: string[];
  /** Dedicated servers of all workspaces together at most. */
  mostServers: number;
  logLevel: z.output<typeof platformVariables>['LOG_LEVEL'];
  databasePoolSize: number;
  /** seconds that a request waits for a connection before it is answered that the server is busy */
  databaseWait: number;
  /** what a standby that takes over does to sending (see sending-fence.ts) */
  databaseFailover: 'pause' | 'resume';
  /** proxies of our own in front of the server, which add the caller's address to X-Forwarded-For */
  trustedProxies: number;
  /** bearer token with which /metrics may be read from other machines */
  metricsToken: string | undefined;
  /** addresses in lower case */
  operators: string[];
  /** who may open a workspace */
  signUp: SignUpMode;
  /** trial: a workspace needs a plan after its trial. none: everything is unlocked, and no screen speaks of plans */
  plans: 'trial' | 'none';
  /** where people ask for an account or a plan: an email or web address */
  operatorContact: string | undefined;
  /** identity of the installation where containers have no data folder that lasts (see sending-fence.ts) */
  instanceId: string | undefined;
  /** base URLs of services that the browser reaches elsewhere than behind our own origin */
  serviceUrls: Partial<Record<ServiceName, string>>;
  /** separate ports for services and pages, in addition to the shared port */
  servicePorts: Partial<Record<ServiceName | 'web', number>>;
  /** further origins that can call the services, next to our own and agencies' verified host names */
  allowedOrigins: string[];
  /** undefined means: files lie in the data folder */
  objectStore:
    | { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }
    | undefined;
  /** absolute path of the journal that a restore reads (platform/journal) */
  journalFolder: string;
  /** backups by the clock (UTC); null where no folder for them is named */
  backup: { folder: string; schedule: string; keep: number } | null;
  /** what the page may report to, none unless named */
  telemetry: {
    tagManagerUrl?: string;
    productAnalyticsUrl?: string;
    productAnalyticsKey?: string;
    supportChatUrl?: string;
    consent: 'ask' | 'given';
  };
}

/** @throws EnvironmentError naming each variable that is wrong or, in production, missing */
export function readPlatformEnvironment(source?: Record<string, string | undefined>): PlatformEnvironment {
  const values = parseEnvironment(
    platformVariables.superRefine((given, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      for (const problem of findPairProblems(given, source ?? process.env)) refuse(problem.name, problem.message);
      if (given.SKEIN_MODE === 'sandbox') return;
      for (const problem of findProductionProblems(given)) refuse(problem.name, problem.message);
    }),
    source,
  );
  const smtpHost = values.SYSTEM_SMTP_URL === undefined ? 'localhost' : new URL(values.SYSTEM_SMTP_URL).hostname;
  const local = `http://localhost:${values.PORT}`;
  return {
    mode: values.SKEIN_MODE,
    port: values.PORT,
    host: values.HOST ?? (values.SKEIN_MODE === 'sandbox' ? '127.0.0.1' : '0.0.0.0'),
    dataFolder: resolve(values.SKEIN_DATA),
    databaseUrl: values.DATABASE_URL,
    givenTimeScale: values.SKEIN_TIME_SCALE,
    firstTimeScale: values.SKEIN_MODE === 'sandbox' ? FIRST_SANDBOX_SCALE : 1,
    masterKeyFile: values.SKEIN_MASTER_KEY_FILE,
    publicUrl: (values.PUBLIC_URL ?? local).replace(/(?<!\/)\/+$/, ''),
    trackingUrl: (values.TRACKING_URL ?? values.PUBLIC_URL ?? local).replace(/(?<!\/)\/+$/, ''),
    systemSmtpUrl: values.SYSTEM_SMTP_URL,
    systemMailFrom: values.SYSTEM_MAIL_FROM ?? `Skein <no-reply@${new URL(values.PUBLIC_URL ?? local).hostname}>`,
    systemSmtpNeedsTls: values.SYSTEM_SMTP_TLS === 'required' && !isLoopback(smtpHost),
    ...readVendors(values),
    mailPrivateHosts: values.MAIL_PRIVATE_HOSTS?.split(',').filter(Boolean) ?? [],
    aiPrivateHosts: values.AI_PRIVATE_HOSTS?.split(',').filter(Boolean) ?? [],
    mostServers: values.SERVERS_LIMIT,
    logLevel: values.LOG_LEVEL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databaseWait: values.DATABASE_WAIT_SECONDS,
    databaseFailover: values.DATABASE_FAILOVER,
    trustedProxies: values.TRUSTED_PROXIES,
    metricsToken: values.METRICS_TOKEN,
    operators: (values.SKEIN_OPERATORS ?? '')
      .split(',')
      .map((address) => address.trim().toLowerCase())
      .filter(Boolean),
    signUp: values.SIGN_UP,
    plans: values.PLANS,
    operatorContact: values.OPERATOR_CONTACT,
    instanceId: values.SKEIN_INSTANCE_ID,
    serviceUrls: Object.fromEntries(
      Object.entries(values.SERVICE_URLS)
        .filter(([name]) => name !== 'web')
        .map(([name, address]) => [name, (address as string).replace(/(?<!\/)\/+$/, '')]),
    ),
    servicePorts: Object.fromEntries(Object.entries(values.SERVICE_PORTS).map(([name, port]) => [name, Number(port)])),
    allowedOrigins: values.ALLOWED_ORIGINS,
    objectStore: readObjectStore(values),
    journalFolder: resolve(values.JOURNAL_FOLDER ?? join(values.SKEIN_DATA, 'journal')),
    backup:
      values.BACKUP_FOLDER === undefined
        ? null
        : { folder: resolve(values.BACKUP_FOLDER), schedule: values.BACKUP_SCHEDULE, keep: values.BACKUP_KEEP },
    telemetry: readTelemetry(values),
  };
}

/** PATH, to find a PostgreSQL of the system where no package holds one. Not ours, so not in .env.example. */
export const readSystemPath = (): string => process.env['PATH'] ?? '';

type Values = z.output<typeof platformVariables>;

function readObjectStore(values: Values): PlatformEnvironment['objectStore'] {
  if (values.S3_BUCKET === undefined) return undefined;
  return {
    endpoint: values.S3_ENDPOINT as string,
    region: values.S3_REGION,
    bucket: values.S3_BUCKET,
    accessKeyId: values.S3_ACCESS_KEY_ID as string,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY as string,
  };
}

const readTelemetry = (values: Values): PlatformEnvironment['telemetry'] => ({
  consent: values.TELEMETRY_CONSENT,
  ...(values.TAG_MANAGER_URL && { tagManagerUrl: values.TAG_MANAGER_URL }),
  ...(values.SUPPORT_CHAT_URL && { supportChatUrl: values.SUPPORT_CHAT_URL }),
  ...(values.PRODUCT_ANALYTICS_URL && { productAnalyticsUrl: values.PRODUCT_ANALYTICS_URL }),
  ...(values.PRODUCT_ANALYTICS_KEY && { productAnalyticsKey: values.PRODUCT_ANALYTICS_KEY }),
});

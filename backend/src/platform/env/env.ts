import { resolve } from 'node:path';

import { z } from 'zod';
import { serviceNames, type ServiceName } from '@skein/contracts/endpoint';

import { parseEnvironment } from './parse-environment';

export { EnvironmentError } from './parse-environment';

const url = (protocols: string[], example: string) =>
  z.string().refine(
    (value) => {
      try {
        return protocols.includes(new URL(value).protocol.slice(0, -1));
      } catch {
        return false;
      }
    },
    { message: `must be an address such as ${example}` },
  );

const isUrl = (value: string, protocols: string[]): boolean =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1));

/** `name=value` pairs with commas between; names are services, `web` is the pages. */
const pairs = (example: string, isRight: (value: string) => boolean) =>
  z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean)
        .map((each): [string, string] => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
    )
    .refine(
      (list) =>
        list.every(
          ([name, value]) => (name === 'web' || (serviceNames as readonly string[]).includes(name)) && isRight(value),
        ),
      { message: `must name services, as in ${example}` },
    )
    .transform((list) => Object.fromEntries(list) as Partial<Record<ServiceName | 'web', string>>);

/** Every variable that the platform reads. `.env.example` lists and explains the same names. */
export const platformVariables = z.object({
  SKEIN_MODE: z.enum(['sandbox', 'production'], { error: 'must be sandbox or production' }).default('production'),
  PORT: z.coerce
    .number<string>({ error: 'must be a port number' })
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65535, 'must be a port number from 0 to 65535')
    .default(3000),
  HOST: z.string().optional(),
  SKEIN_DATA: z.string().default('./data'),
  DATABASE_URL: url(['postgres', 'postgresql'], 'postgresql://user:password@host:5432/skein').optional(),
  SKEIN_TIME_SCALE: z.coerce
    .number<string>({ error: 'must be a whole number from 1 to 1440' })
    .int('must be a whole number from 1 to 1440')
    .min(1, 'must be a whole number from 1 to 1440')
    .max(1440, 'must be a whole number from 1 to 1440')
    .optional(),
  SKEIN_MASTER_KEY_FILE: z.string().optional(),
  PUBLIC_URL: url(['http', 'https'], 'https://app.example.com').optional(),
  TRACKING_URL: url(['http', 'https'], 'https://go.example.com').optional(),
  SYSTEM_SMTP_URL: url(['smtp', 'smtps'], 'smtps://user:password@smtp.example.com').optional(),
  LINKEDIN_PROVIDER_URL: url(['https'], 'https://linkedin.example.com').optional(),
  LINKEDIN_PROVIDER_KEY: z.string().min(8, 'needs at least 8 characters').optional(),
  SPAMD_URL: url(['spamd'], 'spamd://127.0.0.1:783').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DATABASE_POOL_SIZE: z.coerce.number<string>().int().min(2).max(200).default(10),
  DATABASE_FAILOVER: z.enum(['pause', 'resume'], { error: 'must be pause or resume' }).default('pause'),
  TRUSTED_PROXIES: z.coerce
    .number<string>({ error: 'must be a number' })
    .int('must be a whole number')
    .min(0, 'must be from 0 to 10')
    .max(10, 'must be from 0 to 10')
    .default(0),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_[\w]{8,}$/, 'must be a secret or restricted key of Stripe, sk_… or rk_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S{8,}$/, 'must be the signing secret of the webhook, whsec_…')
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  SKEIN_OPERATORS: z.string().optional(),
  SKEIN_INSTANCE_ID: z.uuid('must be a UUID').optional(),
  SERVICE_URLS: pairs('analytics=https://analytics.example.com', (value) => isUrl(value, ['http', 'https'])),
  SERVICE_PORTS: pairs('web=3100,main=3101', (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65535),
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean),
    )
    .refine(
      (origins) => origins.every((origin) => isUrl(origin, ['http', 'https']) && new URL(origin).origin === origin),
      { message: 'must be origins such as https://app.example.com, with commas between' },
    ),
  S3_ENDPOINT: url(['http', 'https'], 'https://s3.eu-central-1.amazonaws.com').optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  TAG_MANAGER_URL: url(['http', 'https'], 'https://www.googletagmanager.com/gtm.js?id=GTM-XXXX').optional(),
  PRODUCT_ANALYTICS_URL: url(['http', 'https'], 'https://analytics.example.com/capture').optional(),
  PRODUCT_ANALYTICS_KEY: z.string().max(200).optional(),
  SUPPORT_CHAT_URL: url(['http', 'https'], 'https://chat.example.com/widget.js').optional(),
  TELEMETRY_CONSENT: z.enum(['ask', 'given'], { error: 'must be ask or given' }).default('ask'),
});

/** Scale of a first sandbox start: an hour of campaign time a minute (engine.md). */
const FIRST_SANDBOX_SCALE = 60;

export interface PlatformEnvironment {
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
  /** who acts on LinkedIn for the accounts of the workspaces; null where nobody is set up */
  linkedIn: { name: string; baseUrl: string; key: string } | null;
  /** who takes money by card for packs of credits; null where nothing is sold, and in the sandbox, which has a stand-in */
  stripe: { secretKey: string; webhookSecret: string } | null;
  /** a SpamAssassin that the editor may ask; null where none is set up */
  spamd: { host: string; port: number } | null;
  logLevel: z.output<typeof platformVariables>['LOG_LEVEL'];
  databasePoolSize: number;
  /** what a standby that takes over does to sending (see sending-fence.ts) */
  databaseFailover: 'pause' | 'resume';
  /** proxies of our own in front of the server, which add the caller's address to X-Forwarded-For */
  trustedProxies: number;
  /** bearer token with which /metrics may be read from other machines */
  metricsToken: string | undefined;
  /** identity of the installation where containers have no data folder that lasts (see sending-fence.ts) */
  /** addresses in lower case */
  operators: string[];
  instanceId: string | undefined;
  /** base URLs of services that the browser reaches elsewhere than behind our own origin */
  serviceUrls: Partial<Record<ServiceName, string>>;
  /** ports of their own for services and for the pages, beside the one port of everything */
  servicePorts: Partial<Record<ServiceName | 'web', number>>;
  /** origins of pages that may call the services, beside our own and the proven host names of agencies */
  allowedOrigins: string[];
  /** undefined means: files lie in the data folder */
  objectStore:
    { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string } | undefined;
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
      if (given.S3_BUCKET !== undefined)
        for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
          if (!given[name]) refuse(name, 'is required with S3_BUCKET');
      if ((given.STRIPE_SECRET_KEY === undefined) !== (given.STRIPE_WEBHOOK_SECRET === undefined))
        refuse(
          given.STRIPE_SECRET_KEY === undefined ? 'STRIPE_SECRET_KEY' : 'STRIPE_WEBHOOK_SECRET',
          'is required with the other one of Stripe',
        );
      if (given.SKEIN_MODE === 'sandbox') return;
      for (const name of REQUIRED_IN_PRODUCTION) if (!given[name]) refuse(name, 'is required in production');
      if (given.SKEIN_TIME_SCALE !== undefined)
        refuse('SKEIN_TIME_SCALE', 'cannot be set in production, where time runs as it is');
      for (const problem of findDefaultSecrets(given)) refuse(problem.name, problem.message);
    }),
    source,
  );
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
    publicUrl: (values.PUBLIC_URL ?? local).replace(/\/+$/, ''),
    trackingUrl: (values.TRACKING_URL ?? values.PUBLIC_URL ?? local).replace(/\/+$/, ''),
    systemSmtpUrl: values.SYSTEM_SMTP_URL,
    linkedIn:
      values.LINKEDIN_PROVIDER_URL && values.LINKEDIN_PROVIDER_KEY
        ? {
            name: new URL(values.LINKEDIN_PROVIDER_URL).hostname,
            baseUrl: values.LINKEDIN_PROVIDER_URL,
            key: values.LINKEDIN_PROVIDER_KEY,
          }
        : null,
    stripe:
      values.SKEIN_MODE === 'production' && values.STRIPE_SECRET_KEY && values.STRIPE_WEBHOOK_SECRET
        ? { secretKey: values.STRIPE_SECRET_KEY, webhookSecret: values.STRIPE_WEBHOOK_SECRET }
        : null,
    spamd:
      values.SPAMD_URL === undefined
        ? null
        : {
            host: new URL(values.SPAMD_URL).hostname.replace(/^\[|\]$/g, ''),
            port: Number(new URL(values.SPAMD_URL).port || 783),
          },
    logLevel: values.LOG_LEVEL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databaseFailover: values.DATABASE_FAILOVER,
    trustedProxies: values.TRUSTED_PROXIES,
    metricsToken: values.METRICS_TOKEN,
    operators: (values.SKEIN_OPERATORS ?? '')
      .split(',')
      .map((address) => address.trim().toLowerCase())
      .filter(Boolean),
    instanceId: values.SKEIN_INSTANCE_ID,
    serviceUrls: Object.fromEntries(
      Object.entries(values.SERVICE_URLS)
        .filter(([name]) => name !== 'web')
        .map(([name, address]) => [name, (address as string).replace(/\/+$/, '')]),
    ),
    servicePorts: Object.fromEntries(Object.entries(values.SERVICE_PORTS).map(([name, port]) => [name, Number(port)])),
    allowedOrigins: values.ALLOWED_ORIGINS,
    objectStore:
      values.S3_BUCKET === undefined
        ? undefined
        : {
            endpoint: values.S3_ENDPOINT as string,
            region: values.S3_REGION,
            bucket: values.S3_BUCKET,
            accessKeyId: values.S3_ACCESS_KEY_ID as string,
            secretAccessKey: values.S3_SECRET_ACCESS_KEY as string,
          },
    telemetry: {
      consent: values.TELEMETRY_CONSENT,
      ...(values.TAG_MANAGER_URL && { tagManagerUrl: values.TAG_MANAGER_URL }),
      ...(values.SUPPORT_CHAT_URL && { supportChatUrl: values.SUPPORT_CHAT_URL }),
      ...(values.PRODUCT_ANALYTICS_URL && { productAnalyticsUrl: values.PRODUCT_ANALYTICS_URL }),
      ...(values.PRODUCT_ANALYTICS_KEY && { productAnalyticsKey: values.PRODUCT_ANALYTICS_KEY }),
    },
  };
}

export const REQUIRED_IN_PRODUCTION = [
  'DATABASE_URL',
  'SKEIN_MASTER_KEY_FILE',
  'PUBLIC_URL',
  'TRACKING_URL',
  'SYSTEM_SMTP_URL',
] as const;

/** Words that stand in examples; a production that uses them as a password was never set up. */
const PLACEHOLDER = /^(?:password|secret|changeme|change-me|example|postgres|admin|skein)$/i;

function findDefaultSecrets(given: z.output<typeof platformVariables>): { name: string; message: string }[] {
  const problems: { name: string; message: string }[] = [];
  for (const name of ['DATABASE_URL', 'SYSTEM_SMTP_URL'] as const) {
    const value = given[name];
    if (value && URL.canParse(value) && PLACEHOLDER.test(decodeURIComponent(new URL(value).password))) {
      problems.push({ name, message: 'holds a default password: set a real one' });
    }
  }
  for (const name of ['PUBLIC_URL', 'TRACKING_URL'] as const) {
    const value = given[name];
    if (
      value &&
      URL.canParse(value) &&
      /(?:^|\.)(?:example\.(?:com|org|net)|localhost|test)$|^127\./.test(new URL(value).hostname)
    ) {
      problems.push({ name, message: 'names an example or this machine: set the public address' });
    }
  }
  return problems;
}

/** PATH, to find a PostgreSQL of the system where no package holds one. Not ours, so not in .env.example. */
export const readSystemPath = (): string => process.env['PATH'] ?? '';

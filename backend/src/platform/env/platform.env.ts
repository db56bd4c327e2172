import { z } from 'zod';
import { isEmailAddress } from '@skein/contracts/email-address';
import { serviceNames, type ServiceName } from '@skein/contracts/endpoint';
import { signUpModes } from '@skein/contracts/main/operator-views';

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

const isContact = (value: string): boolean => isEmailAddress(value) || isUrl(value, ['https']);

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
  SYSTEM_SMTP_TLS: z.enum(['required', 'optional'], { error: 'must be required or optional' }).default('required'),
  SYSTEM_MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>"\r\n]{1,80} <)?[^\s<>@"]+@[^\s<>@"]+\.[^\s<>@".]+>?$/,
      'must be an address, or a name and an address such as Skein <no-reply@your-domain.com>',
    )
    .optional(),
  UNIPILE_URL: url(['https'], 'https://api8.unipile.com:13851').optional(),
  UNIPILE_KEY: z.string().min(8, 'needs at least 8 characters').optional(),
  SLACK_CLIENT_ID: z.string().min(3).max(200).optional(),
  SLACK_CLIENT_SECRET: z.string().min(8, 'needs at least 8 characters').max(200).optional(),
  HUBSPOT_CLIENT_ID: z.string().min(3).max(200).optional(),
  HUBSPOT_CLIENT_SECRET: z.string().min(8, 'needs at least 8 characters').max(200).optional(),
  GOOGLE_CLIENT_ID: z.string().min(3).max(200).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(8, 'needs at least 8 characters').max(200).optional(),
  MICROSOFT_CLIENT_ID: z.string().min(3).max(200).optional(),
  MICROSOFT_CLIENT_SECRET: z.string().min(8, 'needs at least 8 characters').max(200).optional(),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'must be common, organizations, or a tenant ID or domain')
    .default('common'),
  ZOHO_CLIENT_ID: z.string().min(3).max(200).optional(),
  ZOHO_CLIENT_SECRET: z.string().min(8, 'needs at least 8 characters').max(200).optional(),
  ZOHO_SCOPES: z.string().max(1_000).optional(),
  AI_PRIVATE_HOSTS: z
    .string()
    .regex(/^[a-z0-9.:,-]{1,1000}$/, 'must be hosts with their port such as ollama.internal:11434, separated by commas')
    .optional(),
  MAIL_PRIVATE_HOSTS: z
    .string()
    .regex(
      /^[a-z0-9.:,-]{1,1000}$/,
      'must be mail servers such as mail.internal or 10.0.0.5:2525 in lower case, separated by commas',
    )
    .optional(),
  SPAMD_URL: url(['spamd'], 'spamd://127.0.0.1:783').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DATABASE_POOL_SIZE: z.coerce.number<string>().int().min(2).max(200).default(10),
  DATABASE_WAIT_SECONDS: z.coerce.number<string>().int().min(1).max(600).default(10),
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
  HETZNER_API_TOKEN: z
    .string()
    .regex(/^\w{32,128}$/, 'must be an API token of a Hetzner Cloud project')
    .optional(),
  SERVERS_LIMIT: z.coerce.number<string>().int().min(0).max(10_000).default(100),
  HETZNER_SERVER_TYPE: z
    .string()
    .regex(/^[a-z0-9]{3,20}$/, 'must be a server type such as cpx11')
    .default('cpx11'),
  NAMECOM_USERNAME: z.string().min(1).max(200).optional(),
  NAMECOM_TOKEN: z.string().min(8, 'needs at least 8 characters').optional(),
  MIGADU_USER: z.email('must be the address of an administrator of Migadu').optional(),
  MIGADU_KEY: z.string().min(8, 'needs at least 8 characters').optional(),
  STRIPE_BILLING_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S{8,}$/, 'must be the signing secret of the webhook of plans, whsec_…')
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  SKEIN_OPERATORS: z.string().optional(),
  SIGN_UP: z.enum(signUpModes, { error: 'must be open, invitation or closed' }).default('open'),
  PLANS: z.enum(['trial', 'none'], { error: 'must be trial or none' }).default('trial'),
  OPERATOR_CONTACT: z
    .string()
    .refine(isContact, 'must be an email address or a web address such as https://example.com/billing')
    .optional(),
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
  JOURNAL_FOLDER: z.string().optional(),
  BACKUP_FOLDER: z.string().optional(),
  BACKUP_SCHEDULE: z
    .string()
    .regex(/^[\d*/,-]+(?: [\d*/,-]+){4}$/, 'must be five fields as in crontab, for example 30 2 * * *')
    .default('30 2 * * *'),
  BACKUP_KEEP: z.coerce
    .number<string>({ error: 'must be a whole number of 1 or more' })
    .int('must be a whole number of 1 or more')
    .min(1, 'must be a whole number of 1 or more')
    .default(14),
  TAG_MANAGER_URL: url(['http', 'https'], 'https://www.googletagmanager.com/gtm.js?id=GTM-XXXX').optional(),
  PRODUCT_ANALYTICS_URL: url(['http', 'https'], 'https://analytics.example.com/capture').optional(),
  PRODUCT_ANALYTICS_KEY: z.string().max(200).optional(),
  SUPPORT_CHAT_URL: url(['http', 'https'], 'https://chat.example.com/widget.js').optional(),
  TELEMETRY_CONSENT: z.enum(['ask', 'given'], { error: 'must be ask or given' }).default('ask'),
});

import { z } from 'zod';
import { instant } from '../schemas';
import { serverStatuses, stepKinds } from './server-limits';

const step = z.object({
  kind: z.enum(stepKinds),
  state: z.enum(['PENDING', 'RUNNING', 'DONE', 'FAILED']),
  note: z.string().nullable(),
  began_at: instant.nullable(),
  done_at: instant.nullable(),
});
export type ServerStep = z.output<typeof step>;

export const serverRow = z.object({
  id: z.number().int(),
  number: z.number().int(),
  host_name: z.string(),
  ip: z.string().nullable(),
  status: z.enum(serverStatuses),
  /** Whether it is in rotation now, and if not, why. */
  in_rotation: z.boolean(),
  out_reason: z.string().nullable(),
  rest_until: instant.nullable(),
  is_reachable: z.boolean(),
  unreachable_since: instant.nullable(),
  ordered_at: instant,
  ready_at: instant.nullable(),
  /** Days of the ramp that are done, of `warmDays`. */
  warm_day: z.number().int(),
  daily_limit: z.number().int(),
  /** What it may send within 24 hours at this point of its ramp, and what it has sent in the last 24. */
  allowed: z.number().int(),
  sent_24h: z.number().int(),
  /** Share of the group's emails of the last 24 hours, in percent. */
  share: z.number().int(),
  /** 0 to 100; null until it has sent enough to tell. */
  reputation: z.number().int().nullable(),
  lists: z.number().int(),
  /** Names of the block lists of weight that it is on. */
  listed: z.array(z.string()),
  reverse_dns: z.enum(['pass', 'warn', 'fail', 'unknown']),
  steps_done: z.number().int(),
  step: z.enum(stepKinds).nullable(),
  step_failed: z.boolean(),
});
export type ServerRow = z.output<typeof serverRow>;

export const campaignRow = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.string(),
  client_id: z.number().int().nullable(),
  client_name: z.string().nullable(),
  leads_left: z.number().int(),
  sent_24h: z.number().int(),
});
export type MappedCampaign = z.output<typeof campaignRow>;

export const groupRow = z.object({
  id: z.number().int(),
  name: z.string(),
  domain: z.string(),
  location: z.string(),
  client_id: z.number().int().nullable(),
  client_name: z.string().nullable(),
  auto_rotate: z.boolean(),
  created_at: instant,
  sent_24h: z.number().int(),
  /** What its servers cost a month, and until when that is paid; null while nothing is. */
  monthly_cents: z.number().int(),
  paid_until: instant.nullable(),
  /** Its servers are deleted then: the subscription is over. */
  ends_at: instant.nullable(),
  /** Servers that are set up once they are paid for. */
  awaiting_payment: z
    .object({ servers: z.number().int(), monthly_cents: z.number().int(), failure: z.string().nullable() })
    .nullable(),
  campaigns: z.array(campaignRow),
  servers: z.array(serverRow),
});
export type ServerGroup = z.output<typeof groupRow>;

const verdict = z.enum(['pass', 'warn', 'fail', 'unknown']);
const check = z.object({ verdict, text: z.string(), record: z.string().nullable() });
const checks = z.object({
  reverse_dns: check,
  forward: check,
  spf: check,
  dkim: check,
  dmarc: check,
  tls: check,
});
export type ServerChecks = z.output<typeof checks>;

export const serverDetails = z.object({
  server: serverRow,
  group: groupRow,
  is_sandbox: z.boolean(),
  cloud: z.string(),
  steps: z.array(step),
  /** What to publish at the DNS provider of the domain. */
  records: z.array(
    z.object({
      kind: z.enum(['HOST_NAME', 'SPF', 'DKIM', 'DMARC']),
      type: z.enum(['A', 'TXT']),
      name: z.string(),
      value: z.string(),
      state: z.enum(['PENDING', 'RUNNING', 'DONE', 'FAILED']),
    }),
  ),
  checks: checks.nullable(),
  checked_at: instant.nullable(),
  listings: z.array(
    z.object({
      list: z.string(),
      is_listed: z.boolean().nullable(),
      /** Few receivers refuse by it: shown, and changes nothing. */
      is_minor: z.boolean(),
      note: z.string().nullable(),
      since: instant.nullable(),
      checked_at: instant,
    }),
  ),
  /** Who the address is registered to (RDAP, RFC 9083). */
  registration: z
    .object({
      network: z.string().nullable(),
      holder: z.string().nullable(),
      country: z.string().nullable(),
      range: z.string().nullable(),
      abuse_email: z.string().nullable(),
    })
    .nullable(),
  totals: z.object({
    sent: z.number().int(),
    bounced: z.number().int(),
    replied: z.number().int(),
    deferred: z.number().int(),
    unconfirmed: z.number().int(),
  }),
  volume: z.array(z.object({ day: z.string(), sent: z.number().int() })),
  ramp: z.array(z.number().int()),
  by_provider: z.array(
    z.object({
      provider: z.string(),
      sent: z.number().int(),
      bounced: z.number().int(),
      replied: z.number().int(),
      last_response: z.string().nullable(),
    }),
  ),
});
export type ServerDetails = z.output<typeof serverDetails>;

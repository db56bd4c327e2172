import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, idParam, instant, listOf, text } from '../schemas';

/** Servers of one group at most; emails a day at the beginning of the ramp and, unless chosen otherwise, at its end; days of the ramp (docs/domain.md). */
export const serverLimits = {
  perGroup: 4,
  firstDay: 50,
  dailyLimit: 2_000,
  lowestDailyLimit: 50,
  highestDailyLimit: 20_000,
  warmDays: 30,
} as const;
/** What a server costs a month. */
export const serverPriceCents = 3_900;
/** Places where the cloud has machines, by its own codes. */
export const serverLocations = [
  { id: 'nbg1', name: 'Nuremberg, Germany' },
  { id: 'fsn1', name: 'Falkenstein, Germany' },
  { id: 'hel1', name: 'Helsinki, Finland' },
  { id: 'ash', name: 'Ashburn, United States' },
  { id: 'hil', name: 'Hillsboro, United States' },
  { id: 'sin', name: 'Singapore' },
] as const;

export const serverStatuses = ['PROVISIONING', 'WARMING', 'ACTIVE', 'DELETING'] as const;
export const stepKinds = ['ADDRESS', 'MACHINE', 'HOST_NAME', 'REVERSE_DNS', 'SPF', 'DKIM', 'DMARC', 'RELAY'] as const;
export type StepKind = (typeof stepKinds)[number];

const step = z.object({
  kind: z.enum(stepKinds),
  state: z.enum(['PENDING', 'RUNNING', 'DONE', 'FAILED']),
  note: z.string().nullable(),
  began_at: instant.nullable(),
  done_at: instant.nullable(),
});
export type ServerStep = z.output<typeof step>;

const serverRow = z.object({
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

const campaignRow = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.string(),
  client_id: z.number().int().nullable(),
  client_name: z.string().nullable(),
  leads_left: z.number().int(),
  sent_24h: z.number().int(),
});
export type MappedCampaign = z.output<typeof campaignRow>;

const groupRow = z.object({
  id: z.number().int(),
  name: z.string(),
  domain: z.string(),
  location: z.string(),
  client_id: z.number().int().nullable(),
  client_name: z.string().nullable(),
  auto_rotate: z.boolean(),
  created_at: instant,
  sent_24h: z.number().int(),
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

const details = z.object({
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
export type ServerDetails = z.output<typeof details>;

/** A name in DNS that belongs to somebody: two labels at least. */
const domain = text(200)
  .trim()
  .toLowerCase()
  .regex(
    /^(?=.{4,200}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
    'must be a domain such as outreach-acme.com',
  );
const name = text(100).trim().min(1, 'is needed');
const count = z.number().int().min(1).max(serverLimits.perGroup);
const location = z.enum(serverLocations.map(({ id }) => id));

/** A new group. */
export const serverOrder = z.object({
  name,
  domain,
  location,
  servers: count,
  client_id: idParam.nullable().default(null),
  daily_limit: z
    .number()
    .int()
    .min(serverLimits.lowestDailyLimit)
    .max(serverLimits.highestDailyLimit)
    .default(serverLimits.dailyLimit),
});

const read = { who: 'person', may: 'server.read' } as const;
const write = { who: 'person', may: 'server.write' } as const;
const order = { who: 'person', may: 'server.order' } as const;
const groupParams = z.object({ serverGroupId: idParam });
const serverParams = z.object({ dedicatedServerId: idParam });

/** Dedicated-IP servers: groups of up to four, what each is doing, and the campaigns that send through them. */
export const serversContract = defineContract({
  service: 'smart-servers',
  tag: 'Smart servers',
  endpoints: {
    groups: {
      method: 'GET',
      path: '/api/smart-servers/groups',
      access: read,
      summary: 'Every group with its servers and campaigns',
      response: z.object({
        rows: z.array(groupRow),
        is_sandbox: z.boolean(),
        /** Where servers are made; null where this installation has no cloud. */
        cloud: z.string().nullable(),
      }),
    },
    addGroup: {
      method: 'POST',
      path: '/api/smart-servers/groups',
      access: order,
      summary: 'Order a group of servers and begin to set them up',
      body: serverOrder,
      response: z.object({ id: z.number().int(), server_ids: z.array(z.number().int()) }),
    },
    updateGroup: {
      method: 'PATCH',
      path: '/api/smart-servers/groups/:serverGroupId',
      access: write,
      summary: 'Rename a group, switch its rotation, or transfer it to a client',
      params: groupParams,
      body: z.object({
        name: name.optional(),
        auto_rotate: z.boolean().optional(),
        client_id: idParam.nullable().optional(),
      }),
      response: done,
    },
    addServers: {
      method: 'POST',
      path: '/api/smart-servers/groups/:serverGroupId/servers',
      access: order,
      summary: 'Add servers to a group, up to four',
      params: groupParams,
      body: z.object({ servers: count }),
      response: z.object({ server_ids: z.array(z.number().int()) }),
    },
    deleteGroup: {
      method: 'DELETE',
      path: '/api/smart-servers/groups/:serverGroupId',
      access: order,
      summary: 'Delete a group with its servers; its campaigns send from their mailboxes again',
      params: groupParams,
      response: done,
    },
    mapCampaigns: {
      method: 'POST',
      path: '/api/smart-servers/groups/:serverGroupId/campaigns',
      access: write,
      summary: 'Send these campaigns through a group: all of them or none',
      params: groupParams,
      body: z.object({ campaign_ids: listOf(idParam, 500).min(1, 'needs a campaign') }),
      response: z.object({ mapped: z.number().int(), client_id: z.number().int().nullable() }),
    },
    unmapCampaign: {
      method: 'DELETE',
      path: '/api/smart-servers/groups/:serverGroupId/campaigns/:campaignId',
      access: write,
      summary: 'Send a campaign from its mailboxes again',
      params: groupParams.extend({ campaignId: idParam }),
      response: done,
    },
    campaignChoices: {
      method: 'GET',
      path: '/api/smart-servers/campaign-choices',
      access: read,
      summary: 'Campaigns with the group each sends through',
      response: z.object({
        rows: z.array(campaignRow.extend({ group_id: z.number().int().nullable(), group_name: z.string().nullable() })),
      }),
    },
    campaign: {
      method: 'GET',
      path: '/api/smart-servers/campaigns/:campaignId',
      access: read,
      summary: 'The group that one campaign sends through, and which server sent how many of its emails',
      params: z.object({ campaignId: idParam }),
      response: z.object({
        is_sandbox: z.boolean(),
        group: groupRow.nullable(),
        mapped_at: instant.nullable(),
        groups: z.array(
          z.object({
            id: z.number().int(),
            name: z.string(),
            client_name: z.string().nullable(),
            servers: z.number().int(),
          }),
        ),
        by_server: z.array(
          z.object({
            server_id: z.number().int(),
            ip: z.string().nullable(),
            host_name: z.string(),
            sent: z.number().int(),
            bounced: z.number().int(),
            replied: z.number().int(),
          }),
        ),
        /** Domains of the campaign's mailboxes that are not the group's: they need the servers in their SPF and a DKIM key of their own. */
        other_domains: z.array(z.string()),
      }),
    },
    server: {
      method: 'GET',
      path: '/api/smart-servers/servers/:dedicatedServerId',
      access: read,
      summary: 'One server: its steps, its address, and what it has sent',
      params: serverParams,
      response: details,
    },
    checkServer: {
      method: 'POST',
      path: '/api/smart-servers/servers/:dedicatedServerId/check',
      access: write,
      summary: 'Try the waiting step, DNS and block lists now',
      params: serverParams,
      response: done,
    },
    restServer: {
      method: 'POST',
      path: '/api/smart-servers/servers/:dedicatedServerId/rest',
      access: write,
      summary: 'Take a server out of rotation for some hours, or end its rest with 0',
      params: serverParams,
      body: z.object({ hours: z.number().int().min(0).max(720) }),
      response: done,
    },
    deleteServer: {
      method: 'DELETE',
      path: '/api/smart-servers/servers/:dedicatedServerId',
      access: order,
      summary: 'Delete a server and give up its address',
      params: serverParams,
      response: done,
    },
  },
});

import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { done, empty, idParam, instant, listOf, text } from '../schemas';
import { serverLimits, serverLocations } from './server-limits';
import { campaignRow, groupRow, serverDetails } from './server-shapes';

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
  client_id: idOf('client').nullable().default(null),
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
/** Where the servers are paid for; null when the payment service did not answer: ask for it at `…/checkout`. */
const checkout = { checkout_url: z.string().nullable() };
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
      summary: 'Order a group of servers; they are set up once they are paid for',
      body: serverOrder,
      response: z.object({ id: z.number().int(), server_ids: z.array(z.number().int()), ...checkout }),
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
        client_id: idOf('client').nullable().optional(),
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
      response: z.object({ server_ids: z.array(z.number().int()), ...checkout }),
    },
    payGroup: {
      method: 'POST',
      path: '/api/smart-servers/groups/:serverGroupId/checkout',
      access: order,
      summary: 'The page where the servers of a group that await payment are paid for',
      params: groupParams,
      body: empty,
      response: z.object({ checkout_url: z.string() }),
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
      body: z.object({ campaign_ids: listOf(idOf('campaign'), 500).min(1, 'needs a campaign') }),
      response: z.object({ mapped: z.number().int(), client_id: z.number().int().nullable() }),
    },
    unmapCampaign: {
      method: 'DELETE',
      path: '/api/smart-servers/groups/:serverGroupId/campaigns/:campaignId',
      access: write,
      summary: 'Send a campaign from its mailboxes again',
      params: groupParams.extend({ campaignId: idOf('campaign') }),
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
      params: z.object({ campaignId: idOf('campaign') }),
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
      response: serverDetails,
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

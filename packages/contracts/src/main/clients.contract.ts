import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { newPassword } from '../sign-in-rules';
import { defineContract } from '../endpoint';
import { clientPermissions } from '../permissions';
import { done, empty, idParam, instant } from '../schemas';

const name = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(120, 'can have at most 120 characters')
  .regex(/^[^\p{Cc}<>]*$/u, 'can’t contain <, > or control characters');
const permission = z.array(z.enum(clientPermissions)).max(clientPermissions.length);
const restricted = z.array(z.number().int().min(1).max(2_147_483_647)).max(200);
/** PNG or JPEG; it is fetched when a report of the client is made. */
const logoUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// (or http://)' })
  .max(2000)
  .nullable();
const campaignIds = z.array(idParam).max(2000);

export const clientStatuses = ['active', 'deactivated'] as const;
export const clientView = z.object({
  id: z.number().int(),
  uuid: z.string(),
  name: z.string(),
  email: z.string(),
  status: z.enum(clientStatuses),
  permission: z.array(z.string()),
  /** Named as the specification names it. */
  retricted_category: z.array(z.number().int()),
  /** `has_login`: it has a password, and its address was confirmed. */
  campaigns: z.number().int(),
  mailboxes: z.number().int(),
  leads: z.number().int(),
  has_login: z.boolean(),
  last_login_at: instant.nullable(),
  created_at: instant,
});
export type ClientView = z.output<typeof clientView>;
/** Leads in its campaigns, and emails they sent this month, of what the agency assigned; null: not limited. */
const clientCredits = z.object({
  leads_used: z.number().int(),
  leads_assigned: z.number().int().nullable(),
  emails_used: z.number().int(),
  emails_assigned: z.number().int().nullable(),
});
const assigned = z.number().int().min(0).max(1_000_000_000).nullable();
const clientDetail = clientView.extend({
  logo_url: z.string().nullable(),
  credits: clientCredits,
  campaign_list: z.array(z.object({ id: z.number().int(), name: z.string(), status: z.string() })),
});
const clientId = z.object({ clientId: idParam });
const read = { who: 'person', may: 'client.read' } as const;
const write = { who: 'person', may: 'client.write' } as const;

/** Clients of an agency: who they are, what they may do, which campaigns are theirs. */
export const clientsContract = defineContract({
  service: 'main',
  tag: 'Clients',
  endpoints: {
    listClients: {
      method: 'GET',
      path: '/api/clients',
      access: read,
      summary: 'Clients by name',
      query: z.object({ search: z.string().trim().max(100).optional() }),
      response: z.object({ clients: z.array(clientView) }),
    },
    createClient: {
      method: 'POST',
      path: '/api/clients',
      access: write,
      status: 201,
      summary:
        'Create a client with its login, which works once its address was confirmed by the emailed link; without a password the link sets one',
      body: z.object({
        name,
        email: emailAddress,
        password: newPassword.optional(),
        permission: permission.default([]),
        retricted_category: restricted.default([]),
        campaign_ids: campaignIds.default([]),
      }),
      response: clientDetail,
    },
    readClient: {
      method: 'GET',
      path: '/api/clients/:clientId',
      access: read,
      summary: 'One client with its campaigns',
      params: clientId,
      response: clientDetail,
    },
    changeClient: {
      method: 'PATCH',
      path: '/api/clients/:clientId',
      access: write,
      summary: 'Change name, address, logo, permissions, hidden categories or credits',
      params: clientId,
      body: z.object({
        name: name.optional(),
        email: emailAddress.optional(),
        permission: permission.optional(),
        retricted_category: restricted.optional(),
        logo_url: logoUrl.optional(),
        /** Leads its campaigns may hold, and emails they may send each month; null: not limited. */
        lead_credits: assigned.optional(),
        email_credits: assigned.optional(),
      }),
      response: clientDetail,
    },
    setStatus: {
      method: 'POST',
      path: '/api/clients/:clientId/status',
      access: write,
      summary: 'Deactivate a client (its sessions and keys end at once), or activate it again',
      params: clientId,
      body: z.object({ status: z.enum(clientStatuses) }),
      response: clientDetail,
    },
    setCampaigns: {
      method: 'PUT',
      path: '/api/clients/:clientId/campaigns',
      access: write,
      summary: 'The campaigns that belong to this client; those left out belong to no one',
      params: clientId,
      body: z.object({ campaign_ids: campaignIds }),
      response: clientDetail,
    },
    mailPasswordLink: {
      method: 'POST',
      path: '/api/clients/:clientId/password-mail',
      access: write,
      summary: 'Email the client a link to set a new password, valid for 30 minutes',
      params: clientId,
      body: empty,
      response: done,
    },
  },
});

/**
 * For forms. Named one by one: a build for browsers leaves out of a contract whatever nothing imports (packages/build,
 * thin-contract-loader).
 */
export const createClientBody = clientsContract.endpoints.createClient.body;

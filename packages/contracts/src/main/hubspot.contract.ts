import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, idParam, listOf, text } from '../schemas';
import { leadTarget } from './integrations.contract';

/** CRM field names (docs/domain.md, Lead import fields), in HubSpot’s own spelling. */
export const crmFields = [
  'firstname',
  'lastname',
  'email',
  'phone',
  'jobtitle',
  'company',
  'website',
  'address',
  'city',
  'state',
  'zip',
  'country',
] as const;

export const syncDirections = ['BOTH', 'IN', 'OUT', 'NONE'] as const;
export const syncWinners = ['NEWEST', 'SKEIN', 'HUBSPOT'] as const;
const property = text(100).regex(/^[a-z][a-z0-9_]*$/, 'can contain only lowercase letters, digits and underscores');

export const hubSpotField = z.object({
  /** A field of leads, or `custom:` and the name of a custom field. */
  field: text(80).regex(
    /^(email|first_name|last_name|phone_number|company_name|website|location|linkedin_profile|custom:[\w -]{1,60})$/,
    'must be a field of leads',
  ),
  direction: z.enum(syncDirections),
  property,
  /** Which value stays when both changed. */
  winner: z.enum(syncWinners),
});
export type HubSpotField = z.output<typeof hubSpotField>;

export const hubSpotSettings = z.object({
  fields: listOf(hubSpotField, 40),
  /** Lead status by category; categories that are missing change nothing. */
  categories: z.record(text(10).regex(/^\d+$/), text(100)),
  /** What of Skein is written to the contact. */
  out: z.object({
    create: z.boolean(),
    sent: z.boolean(),
    opened: z.boolean(),
    replied: z.boolean(),
    category: z.boolean(),
    meeting: z.boolean(),
    unsubscribed: z.boolean(),
  }),
  /** What of HubSpot changes the lead. */
  into: z.object({ properties: z.boolean(), customer_stops: z.boolean(), owner: z.boolean(), deleted: z.boolean() }),
  /** Who owns a contact that Skein creates: nobody, or the member that the conversation is assigned to. */
  owner: z.enum(['NONE', 'ASSIGNED']),
});
export type HubSpotSettings = z.output<typeof hubSpotSettings>;

const params = z.object({ integrationId: idParam });
const write = { who: 'person', may: 'integration.write' } as const;

export const hubSpotContract = defineContract({
  service: 'main',
  tag: 'HubSpot',
  endpoints: {
    readHubSpot: {
      method: 'GET',
      path: '/api/integrations/:integrationId/hubspot',
      access: write,
      summary: 'Mapping, what starts what, properties of the account, and how far it is filled',
      params,
      response: z.object({
        settings: hubSpotSettings,
        properties: z.array(
          z.object({
            name: z.string(),
            label: z.string(),
            is_read_only: z.boolean(),
            options: z.array(z.string()),
          }),
        ),
        /** Mapped properties that the account does not have, with the closest that it has. */
        problems: z.array(z.object({ field: z.string(), property: z.string(), closest: z.string().nullable() })),
        linked: z.number().int(),
        sample: z.record(z.string(), z.string()).nullable(),
        calls_today: z.number().int(),
        contact_page: z.string(),
      }),
    },
    saveHubSpot: {
      method: 'PUT',
      path: '/api/integrations/:integrationId/hubspot',
      access: write,
      summary: 'Change mapping and rules; they count from now on',
      params,
      body: hubSpotSettings,
      response: done,
    },
    hubSpotLists: {
      method: 'GET',
      path: '/api/integrations/:integrationId/hubspot/lists',
      access: write,
      summary: 'Lists of contacts in HubSpot',
      params,
      response: z.object({
        lists: z.array(z.object({ id: z.string(), name: z.string(), size: z.number().int().nullable() })),
      }),
    },
    importHubSpot: {
      method: 'POST',
      path: '/api/integrations/:integrationId/hubspot/imports',
      access: write,
      summary: 'Import the contacts of a list, or all, as leads; one outcome for each',
      params,
      body: leadTarget.extend({
        hubspot_list_id: text(30).regex(/^\d+$/).nullable().default(null),
      }),
      response: z.object({ run_id: z.string() }),
    },
    receiveHubSpotEvents: {
      method: 'POST',
      path: '/api/integrations/hubspot/events',
      access: { who: 'link' },
      summary: 'Events of HubSpot; their signature (v3) is the credential, and each counts once',
      rawBody: true,
      response: done,
    },
  },
});

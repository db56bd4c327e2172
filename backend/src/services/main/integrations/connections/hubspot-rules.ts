import { hubSpotSettings, type HubSpotSettings } from '@skein/contracts/main/hubspot.contract';
import type { WebhookEvent } from '@skein/contracts/constants';

/**
 * What a new connection to HubSpot does. Names come from the CRM field names of docs/domain.md; HubSpot's own words win
 * where sales keep them there. Lead statuses are HubSpot's default options.
 */
export const defaultHubSpotSettings: HubSpotSettings = {
  fields: [
    { field: 'email', direction: 'BOTH', property: 'email', winner: 'NEWEST' },
    { field: 'first_name', direction: 'BOTH', property: 'firstname', winner: 'NEWEST' },
    { field: 'last_name', direction: 'BOTH', property: 'lastname', winner: 'NEWEST' },
    { field: 'phone_number', direction: 'BOTH', property: 'phone', winner: 'HUBSPOT' },
    { field: 'company_name', direction: 'BOTH', property: 'company', winner: 'HUBSPOT' },
    { field: 'website', direction: 'BOTH', property: 'website', winner: 'HUBSPOT' },
    { field: 'location', direction: 'IN', property: 'city', winner: 'HUBSPOT' },
    { field: 'custom:jobtitle', direction: 'BOTH', property: 'jobtitle', winner: 'HUBSPOT' },
    { field: 'custom:address', direction: 'IN', property: 'address', winner: 'HUBSPOT' },
    { field: 'custom:state', direction: 'IN', property: 'state', winner: 'HUBSPOT' },
    { field: 'custom:zip', direction: 'IN', property: 'zip', winner: 'HUBSPOT' },
    { field: 'custom:country', direction: 'IN', property: 'country', winner: 'HUBSPOT' },
  ],
  categories: {
    '1': 'CONNECTED',
    '2': 'OPEN_DEAL',
    '3': 'UNQUALIFIED',
    '4': 'UNQUALIFIED',
    '5': 'IN_PROGRESS',
    '6': 'ATTEMPTED_TO_CONTACT',
    '7': 'BAD_TIMING',
  },
  out: { create: true, sent: true, opened: false, replied: true, category: true, meeting: true, unsubscribed: true },
  into: { properties: true, customer_stops: true, owner: true, deleted: true },
  owner: 'ASSIGNED',
};

/** What a connection was given; as a new one does where that cannot be read. */
export const settingsOf = (given: unknown): HubSpotSettings =>
  hubSpotSettings.safeParse(given).data ?? defaultHubSpotSettings;

/** The events that a connection with these settings has to hear of. */
export function hubSpotEvents({ out }: HubSpotSettings): WebhookEvent[] {
  return [
    ...(out.create && !out.sent ? (['FIRST_EMAIL_SENT'] as const) : []),
    ...(out.sent ? (['EMAIL_SENT'] as const) : []),
    ...(out.opened ? (['EMAIL_OPEN'] as const) : []),
    ...(out.replied ? (['EMAIL_REPLY'] as const) : []),
    ...(out.category || out.meeting ? (['LEAD_CATEGORY_UPDATED'] as const) : []),
    ...(out.unsubscribed ? (['LEAD_UNSUBSCRIBED'] as const) : []),
  ];
}

import { Hono } from 'hono';
import type { OAuthApp } from '#platform/integrations/integration-access';
import { addContacts } from './hubspot-contacts';
import { failed } from './hubspot-errors';
import { addContactActions, type HubSpotEvents } from './hubspot-events';
import { addTokens, limitRequests } from './hubspot-access';
import { addLists } from './hubspot-lists';
import { addPages } from './hubspot-pages';
import { known, owners, readOnly, seedContacts, statuses } from './hubspot-seed';
import type { HubSpotState } from './hubspot-state';

export type SandboxHubSpot = { app: Hono } & Pick<HubSpotState, 'contacts' | 'engagements' | 'answerNext' | 'requests'>;

/**
 * HubSpot by its published protocol (CRM v3, OAuth v1, webhooks v3): contacts, lists, owners, properties and
 * engagements, its errors, and its limit of requests.
 */
export function createSandboxHubSpot(
  options: { client: OAuthApp; now: () => number } & Omit<HubSpotEvents, 'clientSecret'>,
): SandboxHubSpot {
  const { client, now, sendEvents, publicUri } = options;
  const app = new Hono();
  let last = 95_000;
  const state: HubSpotState = {
    contacts: seedContacts(),
    engagements: [],
    answerNext: [],
    requests: [],
    codes: new Map(),
    nextId: () => String((last += 1)),
    now,
  };
  limitRequests(app, state);
  addTokens(app, client, state);
  addProperties(app);
  addLists(app, state);
  addContacts(app, state);
  addEngagements(app, state);
  const { contacts, engagements, answerNext, requests, codes } = state;
  addPages(app, { client, codes, contacts, engagements });
  addContactActions(app, { clientSecret: client.clientSecret, sendEvents, publicUri }, state);
  return { app, contacts, engagements, answerNext, requests };
}

/** Properties of contacts, and the people who own them. */
function addProperties(app: Hono): void {
  app.get('/crm/v3/properties/contacts', (context) =>
    context.json({
      results: Object.entries({ ...known, ...readOnly }).map(([name, label]) => ({
        name,
        label,
        type: name === 'hs_lead_status' || name === 'lifecyclestage' ? 'enumeration' : 'string',
        options: name === 'hs_lead_status' ? statuses.map((value) => ({ value, label: value })) : [],
        modificationMetadata: { readOnlyValue: name in readOnly },
      })),
    }),
  );
  app.get('/crm/v3/owners', (context) => context.json({ results: owners }));
  app.get('/crm/v3/owners/', (context) => context.json({ results: owners }));
}

/** Emails, notes, meetings and tasks, each of one contact and once for its key. */
function addEngagements(app: Hono, { contacts, engagements, nextId, now }: HubSpotState): void {
  app.post('/crm/v3/objects/:kind{emails|notes|meetings|tasks}', async (context) => {
    const { properties, associations } = await context.req.json<{
      properties: Record<string, string>;
      associations?: { to: { id: string }; types: { associationTypeId: number }[] }[];
    }>();
    if (!properties['hs_timestamp'])
      return failed(context, 'VALIDATION_ERROR', 'hs_timestamp is required', [{ code: 'REQUIRED_PROPERTIES_MISSING' }]);
    const contact = associations?.[0]?.to.id ?? '';
    if (!contacts.has(contact)) return failed(context, 'OBJECT_NOT_FOUND', 'The associated contact does not exist');
    const key = properties['hs_unique_creation_key'];
    const there = key && engagements.find((one) => one.properties['hs_unique_creation_key'] === key);
    if (there) return failed(context, 'CONFLICT', `Object already exists. Existing ID: ${there.id}`);
    const made = { id: nextId(), kind: context.req.param('kind'), contact, properties };
    engagements.push(made);
    return context.json({ id: made.id, properties, createdAt: new Date(now()).toISOString() }, 201);
  });
}

import { createHmac, randomBytes } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { seededUnit } from '#engine/sending/seeded-random';
import type { OAuthApp } from '#platform/integrations/integration-access';
import { addPages } from './hubspot-pages';
import {
  known,
  lists,
  owners,
  portal,
  readOnly,
  seedContacts,
  statuses,
  type Contact,
  type Engagement,
} from './hubspot-seed';

export interface SandboxHubSpot {
  app: Hono;
  contacts: Map<string, Contact>;
  engagements: Engagement[];
  /** Requests that the next ones are answered with instead: tests of limits and outages. */
  answerNext: { status: number; body: unknown; retryAfter?: number }[];
  /** Counts all requests of the API. */
  requests: { method: string; path: string }[];
}

/** The categories of HubSpot's errors that happen here, each with its status. */
const statusOf = {
  VALIDATION_ERROR: 400,
  BAD_CLIENT_SECRET: 400,
  BAD_REFRESH_TOKEN: 400,
  BAD_AUTH_CODE: 400,
  EXPIRED_AUTHENTICATION: 401,
  OBJECT_NOT_FOUND: 404,
  CONFLICT: 409,
} as const;

const failed = (context: Context, category: keyof typeof statusOf, message: string, errors: unknown[] = []) =>
  context.json(
    { status: 'error', message, correlationId: randomBytes(8).toString('hex'), category, errors },
    statusOf[category],
  );

/**
 * HubSpot by its published protocol (CRM v3, OAuth v1, webhooks v3): contacts, lists, owners, properties and
 * engagements, its errors, and the limit of 110 requests in ten seconds. `publicUri` is where its events go; they are
 * signed as HubSpot signs them.
 */
export function createSandboxHubSpot(options: {
  client: OAuthApp;
  now: () => number;
  sendEvents: (body: string, headers: Record<string, string>) => Promise<void>;
  publicUri: string;
}): SandboxHubSpot {
  const { client, now } = options;
  const app = new Hono();
  const contacts = seedContacts();
  const engagements: Engagement[] = [];
  const requests: SandboxHubSpot['requests'] = [];
  const answerNext: SandboxHubSpot['answerNext'] = [];
  const codes = new Map<string, string>();
  let last = 95_000;
  let spent: number[] = [];
  // Random, so that events of two starts are never taken for the same.
  let eventId = randomBytes(5).readUIntBE(0, 5);
  const wire = (contact: Contact, only?: readonly string[]) => ({
    id: contact.id,
    properties: {
      hs_object_id: contact.id,
      lastmodifieddate: new Date(contact.changed).toISOString(),
      ...Object.fromEntries(
        Object.entries(contact.properties).filter(([name]) => !only?.length || only.includes(name) || name === 'email'),
      ),
    },
    createdAt: new Date(0).toISOString(),
    updatedAt: new Date(contact.changed).toISOString(),
    archived: false,
  });
  const byEmail = (email: string) =>
    [...contacts.values()].find((contact) => contact.properties['email'] === email.toLowerCase());
  const unknownProperty = (context: Context, given: Record<string, unknown>) => {
    const wrong = Object.keys(given).find((name) => !(name in known));
    if (wrong)
      return failed(context, 'VALIDATION_ERROR', `Property values were not valid: Property "${wrong}" does not exist`, [
        {
          message: `Property "${wrong}" does not exist`,
          code: 'PROPERTY_DOESNT_EXIST',
          context: { propertyName: [wrong] },
        },
      ]);
    const status = given['hs_lead_status'];
    if (typeof status === 'string' && status && !statuses.includes(status))
      return failed(context, 'VALIDATION_ERROR', `${status} was not one of the allowed options`, [
        { message: `${status} was not one of the allowed options`, code: 'INVALID_OPTION' },
      ]);
    return null;
  };
  const emit = async (event: Record<string, unknown>) => {
    const body = JSON.stringify([
      {
        eventId: (eventId += 1),
        subscriptionId: 1,
        portalId: portal,
        appId: 1,
        occurredAt: now(),
        attemptNumber: 0,
        changeSource: 'CRM_UI',
        ...event,
      },
    ]);
    const timestamp = String(now());
    await options.sendEvents(body, {
      'content-type': 'application/json',
      'x-hubspot-request-timestamp': timestamp,
      'x-hubspot-signature-v3': createHmac('sha256', client.clientSecret)
        .update(`POST${options.publicUri}${body}${timestamp}`)
        .digest('base64'),
    });
  };

  app.post('/oauth/v1/token', async (context) => {
    const form = new URLSearchParams(await context.req.text());
    if (form.get('client_id') !== client.clientId || form.get('client_secret') !== client.clientSecret)
      return failed(context, 'BAD_CLIENT_SECRET', 'missing or invalid client secret');
    if (form.get('grant_type') === 'refresh_token') {
      if (!form.get('refresh_token')?.startsWith('sandbox-refresh-'))
        return failed(context, 'BAD_REFRESH_TOKEN', 'missing or unknown refresh token');
    } else {
      const code = form.get('code') ?? '';
      const redirect = codes.get(code);
      codes.delete(code);
      if (redirect === undefined || redirect !== form.get('redirect_uri'))
        return failed(context, 'BAD_AUTH_CODE', 'missing or unknown auth code');
    }
    return context.json({
      token_type: 'bearer',
      access_token: `sandbox-access-${now() + 1_800_000}`,
      refresh_token: `sandbox-refresh-${randomBytes(8).toString('hex')}`,
      expires_in: 1_800,
    });
  });
  app.use('*', async (context, next) => {
    const { path } = context.req;
    if (!path.includes('/crm/') && !path.includes('/access-tokens/')) return next();
    requests.push({ method: context.req.method, path });
    const planned = answerNext.shift();
    if (planned)
      return context.json(planned.body as object, planned.status as 400, {
        ...(planned.retryAfter ? { 'retry-after': String(planned.retryAfter) } : {}),
      });
    const token = context.req.header('authorization')?.replace('Bearer sandbox-access-', '') ?? '';
    if (!(Number(token) > now()))
      return failed(context, 'EXPIRED_AUTHENTICATION', 'The OAuth token used to make this call expired.');
    spent = spent.filter((time) => time > now() - 10_000);
    if (spent.length >= 110)
      return context.json(
        {
          status: 'error',
          message: 'You have reached your ten_secondly_rolling limit.',
          errorType: 'RATE_LIMIT',
          policyName: 'TEN_SECONDLY_ROLLING',
        },
        429,
      );
    spent.push(now());
    return next();
  });
  app.get('/oauth/v1/access-tokens/:token', (context) =>
    context.json({
      hub_id: portal,
      hub_domain: 'northlight-growth.hubspot.sandbox',
      user: 'maya@northlight.test',
      scopes: [],
    }),
  );
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
  const members = (share: number) =>
    [...contacts.values()].filter((contact) => seededUnit('hubspot list', contact.id) < share);
  app.post('/crm/v3/lists/search', (context) =>
    context.json({
      lists: lists.map(({ listId, name, share }) => ({
        listId,
        name,
        objectTypeId: '0-1',
        additionalProperties: { hs_list_size: String(members(share).length) },
      })),
      hasMore: false,
      total: lists.length,
    }),
  );
  app.get('/crm/v3/lists/:list/memberships', (context) => {
    const list = lists.find(({ listId }) => listId === context.req.param('list'));
    if (!list) return failed(context, 'OBJECT_NOT_FOUND', 'List does not exist');
    const limit = Number(context.req.query('limit') ?? 100);
    const from = Number(context.req.query('after') ?? 0);
    const all = members(list.share);
    return context.json({
      results: all
        .slice(from, from + limit)
        .map(({ id }) => ({ recordId: id, membershipTimestamp: new Date(0).toISOString() })),
      ...(from + limit < all.length ? { paging: { next: { after: String(from + limit) } } } : {}),
    });
  });
  app.post('/crm/v3/objects/contacts/batch/read', async (context) => {
    const { inputs, properties } = await context.req.json<{ inputs: { id: string }[]; properties: string[] }>();
    if (inputs.length > 100) return failed(context, 'VALIDATION_ERROR', 'The maximum number of inputs is 100');
    const found = inputs.flatMap(({ id }) => contacts.get(id) ?? []);
    return context.json({ status: 'COMPLETE', results: found.map((contact) => wire(contact, properties)) });
  });
  app.get('/crm/v3/objects/contacts', (context) => {
    const limit = Math.min(100, Number(context.req.query('limit') ?? 10));
    const from = Number(context.req.query('after') ?? 0);
    const all = [...contacts.values()];
    return context.json({
      results: all
        .slice(from, from + limit)
        .map((contact) => wire(contact, context.req.query('properties')?.split(','))),
      ...(from + limit < all.length ? { paging: { next: { after: String(from + limit) } } } : {}),
    });
  });
  app.get('/crm/v3/objects/contacts/:id', (context) => {
    const id = decodeURIComponent(context.req.param('id'));
    const contact = context.req.query('idProperty') === 'email' ? byEmail(id) : contacts.get(id);
    return contact
      ? context.json(wire(contact, context.req.query('properties')?.split(',')))
      : failed(context, 'OBJECT_NOT_FOUND', 'resource not found');
  });
  app.post('/crm/v3/objects/contacts', async (context) => {
    const { properties } = await context.req.json<{ properties: Record<string, string> }>();
    const problem = unknownProperty(context, properties);
    if (problem) return problem;
    const there = byEmail(properties['email'] ?? '');
    if (there) return failed(context, 'CONFLICT', `Contact already exists. Existing ID: ${there.id}`);
    const contact = { id: String((last += 1)), properties: { lifecyclestage: 'lead', ...properties }, changed: now() };
    contacts.set(contact.id, contact);
    return context.json(wire(contact), 201);
  });
  app.patch('/crm/v3/objects/contacts/:id', async (context) => {
    const contact = contacts.get(context.req.param('id'));
    if (!contact) return failed(context, 'OBJECT_NOT_FOUND', 'resource not found');
    const { properties } = await context.req.json<{ properties: Record<string, string> }>();
    const problem = unknownProperty(context, properties);
    if (problem) return problem;
    Object.assign(contact.properties, properties);
    contact.changed = now();
    return context.json(wire(contact));
  });
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
    const made = { id: String((last += 1)), kind: context.req.param('kind'), contact, properties };
    engagements.push(made);
    return context.json({ id: made.id, properties, createdAt: new Date(now()).toISOString() }, 201);
  });

  addPages(app, { client, codes, contacts, engagements });
  app.post('/contacts/:id/:action', async (context) => {
    const contact = contacts.get(context.req.param('id'));
    if (contact) {
      const objectId = Number(contact.id);
      contact.changed = now();
      if (context.req.param('action') === 'customer') {
        contact.properties['lifecyclestage'] = 'customer';
        await emit({
          subscriptionType: 'contact.propertyChange',
          objectId,
          propertyName: 'lifecyclestage',
          propertyValue: 'customer',
        });
      } else if (context.req.param('action') === 'owner') {
        const owner = contact.properties['hubspot_owner_id'] === '71' ? '72' : '71';
        contact.properties['hubspot_owner_id'] = owner;
        await emit({
          subscriptionType: 'contact.propertyChange',
          objectId,
          propertyName: 'hubspot_owner_id',
          propertyValue: owner,
        });
      } else {
        contacts.delete(contact.id);
        await emit({ subscriptionType: 'contact.deletion', objectId });
        return context.redirect('../../', 303);
      }
    }
    return context.redirect(`../${context.req.param('id')}`, 303);
  });
  return { app, contacts, engagements, answerNext, requests };
}

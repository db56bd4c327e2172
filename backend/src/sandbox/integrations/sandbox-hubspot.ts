import { createHmac, randomBytes } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { seededUnit } from '../../engine/sending/seeded-random';
import type { OAuthApp } from '../../platform/integrations/integration-access';
import { escapeHtml, standInPage, standInPolicy } from './stand-in-page';

interface Contact {
  id: string;
  properties: Record<string, string>;
  changed: number;
}
interface Engagement {
  id: string;
  kind: string;
  contact: string;
  properties: Record<string, string>;
}
export interface SandboxHubSpot {
  app: Hono;
  contacts: Map<string, Contact>;
  engagements: Engagement[];
  /** Requests that the next ones are answered with instead: tests of limits and outages. */
  answerNext: { status: number; body: unknown; retryAfter?: number }[];
  /** Counts all requests of the API. */
  requests: { method: string; path: string }[];
}

const portal = 24_817_336;
const known: Record<string, string> = {
  email: 'Email',
  firstname: 'First name',
  lastname: 'Last name',
  phone: 'Phone number',
  jobtitle: 'Job title',
  company: 'Company name',
  website: 'Website URL',
  address: 'Street address',
  city: 'City',
  state: 'State/Region',
  zip: 'Postal code',
  country: 'Country/Region',
  hs_lead_status: 'Lead status',
  lifecyclestage: 'Lifecycle stage',
  hubspot_owner_id: 'Contact owner',
  hs_linkedin_url: 'LinkedIn URL',
};
const readOnly: Record<string, string> = {
  hs_object_id: 'Record ID',
  lastmodifieddate: 'Last modified',
  createdate: 'Created',
};
const statuses = [
  'NEW',
  'OPEN',
  'IN_PROGRESS',
  'OPEN_DEAL',
  'UNQUALIFIED',
  'ATTEMPTED_TO_CONTACT',
  'CONNECTED',
  'BAD_TIMING',
];
const lists = [
  { listId: '101', name: 'ICP logistics, Q4', share: 0.6 },
  { listId: '102', name: 'Newsletter, opened in 30 days', share: 0.35 },
  { listId: '103', name: 'Trade fair Chicago', share: 0.2 },
];
const owners = [
  { id: '71', email: 'maya@northlight.test', firstName: 'Maya', lastName: 'Lindqvist' },
  { id: '72', email: 'tom@northlight.test', firstName: 'Tom', lastName: 'Adeyemi' },
];
const people =
  'Priya Raman,Denise Okafor,Jonas Whitfield,Erik Lund,Tara Bielski,Hugo Almeida,Marcus Oyelaran,Sofia Grant,Ingrid Solberg,Noah Fischer,Amara Diallo,Lucas Pereira,Hanna Virtanen,Omar Haddad,Mei Tanaka,Clara Rossi,Viktor Novak,Elena Petrova,Samuel Mensah,Aoife Byrne,Diego Castro,Lina Haas,Mateus Silva,Yara Nasser'.split(
    ',',
  );
const companies = ['Alder Freight', 'Lakefront 3PL', 'Portline', 'Fjord Group', 'Novaterra', 'Halden Cold'];

/** People at prospects.test, so that what is imported can be written to; the first word decides how each reacts. */
function seedContacts(): Map<string, Contact> {
  return new Map(
    people.map((name, index) => {
      const [first = '', last = ''] = name.split(' ');
      const word = ['interested', 'replies', 'silent', 'opens', 'notinterested'][index % 5] ?? 'silent';
      const id = String(90_801 + index);
      return [
        id,
        {
          id,
          changed: 0,
          properties: {
            email: `${word}.${first}.${last}@prospects.test`.toLowerCase(),
            firstname: first,
            lastname: last,
            company: companies[index % companies.length] as string,
            jobtitle: ['Head of Operations', 'VP Logistics', 'Plant Director'][index % 3] as string,
            city: ['Joliet', 'Rotterdam', 'Oslo'][index % 3] as string,
            state: ['IL', '', ''][index % 3] as string,
            country: ['United States', 'Netherlands', 'Norway'][index % 3] as string,
            phone: `+1 815 555 0${100 + index}`,
            lifecyclestage: 'lead',
            hubspot_owner_id: owners[index % 2]!.id,
          },
        },
      ];
    }),
  );
}

const failed = (
  context: Context,
  status: 400 | 401 | 404 | 409 | 429,
  message: string,
  category: string,
  errors: unknown[] = [],
) =>
  context.json({ status: 'error', message, correlationId: randomBytes(8).toString('hex'), category, errors }, status);

/**
 * HubSpot by its published protocol (CRM v3, OAuth v1, webhooks v3): contacts, lists, owners, properties and engagements, its errors, and the limit of
 * 110 requests in ten seconds. `publicUri` is where its events go; they are signed as HubSpot signs them.
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
      return failed(
        context,
        400,
        `Property values were not valid: Property "${wrong}" does not exist`,
        'VALIDATION_ERROR',
        [
          {
            message: `Property "${wrong}" does not exist`,
            code: 'PROPERTY_DOESNT_EXIST',
            context: { propertyName: [wrong] },
          },
        ],
      );
    const status = given['hs_lead_status'];
    if (typeof status === 'string' && status && !statuses.includes(status))
      return failed(context, 400, `${status} was not one of the allowed options`, 'VALIDATION_ERROR', [
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
      return failed(context, 400, 'missing or invalid client secret', 'BAD_CLIENT_SECRET');
    if (form.get('grant_type') === 'refresh_token') {
      if (!form.get('refresh_token')?.startsWith('sandbox-refresh-'))
        return failed(context, 400, 'missing or unknown refresh token', 'BAD_REFRESH_TOKEN');
    } else {
      const code = form.get('code') ?? '';
      const redirect = codes.get(code);
      codes.delete(code);
      if (redirect === undefined || redirect !== form.get('redirect_uri'))
        return failed(context, 400, 'missing or unknown auth code', 'BAD_AUTH_CODE');
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
      return failed(context, 401, 'The OAuth token used to make this call expired.', 'EXPIRED_AUTHENTICATION');
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
    if (!list) return failed(context, 404, 'List does not exist', 'OBJECT_NOT_FOUND');
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
    if (inputs.length > 100) return failed(context, 400, 'The maximum number of inputs is 100', 'VALIDATION_ERROR');
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
      : failed(context, 404, 'resource not found', 'OBJECT_NOT_FOUND');
  });
  app.post('/crm/v3/objects/contacts', async (context) => {
    const { properties } = await context.req.json<{ properties: Record<string, string> }>();
    const problem = unknownProperty(context, properties);
    if (problem) return problem;
    const there = byEmail(properties['email'] ?? '');
    if (there) return failed(context, 409, `Contact already exists. Existing ID: ${there.id}`, 'CONFLICT');
    const contact = { id: String((last += 1)), properties: { lifecyclestage: 'lead', ...properties }, changed: now() };
    contacts.set(contact.id, contact);
    return context.json(wire(contact), 201);
  });
  app.patch('/crm/v3/objects/contacts/:id', async (context) => {
    const contact = contacts.get(context.req.param('id'));
    if (!contact) return failed(context, 404, 'resource not found', 'OBJECT_NOT_FOUND');
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
      return failed(context, 400, 'hs_timestamp is required', 'VALIDATION_ERROR', [
        { code: 'REQUIRED_PROPERTIES_MISSING' },
      ]);
    const contact = associations?.[0]?.to.id ?? '';
    if (!contacts.has(contact))
      return failed(context, 404, 'The associated contact does not exist', 'OBJECT_NOT_FOUND');
    const key = properties['hs_unique_creation_key'];
    const there = key && engagements.find((one) => one.properties['hs_unique_creation_key'] === key);
    if (there) return failed(context, 409, `Object already exists. Existing ID: ${there.id}`, 'CONFLICT');
    const made = { id: String((last += 1)), kind: context.req.param('kind'), contact, properties };
    engagements.push(made);
    return context.json({ id: made.id, properties, createdAt: new Date(now()).toISOString() }, 201);
  });

  const page = (context: Context, title: string, content: string) => {
    const nonce = randomBytes(16).toString('base64');
    return context.html(standInPage('HubSpot', nonce, title, content), 200, standInPolicy(nonce));
  };
  app.get('/oauth/authorize', (context) => {
    const { client_id: id, redirect_uri: redirect = '', state = '' } = context.req.query();
    if (id !== client.clientId || !URL.canParse(redirect)) return context.text('invalid client_id', 400);
    const back = (extra: Record<string, string>) => {
      const url = new URL(redirect);
      for (const [name, value] of Object.entries({ ...extra, state })) url.searchParams.set(name, value);
      return escapeHtml(url.href);
    };
    const code = randomBytes(12).toString('hex');
    codes.set(code, redirect);
    return page(
      context,
      'Connect Skein to northlight-growth?',
      `<article><p>Skein will be able to read and change contacts, and to read lists, owners and properties.</p><a class="button main" href="${back({ code })}">Connect app</a><a class="button" href="${back({ error: 'access_denied' })}">Cancel</a></article>`,
    );
  });
  app.get('/', (context) =>
    page(
      context,
      `${contacts.size} contacts`,
      `<table><thead><tr><th>Contact</th><th>Lead status</th><th>Activities</th></tr></thead><tbody>${[...contacts.values()].map((contact) => `<tr><td><a href="./contacts/${contact.id}">${escapeHtml(contact.properties['email'] ?? contact.id)}</a></td><td>${escapeHtml(contact.properties['hs_lead_status'] ?? '')}</td><td>${engagements.filter((one) => one.contact === contact.id).length}</td></tr>`).join('')}</tbody></table>`,
    ),
  );
  app.get('/contacts/:id', (context) => {
    const contact = contacts.get(context.req.param('id'));
    if (!contact) return page(context, 'There is no such contact', '');
    const button = (action: string, label: string) =>
      `<form method="post" action="./${contact.id}/${action}"><button>${label}</button></form>`;
    return page(
      context,
      contact.properties['email'] ?? contact.id,
      `<table>${Object.entries(contact.properties)
        .map(([name, value]) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
        .join(
          '',
        )}</table>${button('customer', 'Set lifecycle stage to Customer')}${button('owner', 'Change owner')}${button('delete', 'Delete')}<h2>Activities</h2>${
        engagements
          .filter((one) => one.contact === contact.id)
          .map(
            (one) =>
              `<article><p class="soft">${one.kind}, ${escapeHtml(one.properties['hs_timestamp'] ?? '')}</p><p>${escapeHtml(one.properties['hs_email_subject'] ?? one.properties['hs_meeting_title'] ?? '')}</p><blockquote>${escapeHtml((one.properties['hs_email_text'] ?? one.properties['hs_note_body'] ?? '').slice(0, 600))}</blockquote></article>`,
          )
          .join('') || '<p class="soft">None yet.</p>'
      }`,
    );
  });
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

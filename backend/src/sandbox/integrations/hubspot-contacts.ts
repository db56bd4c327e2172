import type { Context, Hono } from 'hono';
import { failed } from './hubspot-errors';
import { known, statuses, type Contact } from './hubspot-seed';
import type { HubSpotState } from './hubspot-state';

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

/** Contacts of CRM v3: read in pages, by id or by email, created and updated. */
export function addContacts(app: Hono, { contacts, nextId, now }: HubSpotState): void {
  const byEmail = (email: string) =>
    [...contacts.values()].find((contact) => contact.properties['email'] === email.toLowerCase());
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
    const contact = { id: nextId(), properties: { lifecyclestage: 'lead', ...properties }, changed: now() };
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
}

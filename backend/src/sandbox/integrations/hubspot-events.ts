import { createHmac, randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import { portal } from './hubspot-seed';
import type { HubSpotState } from './hubspot-state';

export interface HubSpotEvents {
  clientSecret: string;
  sendEvents: (body: string, headers: Record<string, string>) => Promise<void>;
  /** Where events go; they are signed for it, as HubSpot signs them. */
  publicUri: string;
}

/** Webhooks v3. @returns sends one event */
function createEmitter(events: HubSpotEvents, now: () => number): (event: Record<string, unknown>) => Promise<void> {
  // Random, so that events of two starts are never taken for the same.
  let eventId = randomBytes(5).readUIntBE(0, 5);
  return async (event) => {
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
    await events.sendEvents(body, {
      'content-type': 'application/json',
      'x-hubspot-request-timestamp': timestamp,
      'x-hubspot-signature-v3': createHmac('sha256', events.clientSecret)
        .update(`POST${events.publicUri}${body}${timestamp}`)
        .digest('base64'),
    });
  };
}

/** What is pressed on the page of a contact: the contact changes, and an event says so. */
export function addContactActions(app: Hono, events: HubSpotEvents, { contacts, now }: HubSpotState): void {
  const emit = createEmitter(events, now);
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
}

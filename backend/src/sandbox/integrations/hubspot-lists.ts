import type { Hono } from 'hono';
import { seededUnit } from '#engine/sending/seeded-random';
import { failed } from './hubspot-errors';
import { lists } from './hubspot-seed';
import type { HubSpotState } from './hubspot-state';

/** Lists of CRM v3, each with a share of the contacts. */
export function addLists(app: Hono, { contacts }: Pick<HubSpotState, 'contacts'>): void {
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
}

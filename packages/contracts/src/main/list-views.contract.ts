import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, idParam, instant } from '../schemas';

/** The lists that keep views and choices of a person. */
export const viewLists = ['all-campaigns', 'campaign-leads', 'all-leads', 'email-accounts', 'master-inbox'] as const;
export type ViewList = (typeof viewLists)[number];

const name = z.string().trim().min(1, 'is required').max(60);
/** The query of the list's address, as it stands behind the question mark; a view is a name for it. */
const address = z.string().max(2000);

export const savedView = z.object({
  id: z.number().int(),
  list: z.enum(viewLists),
  name: z.string(),
  address,
  created_at: instant,
});
export type SavedView = z.output<typeof savedView>;

/** What a person chose for the table of a list. */
export const listChoice = z.object({
  columns: z.array(z.string().max(60)).max(60).optional(),
  columnWidths: z
    .record(z.string().max(60), z.number().min(20).max(2000))
    .refine((widths) => Object.keys(widths).length <= 60, 'can be at most 60')
    .optional(),
  pageSize: z.number().int().min(1).max(200).optional(),
  /** As many rows as the window has room for, in place of a number of them. */
  fillsScreen: z.boolean().optional(),
  density: z.enum(['compact', 'default', 'two-line']).optional(),
});

const listName = z.string().regex(/^[a-z][a-z-]{0,39}$/, 'must be the name of a list');
const viewId = z.object({ viewId: idParam });

export const listViewsContract = defineContract({
  service: 'main',
  tag: 'List views',
  endpoints: {
    listViews: {
      method: 'GET',
      path: '/api/list-views',
      access: { who: 'person', may: 'profile' },
      summary: 'Saved views and table choices of the person who asks',
      response: z.object({
        views: z.array(savedView),
        choices: z.record(z.string(), listChoice),
        most_views: z.number().int().nullable().describe('How many views the plan allows; null is any number'),
      }),
    },
    saveView: {
      method: 'POST',
      path: '/api/list-views',
      access: { who: 'person', may: 'profile' },
      summary: "Keep a list's filters, sort and search under a name",
      body: z.object({ list: z.enum(viewLists), name, address }),
      response: savedView,
    },
    changeView: {
      method: 'PATCH',
      path: '/api/list-views/:viewId',
      access: { who: 'person', may: 'profile' },
      summary: 'Rename a view or point it at other filters',
      params: viewId,
      body: z.object({ name: name.optional(), address: address.optional() }),
      response: savedView,
    },
    deleteView: {
      method: 'DELETE',
      path: '/api/list-views/:viewId',
      access: { who: 'person', may: 'profile' },
      summary: 'Delete a saved view',
      params: viewId,
      response: done,
    },
    keepChoice: {
      method: 'PUT',
      path: '/api/list-choices/:list',
      access: { who: 'person', may: 'profile' },
      summary: 'Keep columns, widths, page size and row height of a list with the person',
      params: z.object({ list: listName }),
      body: listChoice,
      response: done,
    },
  },
});

import { z } from 'zod';
import { sentiments } from '../constants';
import { defineContract } from '../endpoint';
import { done, idParam, instant } from '../schemas';

export const categoryView = z.object({
  id: z.number().int(),
  name: z.string(),
  sentiment: z.enum(sentiments),
  /** When a reply belongs here; the AI reads it. */ description: z.string(),
  hue: z.string().nullable(),
  shape: z.string().nullable(),
  is_fixed: z.boolean(),
  created_at: instant.nullable(),
});
const categoryInput = z.object({
  name: z.string().trim().min(1, 'is required').max(60),
  sentiment: z.enum(sentiments).default('neutral'),
  description: z.string().trim().max(300, 'can have at most 300 characters').optional(),
  hue: z.string().max(40).nullable().optional(),
  shape: z.string().max(40).nullable().optional(),
});
const categoryId = z.object({ categoryId: idParam });

/** Lead categories: 1 to 7 fixed, 8 and 9 the system's, custom ones from 10. Ids up to 9 can be neither changed nor deleted. */
export const categoriesContract = defineContract({
  service: 'main',
  tag: 'Lead categories',
  endpoints: {
    listCategories: {
      method: 'GET',
      path: '/api/lead-categories',
      access: { who: 'person', may: 'inbox.read' },
      summary: 'Categories in the order of their ids',
      response: z.object({ categories: z.array(categoryView) }),
    },
    createCategory: {
      method: 'POST',
      path: '/api/lead-categories',
      access: { who: 'person', may: 'shared.write' },
      summary: 'Create a category',
      body: categoryInput,
      response: categoryView,
    },
    updateCategory: {
      method: 'PATCH',
      path: '/api/lead-categories/:categoryId',
      access: { who: 'person', may: 'shared.write' },
      summary: 'Change a custom category',
      params: categoryId,
      body: categoryInput.partial(),
      response: categoryView,
    },
    deleteCategory: {
      method: 'DELETE',
      path: '/api/lead-categories/:categoryId',
      access: { who: 'person', may: 'lead.delete' },
      summary: 'Delete a custom category; its leads then have none',
      params: categoryId,
      response: done,
    },
  },
});

import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done } from '../schemas';
import { category, course, itemDetail, itemSummary, progressStates, universityEvent } from './library';

const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be the name of an item')
  .max(80);
const eventId = z.string().regex(/^[a-z0-9-]{1,80}\.\d{4}-\d{2}-\d{2}$/, 'must be the id of an event');

/** The learning library and its events (docs/domain.md, University). */
export const universityContract = defineContract({
  service: 'university',
  tag: 'University',
  endpoints: {
    library: {
      method: 'GET',
      path: '/api/university/library',
      access: { who: 'person', may: 'profile' },
      summary: 'Courses, categories and items with the progress of the person who asks',
      response: z.object({
        courses: z.array(course),
        categories: z.array(category),
        items: z.array(itemSummary),
      }),
    },
    search: {
      method: 'GET',
      path: '/api/university/search',
      access: { who: 'person', may: 'profile' },
      summary: 'Items that contain every word of a text, best first',
      query: z.object({ q: z.string().trim().min(2, 'needs at least 2 characters').max(100) }),
      response: z.object({ found: z.array(z.object({ slug: z.string(), excerpt: z.string() })) }),
    },
    item: {
      method: 'GET',
      path: '/api/university/items/:slug',
      access: { who: 'person', may: 'profile' },
      summary: 'One item with its text',
      params: z.object({ slug }),
      response: itemDetail,
    },
    video: {
      method: 'GET',
      path: '/api/university/videos/:file',
      access: { who: 'anyone' },
      summary: 'A recording of the library with its captions and picture; takes Range',
      params: z.object({
        file: z.string().regex(/^[a-z0-9-]{1,80}\.(?:webm|mp4|vtt|jpg)$/, 'must be the name of a file'),
      }),
      query: z.object({ v: z.string().max(40).optional() }),
      answer: 'raw',
      response: z.string(),
    },
    picture: {
      method: 'GET',
      path: '/api/university/pictures/:file',
      access: { who: 'anyone' },
      summary: 'A picture in a text of the library',
      params: z.object({
        file: z.string().regex(/^[a-z0-9-]{1,80}\.(?:webp|png|jpg)$/, 'must be the name of a picture'),
      }),
      query: z.object({ v: z.string().max(40).optional() }),
      answer: 'raw',
      response: z.string(),
    },
    keepProgress: {
      method: 'PUT',
      path: '/api/university/items/:slug/progress',
      access: { who: 'person', may: 'profile' },
      summary: 'Keep how far a person is with an item, or save it for later',
      params: z.object({ slug }),
      body: z.object({ state: z.enum(progressStates).optional(), is_saved: z.boolean().optional() }),
      response: itemSummary,
    },
    events: {
      method: 'GET',
      path: '/api/university/events',
      access: { who: 'person', may: 'profile' },
      summary: 'Events of the next twelve weeks, and past ones that have a recording',
      response: z.object({ upcoming: z.array(universityEvent), past: z.array(universityEvent) }),
    },
    register: {
      method: 'PUT',
      path: '/api/university/events/:eventId/registration',
      access: { who: 'person', may: 'profile' },
      summary: 'Register for one date of an event',
      params: z.object({ eventId }),
      response: universityEvent,
    },
    unregister: {
      method: 'DELETE',
      path: '/api/university/events/:eventId/registration',
      access: { who: 'person', may: 'profile' },
      summary: 'Cancel a registration',
      params: z.object({ eventId }),
      response: done,
    },
    calendarFile: {
      method: 'GET',
      path: '/api/university/events/:eventId/calendar.ics',
      access: { who: 'person', may: 'profile' },
      summary: 'One date of an event as a calendar file (RFC 5545) with a reminder',
      params: z.object({ eventId }),
      answer: 'raw',
      response: z.string(),
    },
  },
});

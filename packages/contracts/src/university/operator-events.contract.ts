import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, instant, timeZone } from '../schemas';

const operator = { who: 'operator' } as const;
const eventParams = z.object({
  eventSlug: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be the name of an event')
    .max(80),
});
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'is required')
    .max(most)
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must have no line breaks');
const address = z.url({ protocol: /^https?$/, error: 'must be an address that begins with https://' }).max(2_000);
const dayAndTime = z.iso
  .datetime({ local: true, offset: false, precision: -1, error: 'must be a date and time such as 2026-01-07T11:00' })
  .regex(/^[^Z]*$/, 'must not include a time zone');

/** A live session as an operator plans it. */
const plannedEvent = z.object({
  title: line(120),
  host: line(120),
  summary: z.string().trim().min(1, 'is required').max(1_000),
  time_zone: timeZone,
  /** In `time_zone`. A repeated event keeps this time of day over changes of daylight saving time. */
  first: dayAndTime,
  /** Null for an event that takes place once. */
  every_weeks: z.number().int().min(1, 'must be 1 or more').max(52, 'must be 52 or less').nullable(),
  minutes: z.number().int().min(5, 'must be 5 or more').max(600, 'must be 600 or less'),
  join_url: address.nullable(),
});
export type PlannedEvent = z.output<typeof plannedEvent>;

const operatedEvent = plannedEvent.extend({
  slug: z.string(),
  next_at: instant.nullable(),
  /** People of all workspaces who registered for a date that is still to come. */
  registered: z.number().int(),
  /** Dates of the last year that have a recording. */
  recordings: z.number().int(),
  /** The latest dates of the last year, and each that has a recording, the latest first. */
  past: z.array(z.object({ day: z.string(), starts_at: instant, recording_url: z.string().nullable() })),
});
export type OperatedEvent = z.output<typeof operatedEvent>;

/** Live sessions that operators add on a page; every workspace of the installation sees them. */
export const operatorEventsContract = defineContract({
  service: 'university',
  tag: 'Operator: events',
  endpoints: {
    listOperatedEvents: {
      method: 'GET',
      path: '/api/university/operator/events',
      access: operator,
      summary: 'Events that operators added, the next one first',
      response: z.object({ events: z.array(operatedEvent) }),
    },
    addEvent: {
      method: 'POST',
      path: '/api/university/operator/events',
      access: operator,
      status: 201,
      summary: 'Add an event',
      body: plannedEvent,
      response: operatedEvent,
    },
    changeEvent: {
      method: 'PUT',
      path: '/api/university/operator/events/:eventSlug',
      access: operator,
      summary: 'Change an event; people who registered are notified of another time',
      params: eventParams,
      body: plannedEvent,
      response: operatedEvent,
    },
    keepRecording: {
      method: 'PUT',
      path: '/api/university/operator/events/:eventSlug/recording',
      access: operator,
      summary: 'Add, replace or remove the recording of one date',
      params: eventParams,
      body: z.object({ day: z.iso.date('must be a day such as 2026-01-07'), url: address.nullable() }),
      response: operatedEvent,
    },
    deleteEvent: {
      method: 'DELETE',
      path: '/api/university/operator/events/:eventSlug',
      access: operator,
      summary: 'Delete an event with its recordings; people who registered are notified',
      params: eventParams,
      response: done,
    },
  },
});

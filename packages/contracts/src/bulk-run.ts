import { z } from 'zod';
import { instant } from './schemas';

/** Every status of a long job. A kind of job uses those that it needs. */
export const runStatuses = [
  /** A file that waits until its columns are chosen. */
  'UPLOADED',
  /** Starts at a time, and can be cancelled without a trace until then. */
  'WAITING',
  'RUNNING',
  'COMPLETED',
  'CANCELLED',
  'FAILED',
  'UNDOING',
  'UNDONE',
] as const;
export type RunStatus = (typeof runStatuses)[number];

/** Progress of a long job, the same for every kind. A view adds what only its kind has. */
export const runFields = {
  total: z.number().int(),
  done: z.number().int(),
  percent: z.number(),
  /** By the pace so far; null while nothing is known, and once it is over. */
  seconds_left: z.number().int().nullable(),
  /** When it starts, while it waits for that. */
  begins_at: instant.nullable(),
  can_cancel: z.boolean(),
  /** Why it stopped early, and what to do. */
  error: z.string().nullable(),
  created_at: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  created_by_name: z.string().nullable(),
};

/** What a progress card needs to know of any long job. */
export type RunView = z.output<z.ZodObject<typeof runFields>> & { status: RunStatus };

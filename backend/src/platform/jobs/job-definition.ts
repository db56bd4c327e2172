import type { z } from 'zod';

/** A job is a route without HTTP: a name, a payload that zod checks, and (bound elsewhere) an operation. */
export interface JobDefinition<Payload = unknown> {
  /** service and operation, as in `main.settle-block-upload`; permanent, because enqueued jobs carry it */
  name: string;
  payload: z.ZodType<Payload>;
  /** runs in all before it is left as failed; 10 if not given (about two and a half hours of backoff) */
  attempts?: number;
}

/** What an operation is told about the run it belongs to. */
export interface JobContext {
  jobId: string;
  /** 1 in the first run */
  attempt: number;
  /** aborted when the process stops: give up what can be repeated */
  signal: AbortSignal;
}

/** A definition with its operation. Jobs run at least once: an operation must bear being repeated. */
export interface JobHandler<Payload = unknown> {
  definition: JobDefinition<Payload>;
  run(payload: Payload, context: JobContext): Promise<void>;
}

/** A job that the clock enqueues. Times are real and in UTC. */
export interface CronEntry {
  /** names the entry for ever; one job a slot, over all processes */
  name: string;
  /** five fields as in crontab: minute hour day-of-month month day-of-week */
  pattern: string;
  definition: { name: string; payload: z.ZodType; attempts?: number };
  payload: object;
}

/** Thrown by an operation when repeating it would never help: the job is left as failed at once, with this message. */
export class PermanentJobError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PermanentJobError';
  }
}

export const defineJob = <Payload>(definition: JobDefinition<Payload>): JobDefinition<Payload> => definition;

/** Binds a definition to its operation. The type of the payload is checked here and forgotten afterwards. */
export function handleJob<Payload>(
  definition: JobDefinition<Payload>,
  run: (payload: Payload, context: JobContext) => Promise<void>,
): JobHandler {
  return { definition, run } as JobHandler;
}

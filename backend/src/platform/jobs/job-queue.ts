import type { SqlClient, Transaction } from '../db/database';
import type { JobDefinition } from './job-definition';

interface EnqueueOptions {
  /** real time; at once if not given */
  runAt?: Date;
  /** jobs of one queue name run one after the other */
  queue?: string;
  /** at most one waiting job has this key: a second one replaces it */
  key?: string;
  /** `preserve_run_at` keeps the first one's time (debounce); `unsafe_dedupe` keeps the first one whole */
  keyMode?: 'replace' | 'preserve_run_at' | 'unsafe_dedupe';
  attempts?: number;
  /** smaller is sooner; 0 if not given */
  priority?: number;
}

/** The way into the queue. */
export interface JobQueue {
  /**
   * Enqueues in the given transaction: the job exists when the row it is about does.
   * @param task a definition, whose payload is checked now, or the name of one
   */
  enqueue(tx: Transaction | SqlClient, task: string, payload: object, options?: EnqueueOptions): Promise<void>;
  enqueue<Payload extends object>(
    tx: Transaction | SqlClient,
    task: JobDefinition<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<void>;
}

const DEFAULT_ATTEMPTS = 10;

export function createJobQueue(): JobQueue {
  return {
    async enqueue(
      tx: Transaction | SqlClient,
      task: string | JobDefinition<object>,
      payload: object,
      options: EnqueueOptions = {},
    ) {
      const definition = typeof task === 'string' ? undefined : task;
      const name = typeof task === 'string' ? task : task.name;
      const body = JSON.stringify(definition ? definition.payload.parse(payload) : payload);
      const attempts = options.attempts ?? definition?.attempts ?? DEFAULT_ATTEMPTS;
      const values = [
        name,
        body,
        options.queue ?? null,
        options.runAt?.toISOString() ?? null,
        attempts,
        options.key ?? null,
        options.keyMode ?? null,
        options.priority ?? null,
      ];
      // The casts let PostgreSQL choose the function also for values that are null.
      const sql = `
        select public.enqueue_job(
          $1::text, $2::json, $3::text, $4::timestamptz, $5::int, $6::text, $7::text, $8::int
        )::text
      `;
      if ('$queryRawUnsafe' in tx) await tx.$queryRawUnsafe(sql, ...values);
      else await tx.query(sql, values);
    },
  };
}

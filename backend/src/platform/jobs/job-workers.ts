import { EventEmitter } from 'node:events';
import { hostname } from 'node:os';

import { Logger, parseCronItems, run, type Task, type WorkerEvents } from 'graphile-worker';
import { Pool } from 'pg';

import type { Log } from '../log/log';
import {
  beat,
  forgetWorkers,
  readQueueFigures,
  releaseDeadWorkers,
  stopRetrying,
  type QueueFigures,
} from './heartbeat.store';
import { PermanentJobError, type CronEntry, type JobHandler } from './job-definition';

export interface JobWorkersOptions {
  /** connects as the owner of the database */
  url: string;
  handlers: JobHandler[];
  cron?: CronEntry[];
  /** jobs at the same time in this process; 4 if not given */
  concurrency?: number;
  log: Log;
}

export interface JobWorkers {
  figures(): Promise<QueueFigures>;
  /** Takes no more jobs, waits for the running ones (aborting them after 5 s), and gives everything free. */
  stop(): Promise<void>;
}

/** Real ms between two heartbeats, and between two looks for dead workers. */
const BEAT_INTERVAL = 3_000;

/** Seconds without a heartbeat after which a worker is dead: with one look every 3 s its jobs run again within 15 s. */
const DEAD_AFTER = 10;

/** NOTIFY wakes the workers; this poll is for jobs of the future and for lost notifications. */
const POLL_INTERVAL = 1_000;

/** Runs jobs in this process. Any number of processes may do so; they need only PostgreSQL. */
export async function startJobWorkers(options: JobWorkersOptions): Promise<JobWorkers> {
  const { log } = options;
  const concurrency = options.concurrency ?? 4;
  const pool = new Pool({
    connectionString: options.url,
    max: concurrency + 4,
    application_name: 'skein-jobs',
    keepAlive: true,
  });
  let stopping: Promise<void> | undefined;
  const onConnectionError = (error: Error) => {
    // While stopping, the database may end before the last socket is closed.
    if (!stopping) log.warn({ error }, 'a connection of the job workers was lost');
  };
  pool.on('error', onConnectionError);
  pool.on('connect', (client) => client.on('error', onConnectionError));

  const workerIds = new Set<string>();
  const signsUnderWay = new Set<Promise<void>>();
  /** A sign of life that arrives after the workers were forgotten would leave one that never stops. */
  const giveSign = (ids: readonly string[]): Promise<void> => {
    const sign = beat(pool, [...ids], hostname(), process.pid).finally(() => signsUnderWay.delete(sign));
    signsUnderWay.add(sign);
    return sign;
  };
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:create', ({ worker }) => {
    workerIds.add(worker.workerId);
    giveSign([worker.workerId]).catch(onConnectionError);
  });

  const runner = await run({
    pgPool: pool,
    events,
    concurrency,
    noHandleSignals: true,
    pollInterval: POLL_INTERVAL,
    logger: toGraphileLogger(log),
    taskList: Object.fromEntries(
      options.handlers.map((handler) => [handler.definition.name, toTask(handler, pool, log)]),
    ),
    parsedCronItems: parseCronItems((options.cron ?? []).map(toCronItem)),
  });

  const sweep = async () => {
    await giveSign([...workerIds]);
    const dead = await releaseDeadWorkers(pool, DEAD_AFTER, [...workerIds]);
    if (dead.length > 0) log.warn({ workers: dead.length }, 'gave the jobs of dead workers free');
  };
  await sweep();
  const timer = setInterval(() => void sweep().catch(onConnectionError), BEAT_INTERVAL);

  return {
    figures: () => readQueueFigures(pool),
    stop() {
      stopping ??= (async () => {
        clearInterval(timer);
        await runner.stop().catch((error: Error) => log.warn({ error }, 'the job workers did not stop cleanly'));
        await Promise.allSettled(signsUnderWay);
        await forgetWorkers(pool, [...workerIds]).catch(onConnectionError);
        await pool.end();
      })();
      return stopping;
    },
  };
}

function toTask(handler: JobHandler, pool: Pool, log: Log): Task {
  const { definition } = handler;
  return async (given, helpers) => {
    const { job } = helpers;
    try {
      const payload = definition.payload.parse(withoutCronMark(given));
      await handler.run(payload, { jobId: job.id, attempt: job.attempts, signal: helpers.abortSignal });
    } catch (error) {
      const permanent = error instanceof PermanentJobError;
      if (permanent) await stopRetrying(pool, job.id);
      const last = permanent || job.attempts >= job.max_attempts;
      log[last ? 'error' : 'warn'](
        { error, job: definition.name, jobId: job.id, attempt: job.attempts },
        last ? 'a job failed for good' : 'a job failed and will be tried again',
      );
      throw error;
    }
  };
}

/** The queue adds `_cron` to what a crontab enqueues; strict payload schemas would refuse it. */
function withoutCronMark(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('_cron' in payload)) return payload;
  const { _cron, ...rest } = payload;
  return rest;
}

const toCronItem = (entry: CronEntry) => ({
  task: entry.definition.name,
  match: entry.pattern,
  identifier: entry.name,
  payload: entry.payload as Record<string, unknown>,
  options: { maxAttempts: entry.definition.attempts ?? 5, jobKey: `cron:${entry.name}`, backfillPeriod: 0 },
});

function toGraphileLogger(log: Log): Logger {
  return new Logger(() => (level, message, fields) => {
    // Each failed job is logged once, by us, with its error; the queue's own account of it is for debugging.
    const ours = level === 'error' && !/^Failed task/.test(message) ? 'warn' : 'debug';
    log[ours]({ ...(fields as object) }, message);
  });
}

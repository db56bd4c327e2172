import { Logger, runOnce } from 'graphile-worker';
import type { JobHandler } from '#platform/jobs/job-definition';
import type { TestDatabase } from '#platform/testing/test-database';

/** Runs every job that is due, and those that they enqueue, on connections that stay open. @throws Error of the first that failed */
export async function runJobs(test: TestDatabase, handlers: readonly JobHandler[]): Promise<void> {
  let failure: unknown;
  const taskList = Object.fromEntries(
    handlers.map(({ definition, run }) => [
      definition.name,
      async (payload: unknown, helpers: { job: { id: string; attempts: number } }) => {
        try {
          await run(definition.payload.parse(payload), {
            jobId: helpers.job.id,
            attempt: helpers.job.attempts,
            signal: new AbortController().signal,
          });
        } catch (error) {
          failure ??= error;
          throw error;
        }
      },
    ]),
  );
  await runOnce({
    pgPool: test.owner,
    taskList,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
  if (failure) throw failure;
}

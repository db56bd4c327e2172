import { z } from 'zod';
import { defineJob, handleJob, type CronEntry, type JobHandler } from '../jobs/job-definition';
import type { Log } from '../log/log';
import { backUpInto, type BackupSource } from './back-up';

/** Where backups go by themselves, when, and how many are kept. */
export interface BackupPlan {
  /** a folder of backups, best on another disk */
  folder: string;
  /** five fields as in crontab, in UTC */
  schedule: string;
  keep: number;
}

const backUpNow = defineJob({ name: 'platform.back-up', payload: z.strictObject({}), attempts: 3 });

/** The backup that the clock makes: once for each time of the plan, by one of the processes that have the plan. */
export function scheduledBackup(
  source: BackupSource,
  plan: BackupPlan,
  log: Log,
): { handlers: JobHandler[]; cron: CronEntry[] } {
  return {
    handlers: [
      handleJob(backUpNow, async () => {
        const begin = performance.now();
        const { folder, rows, files, deleted } = await backUpInto(source, plan.folder, plan.keep);
        const seconds = Math.round((performance.now() - begin) / 1000);
        log.info({ folder, rows, files, deleted: deleted.length, seconds }, 'a backup was made');
      }),
    ],
    cron: [{ name: 'back-up', pattern: plan.schedule, definition: backUpNow, payload: {} }],
  };
}

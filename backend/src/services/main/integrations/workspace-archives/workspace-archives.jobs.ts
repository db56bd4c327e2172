import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Writes the archive of a workspace. Repeated after a crash, it begins again: nobody has seen the one before. */
export const workspaceExportJob = defineJob({
  name: 'main.workspace-export',
  payload: z.object({ workspaceId: z.number().int(), exportId: z.number().int() }),
  attempts: 10,
});

/** Reads an archive into a workspace. Repeated after a crash, it goes on at the row that was not in yet. */
export const workspaceImportJob = defineJob({
  name: 'main.workspace-import',
  payload: z.object({ workspaceId: z.number().int(), importId: z.number().int() }),
  attempts: 10,
});

/** Deletes archives whose seven days are over. */
export const expireArchivesJob = defineJob({ name: 'main.expire-archives', payload: z.object({}), attempts: 3 });

export const workspaceArchivesCron: CronEntry[] = [
  { name: 'main.expire-archives.hourly', pattern: '23 * * * *', definition: expireArchivesJob, payload: {} },
];

import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Deletes the sealed rows of imports that are over, and files that nobody imported. */
export const forgetMailboxImportsJob = defineJob({
  name: 'main.forget-mailbox-imports',
  payload: z.object({}),
  attempts: 3,
});

export const mailboxImportsCron: CronEntry[] = [
  {
    name: 'main.forget-mailbox-imports.nightly',
    pattern: '33 3 * * *',
    definition: forgetMailboxImportsJob,
    payload: {},
  },
];

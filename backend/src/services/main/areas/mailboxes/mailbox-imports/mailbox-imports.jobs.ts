import { z } from 'zod';
import { defineJob, type CronEntry } from '../../../../../platform/jobs/job-definition';

/** Logs in with the rows of an import that are still to be tried. Repeated after a crash, it goes on with the rows that have no outcome. */
export const importMailboxesJob = defineJob({
  name: 'main.import-mailboxes',
  payload: z.object({ workspaceId: z.number().int(), importId: z.number().int() }),
  attempts: 10,
});

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

import { z } from 'zod';
import { defineJob } from '../../../../../platform/jobs/job-definition';

/** Imports an account page by page. Repeated after a crash, it goes on at the page that was not finished. */
export const accountImportJob = defineJob({
  name: 'main.account-import',
  payload: z.object({ workspaceId: z.number().int(), importId: z.number().int() }),
  attempts: 25,
});

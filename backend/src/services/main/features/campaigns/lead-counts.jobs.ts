import { z } from 'zod';
import { defineJob, handleJob, type CronEntry, type JobHandler } from '../../../../platform/jobs/job-definition';
import type { MainDeps } from '../../deps';
import { gatherLeadCounts } from './lead-counts.store';

/** Brings together what was counted since, so that lists of campaigns read few rows; a mail writes two of them. */
const gather = defineJob({ name: 'main.gather-lead-counts', payload: z.object({}), attempts: 1 });

export const leadCountJobs = (deps: Pick<MainDeps, 'db'>): JobHandler[] => [
  handleJob(gather, () => gatherLeadCounts(deps.db)),
];

export const leadCountCron: CronEntry = {
  name: 'main.gather-lead-counts.minutely',
  pattern: '* * * * *',
  definition: gather,
  payload: {},
};

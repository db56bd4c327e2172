import { z } from 'zod';
import { defineJob } from '#platform/jobs/job-definition';

const payload = z.object({ workspaceId: z.number().int(), uploadId: z.number().int() });

/** Blocks the rows of an upload from where it stands. Repeated after a crash, it goes on at the exact row. */
export const importBlockListJob = defineJob({ name: 'main.import-block-list', payload, attempts: 25 });
/** Takes what an upload brought off the list, from where it stands. */
export const undoBlockListJob = defineJob({ name: 'main.undo-block-list', payload, attempts: 25 });

import { z } from 'zod';
import { defineJob } from '#platform/jobs/job-definition';

/** Verifies the waiting addresses of a run. Repeated after a crash, it goes on with those that have no result. */
export const runVerificationJob = defineJob({
  name: 'main.run-verification',
  payload: z.object({ workspaceId: z.number().int(), verificationId: z.number().int() }),
  attempts: 25,
});

/** One job a run, and one worker a workspace: runs of the same workspace take turns. */
export const placeInQueue = (run: { id: number; workspace_id: number }): { key: string; queue: string } => ({
  key: `verification-${run.id}`,
  queue: `verification-${run.workspace_id}`,
});

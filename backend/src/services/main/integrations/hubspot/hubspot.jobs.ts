import { z } from 'zod';
import { defineJob } from '#platform/jobs/job-definition';

const payload = z.object({ workspaceId: z.number().int(), runId: z.string() });

/** Imports contacts page by page. Repeated after a crash, it goes on at the page that was not finished. */
export const importHubSpotJob = defineJob({ name: 'main.import-hubspot', payload, attempts: 25 });

/** Applies one event of HubSpot to the lead. */
export const hubSpotEventJob = defineJob({ name: 'main.hubspot-event', payload, attempts: 15 });

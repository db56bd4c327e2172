import { z } from 'zod';
import { defineContract } from '../endpoint';
import { empty, instant } from '../schemas';

const owns = { who: 'person', may: 'billing.manage' } as const;
/** When the workspace is deleted; null where it is kept. */
const view = z.object({ delete_at: instant.nullable() });

/** Giving up a workspace with everything in it: after a waiting time, and undone until then. */
export const workspaceDeletionContract = defineContract({
  service: 'main',
  tag: 'Workspace',
  endpoints: {
    readDeletion: {
      method: 'GET',
      path: '/api/workspace/deletion',
      access: owns,
      summary: 'When this workspace is deleted, if it is',
      response: view,
    },
    requestDeletion: {
      method: 'POST',
      path: '/api/workspace/deletion',
      access: owns,
      summary:
        'Delete this workspace with everything in it after 14 days, confirmed by its name; its subscription is cancelled',
      body: z.object({ name: z.string().max(200) }),
      response: view,
    },
    cancelDeletion: {
      method: 'POST',
      path: '/api/workspace/deletion/take-back',
      access: owns,
      summary: 'Keep the workspace; a cancelled subscription stays cancelled',
      body: empty,
      response: view,
    },
  },
});

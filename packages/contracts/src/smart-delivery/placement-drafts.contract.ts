import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, idParam } from '../schemas';
import { draftedTest } from './placement-new-test';

const write = { who: 'person', may: 'deliverability.write' } as const;
const params = z.object({ placementDraftId: idParam });

/**
 * Placement tests that are saved before they are complete. They stand in the list and never run; a test that names its draft replaces it.
 */
export const placementDraftsContract = defineContract({
  service: 'smart-delivery',
  tag: 'Deliverability',
  endpoints: {
    addDraft: {
      method: 'POST',
      path: '/api/smart-delivery/drafts',
      access: write,
      status: 201,
      summary: 'Save a new placement test as a draft',
      body: draftedTest,
      response: z.object({ id: z.number().int() }),
    },
    draft: {
      method: 'GET',
      path: '/api/smart-delivery/drafts/:placementDraftId',
      access: write,
      summary: 'A draft in full',
      params,
      response: z.object({
        test: draftedTest,
        /** The name of its campaign; null without one that the person may see. */
        campaign: z.string().nullable(),
      }),
    },
    saveDraft: {
      method: 'PUT',
      path: '/api/smart-delivery/drafts/:placementDraftId',
      access: write,
      summary: 'Update a draft',
      params,
      body: draftedTest,
      response: done,
    },
  },
});

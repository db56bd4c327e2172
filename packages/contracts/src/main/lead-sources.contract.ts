import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idParam, listOf, looseRecord } from '../schemas';
import { leadTarget } from './integrations.contract';

/** What LeadMagic can do for leads, and the credits that one result costs there (https://leadmagic.io/docs). */
export const leadMagicJobs = { VERIFY: 0.25, FIND: 1, TITLE: 1 } as const;
export const leadMagicKinds = ['VERIFY', 'FIND', 'TITLE'] as const;
const leadMagicOrder = z.object({ job: z.enum(leadMagicKinds), lead_list_id: idParam });

const integrationId = z.object({ integrationId: idParam });
const write = { who: 'person', may: 'integration.write' } as const;

/** Products that bring leads, or what is known of them. */
export const leadSourcesContract = defineContract({
  service: 'main',
  tag: 'Lead sources',
  endpoints: {
    addRows: {
      method: 'POST',
      path: '/api/integrations/rows',
      access: { who: 'person', may: 'lead.write' },
      summary: 'Add rows of a table as leads, as Clay and ListKit send them: email, names and any other columns',
      body: leadTarget.extend({
        source: z.enum(['CLAY', 'LISTKIT']).default('CLAY'),
        rows: listOf(looseRecord(20_000), 400).min(1),
      }),
      response: z.object({
        rows: z.number().int(),
        counts: z.record(z.string(), z.number().int()),
      }),
    },
    quoteLeadMagic: {
      method: 'POST',
      path: '/api/integrations/:integrationId/leadmagic/quote',
      access: write,
      summary: 'What a run would cost at most, and the credits that are left',
      params: integrationId,
      body: leadMagicOrder,
      response: z.object({ leads: z.number().int(), most_credits: z.number(), credits_left: z.number() }),
    },
    startLeadMagic: {
      method: 'POST',
      path: '/api/integrations/:integrationId/leadmagic/runs',
      access: write,
      summary: 'Verify addresses, find addresses or look up job titles of a list’s leads',
      params: integrationId,
      body: leadMagicOrder,
      response: z.object({ run_id: z.string(), leads: z.number().int() }),
    },
  },
});

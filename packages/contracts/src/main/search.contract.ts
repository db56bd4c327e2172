import { z } from 'zod';
import { campaignStatuses } from '../constants';
import { defineContract } from '../endpoint';

/** From this many characters on campaigns and mailboxes are searched, and from one more leads and conversations, which are many. */
export const shortestSearch = 2;

const id = z.number().int();
const person = {
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
};

/** What the command palette finds. A kind that the person has no permission for is empty. */
const foundRecords = z.object({
  campaigns: z.array(
    z.object({ id, name: z.string(), status: z.enum(campaignStatuses), parent_campaign_id: id.nullable() }),
  ),
  leads: z.array(z.object({ id, ...person, company_name: z.string().nullable() })),
  mailboxes: z.array(z.object({ id, from_email: z.string(), from_name: z.string() })),
  conversations: z.array(
    z.object({ enrolment_id: id, lead: z.object(person), subject: z.string(), campaign_name: z.string() }),
  ),
});
export type FoundRecords = z.output<typeof foundRecords>;

export const searchContract = defineContract({
  service: 'main',
  tag: 'Search',
  endpoints: {
    searchRecords: {
      method: 'GET',
      path: '/api/search',
      access: { who: 'session', may: 'profile' },
      summary: 'Campaigns, leads, mailboxes and conversations by a text, five of each, as far as the lists show them',
      query: z.object({ search: z.string().trim().min(shortestSearch, 'needs at least 2 characters').max(200) }),
      response: foundRecords,
    },
  },
});

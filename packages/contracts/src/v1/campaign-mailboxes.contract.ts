import { z } from 'zod';
import { defineContract } from '../endpoint';
import { flag } from '../schemas';
import { wireAccount } from './email-accounts.contract';
import { alias, campaignParams, id, listOf, normalise, okay } from './wire';

const accountIds = z.array(id).max(500, 'can be at most 500');
/** One id or several, under any of the names that are in use. */
const readIds = normalise((body) => {
  alias(body, 'email_account_ids', 'email_accounts_ids', 'email_account_id', 'emailAccountIds');
  return { ...body, email_account_ids: listOf(body['email_account_ids']) };
});

export const v1CampaignMailboxesContract = defineContract({
  service: 'main',
  tag: 'API v1: campaign mailboxes',
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId/email-accounts',
      access: { who: 'person', may: 'campaign.read' },
      answer: 'bare',
      summary: 'Mailboxes of a campaign',
      params: campaignParams,
      query: z.object({ include_tags: flag.default(false) }),
      response: z.array(wireAccount),
    },
    add: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/email-accounts',
      access: { who: 'person', may: 'campaign.write' },
      answer: 'bare',
      summary: 'Add mailboxes to a campaign; those that are in already stay',
      params: campaignParams,
      body: z.preprocess(readIds, z.object({ email_account_ids: accountIds })),
      response: okay,
    },
    remove: {
      method: 'DELETE',
      path: '/api/v1/campaigns/:campaignId/email-accounts',
      access: { who: 'person', may: 'campaign.write' },
      answer: 'bare',
      summary: 'Remove mailboxes from a campaign',
      params: campaignParams,
      query: z.object({ email_account_id: id.optional() }),
      body: z.preprocess(readIds, z.object({ email_account_ids: accountIds.optional() })),
      response: okay.extend({ result: z.number().int() }),
    },
    removeOne: {
      method: 'DELETE',
      path: '/api/v1/campaigns/:campaignId/email-accounts/:mailboxId',
      access: { who: 'person', may: 'campaign.write' },
      answer: 'bare',
      summary: 'Remove one mailbox from a campaign',
      params: campaignParams.extend({ mailboxId: id }),
      response: okay.extend({ result: z.number().int() }),
    },
  },
});

import { z } from 'zod';
import { limits } from '../constants';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { instant } from '../schemas';

export const campaignMailbox = z.object({
  id: z.number().int(),
  from_name: z.string(),
  from_email: z.string(),
  type: z.string(),
  state: z.enum(['CONNECTED', 'FAILING', 'SUSPENDED']),
  error: z.string().nullable(),
  message_per_day: z.number().int(),
  /** The most campaign emails of its current local day: `message_per_day`, or less while it starts slowly. */
  cap_today: z.number().int(),
  min_time_to_wait_minutes: z.number().int(),
  sent_today: z.number().int(),
  time_zone: z.string(),
  warmup_days: z.number().int().nullable(),
  campaign_count: z.number().int(),
  leads: z.number().int(),
  added_at: instant,
});

const campaignId = z.object({ campaignId: idOf('campaign') });
const answer = z.object({
  mailboxes: z.array(campaignMailbox),
  /** Emails a day of the connected ones together, once none of them starts slowly any more. */
  daily_capacity: z.number().int(),
  /** The same today. */
  capacity_today: z.number().int(),
});
const ids = z.object({
  mailbox_ids: z
    .array(idOf('mailbox'))
    .max(limits.mailboxesPerCampaign, `can be at most ${limits.mailboxesPerCampaign}`),
});
const write = { who: 'person', may: 'campaign.write' } as const;

/**
 * Mailboxes that send for a campaign. A lead keeps its mailbox; taking one out re-allocates its leads by policy,
 * visibly (docs/engine.md, Scheduling).
 */
export const campaignMailboxesContract = defineContract({
  service: 'main',
  tag: 'Campaign mailboxes',
  endpoints: {
    listCampaignMailboxes: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/mailboxes',
      access: { who: 'person', may: 'campaign.read' },
      summary: 'Mailboxes of a campaign and what they may send a day',
      params: campaignId,
      response: answer,
    },
    setCampaignMailboxes: {
      method: 'PUT',
      path: '/api/campaigns/:campaignId/mailboxes',
      access: write,
      summary: 'Choose exactly these mailboxes (500 at most)',
      params: campaignId,
      body: ids,
      response: answer,
    },
    addCampaignMailboxes: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/mailboxes',
      access: write,
      summary: 'Add mailboxes; those that are in already stay',
      params: campaignId,
      body: ids,
      response: answer,
    },
    removeCampaignMailboxes: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/mailboxes/remove',
      access: write,
      summary: 'Remove mailboxes; their scheduled emails are cancelled',
      params: campaignId,
      body: ids,
      response: answer.extend({ removed: z.number().int(), leads_to_move: z.number().int() }),
    },
  },
});

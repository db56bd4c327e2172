import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { defineContract } from '../endpoint';
import { flag, instant } from '../schemas';
import { alias, campaignParams, id, normalise, offset, okay, whole, wireTime } from './wire';
import { wireMessage } from './messages.contract';

const write = { who: 'person', may: 'campaign.write' } as const;
const number = z.number().int();

const activity = z.object({
  lead_id: number,
  email_lead_map_id: number,
  campaign_id: number,
  campaign_name: z.string(),
  campaign_status: z.string(),
  status: z.string(),
  current_seq_num: number,
  created_at: instant,
  activities: z.array(wireMessage),
});

/** What is done with one campaign on the wire beside its settings (docs/public-api.md). */
export const v1CampaignActionsContract = defineContract({
  service: 'main',
  tag: 'API v1: campaigns',
  endpoints: {
    sendTestEmail: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/send-test-email',
      access: write,
      answer: 'bare',
      summary: 'Send one step as a test; without an address to the person of the key',
      params: campaignParams,
      body: z.preprocess(
        normalise((body) => {
          alias(body, 'leadId', 'lead_id');
          alias(body, 'sequenceNumber', 'sequence_number', 'seq_number');
          alias(body, 'selectedEmailAccountId', 'email_account_id');
          alias(body, 'customEmailAddress', 'custom_email_address', 'to', 'email');
          return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
        }),
        z.object({
          leadId: id.optional(),
          sequenceNumber: whole(1, 50),
          selectedEmailAccountId: id.optional(),
          customEmailAddress: emailAddress.optional(),
        }),
      ),
      response: okay.extend({ message: z.string(), to: z.string(), from: z.string(), test_mail_id: z.string() }),
    },
    setTeamMember: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/team-member',
      access: write,
      answer: 'bare',
      summary: 'Say which member of the team a campaign belongs to, or no one',
      params: campaignParams,
      body: z.preprocess(
        normalise((body) => alias(body, 'teamMemberId', 'team_member_id')),
        z.object({ teamMemberId: id.nullable() }),
      ),
      response: okay,
    },
    changeLeadMailbox: {
      method: 'POST',
      path: '/api/v1/campaigns/update-lead-email-account',
      access: { who: 'person', may: 'lead.write' },
      answer: 'bare',
      summary: 'Move a lead to another mailbox of its campaign; without override only one that has none yet',
      body: z.preprocess(
        normalise((body) => {
          alias(body, 'email_campaign_id', 'campaign_id');
          alias(body, 'email_lead_id', 'lead_id');
          return body;
        }),
        z.object({
          email_account_id: id,
          email_campaign_id: id,
          email_lead_id: id,
          override_lead_email_account: flag.default(true),
        }),
      ),
      response: okay.extend({ changed: z.boolean() }),
    },
    activities: {
      method: 'GET',
      path: '/api/v1/campaigns/all-leads-activities',
      access: { who: 'person', may: 'lead.read' },
      answer: 'bare',
      summary:
        'Leads of all campaigns with their emails, oldest first; a range of time keeps those in which something happened',
      query: z
        .object({
          offset,
          limit: whole(1, 1000).default(100),
          event_time_from: wireTime.optional(),
          event_time_to: wireTime.optional(),
        })
        .refine((query) => (query.event_time_from === undefined) === (query.event_time_to === undefined), {
          path: ['event_time_to'],
          message: 'is required together with event_time_from',
        }),
      response: okay.extend({
        data: z.array(activity),
        hasMore: z.boolean(),
        pagination: z.object({ has_more: z.boolean(), offset: number, limit: number }),
      }),
    },
  },
});

import { z } from 'zod';
import { campaignSorts, campaignStatuses } from '../constants';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { done, idParam, instant, instantInput, pageOf, pageQuery, timeZone } from '../schemas';
import { campaignSettingsInput } from './campaign-setting-list';
import { tagView, campaignActions, campaignRow, campaignFilter, scheduleInput, campaignView } from './campaign-views';

const campaignId = z.object({ campaignId: idOf('campaign') });
const read = { who: 'person', may: 'campaign.read' } as const;
const write = { who: 'person', may: 'campaign.write' } as const;
const name = z.string().trim().min(1, 'is required').max(200);

export const campaignsContract = defineContract({
  service: 'main',
  tag: 'Campaigns',
  endpoints: {
    listCampaigns: {
      method: 'GET',
      path: '/api/campaigns',
      access: read,
      summary: 'Campaigns with progress, figures, and the next send or the reason for none',
      query: campaignFilter
        .extend({
          sort: z.enum(campaignSorts).default('updated_at'),
          direction: z.enum(['asc', 'desc']).default('desc'),
        })
        .extend(pageQuery(25).shape),
      response: pageOf(campaignRow).extend({ by_status: z.record(z.string(), z.number().int()) }),
    },
    createCampaign: {
      method: 'POST',
      path: '/api/campaigns',
      access: write,
      summary: 'Create a campaign (a draft)',
      body: z.object({
        name: name.optional(),
        client_id: idOf('client').nullable().optional(),
        folder_id: idParam.nullable().optional(),
        parent_campaign_id: idParam.optional(),
        /** Where the person is, for whoever chose no time zone. */
        device_time_zone: timeZone.optional(),
        with_only_mailbox: z
          .boolean()
          .default(false)
          .describe('Attach the mailbox, where the person sees exactly one that the campaign can use'),
      }),
      response: campaignView,
    },
    getCampaign: {
      method: 'GET',
      path: '/api/campaigns/:campaignId',
      access: read,
      summary: 'One campaign with settings, schedule and what may be done with it',
      params: campaignId,
      response: campaignView,
    },
    updateCampaign: {
      method: 'PATCH',
      path: '/api/campaigns/:campaignId',
      access: write,
      summary: 'Change settings; what is left out stays',
      params: campaignId,
      body: campaignSettingsInput,
      response: campaignView,
    },
    saveSchedule: {
      method: 'PUT',
      path: '/api/campaigns/:campaignId/schedule',
      access: write,
      summary: 'Save the schedule; what is left out stays',
      params: campaignId,
      body: scheduleInput,
      response: campaignView,
    },
    setStatus: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/status',
      access: write,
      summary: 'Start, pause, resume, stop, archive or bring back; refuses illegal edges in words',
      params: campaignId,
      body: z.object({ action: z.enum(campaignActions), start_at: instantInput.optional() }),
      response: campaignView,
    },
    setStatuses: {
      method: 'POST',
      path: '/api/campaigns/bulk/status',
      access: write,
      summary: 'The same for several campaigns; each has its own answer',
      body: z.object({ campaign_ids: z.array(idOf('campaign')).min(1).max(200), action: z.enum(campaignActions) }),
      response: z.object({
        results: z.array(
          z.object({
            campaign_id: z.number().int(),
            ok: z.boolean(),
            status: z.enum(campaignStatuses).nullable(),
            message: z.string().nullable(),
          }),
        ),
      }),
    },
    duplicateCampaign: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/duplicate',
      access: write,
      summary:
        'Copy settings, schedule, sequence and mailboxes into a draft; optionally subsequences, the client and the leads that were not finished',
      params: campaignId,
      body: z.object({
        name: name.optional(),
        duplicate_sub_sequence: z.boolean().default(false),
        duplicate_client_label: z.boolean().default(true),
        with_unfinished_leads: z.boolean().default(false),
      }),
      response: campaignView,
    },
    deletionEffects: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/deletion',
      access: read,
      summary: 'What deleting this campaign takes along',
      params: campaignId,
      response: z.object({
        name: z.string(),
        is_allowed: z.boolean(),
        reason: z.string().nullable(),
        leads: z.number().int(),
        sent_emails: z.number().int(),
        replies: z.number().int(),
        steps: z.number().int(),
        subsequences: z.number().int(),
        uploads: z.number().int(),
        webhooks: z.number().int(),
      }),
    },
    deleteCampaign: {
      method: 'DELETE',
      path: '/api/campaigns/:campaignId',
      access: { who: 'person', may: 'campaign.delete' },
      summary: 'Delete a campaign that is not active, with its sequence, enrolments and webhooks',
      params: campaignId,
      response: done,
    },
    moveCampaigns: {
      method: 'POST',
      path: '/api/campaigns/bulk/move',
      access: write,
      summary: 'Move campaigns to a folder, or out of all',
      body: z.object({ campaign_ids: z.array(idOf('campaign')).min(1).max(200), folder_id: idParam.nullable() }),
      response: z.object({ moved: z.number().int() }),
    },
    tagCampaigns: {
      method: 'POST',
      path: '/api/campaigns/bulk/tags',
      access: write,
      summary: 'Add and remove tags',
      body: z.object({
        campaign_ids: z.array(idOf('campaign')).min(1).max(200),
        add_tag_ids: z.array(idParam).max(50).default([]),
        remove_tag_ids: z.array(idParam).max(50).default([]),
      }),
      response: z.object({ changed: z.number().int() }),
    },
    listEdits: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/edits',
      access: read,
      summary: 'Who changed what, newest first',
      params: campaignId,
      query: pageQuery(20),
      response: pageOf(
        z.object({
          id: z.number().int(),
          area: z.string(),
          detail: z.unknown(),
          at: instant,
          user_name: z.string().nullable(),
        }),
      ),
    },
    listTags: {
      method: 'GET',
      path: '/api/tags',
      access: read,
      summary: 'Tags of the workspace with how many campaigns have them',
      response: z.object({ tags: z.array(tagView.extend({ campaign_count: z.number().int() })) }),
    },
    saveTag: {
      method: 'POST',
      path: '/api/tags',
      access: { who: 'person', may: 'shared.write' },
      summary: 'Create a tag, or change one',
      body: z.object({
        id: idParam.optional(),
        name: z.string().trim().min(1, 'is required').max(60),
        color: z
          .string()
          .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #3d52d5')
          .default('#686760'),
      }),
      response: tagView,
    },
    deleteTag: {
      method: 'DELETE',
      path: '/api/tags/:tagId',
      access: { who: 'person', may: 'campaign.delete' },
      summary: 'Delete a tag everywhere',
      params: z.object({ tagId: idParam }),
      response: done,
    },
  },
});

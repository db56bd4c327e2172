import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { idParam, instant } from '../schemas';
import { campaignSettingsInput } from './campaign-setting-list';
import { scheduleInput } from './campaign-views';
import { stepInput } from './sequence-views';

export const versionedAreas = ['sequence', 'schedule', 'settings'] as const;

/** A version of one part of a campaign. `number` is what is shown, `version` names it. */
export const campaignVersion = z.object({
  area: z.enum(versionedAreas),
  version: z.number().int(),
  number: z.number().int(),
  created_at: instant,
  user_name: z.string().nullable(),
  summary: z.string(),
  is_current: z.boolean(),
});

const versionName = z.object({ area: z.enum(versionedAreas), version: idParam });
/** What would be saved: any of the parts, or a version that would be undone. */
export const proposedEdit = z.object({
  steps: z.array(stepInput).max(50).optional(),
  schedule: scheduleInput.optional(),
  settings: campaignSettingsInput.optional(),
  restore: versionName.optional(),
});

const outlook = z.object({
  emails: z.number().int(),
  last_send_at: instant.nullable(),
  sending_days: z.number().int(),
  bottleneck: z.string().nullable(),
  is_complete: z.boolean(),
});

/** What an edit would do, found by doing it in a transaction that is rolled back. */
export const editEffect = z.object({
  /** Why it cannot be saved as it is; everything else is empty then. */
  refusal: z.string().nullable(),
  changes: z.array(z.object({ area: z.enum(versionedAreas), text: z.string() })),
  leads: z.object({
    /**
     * Leads whose sequence is open; `unchanged + moved + ended` is all of them, and those whose time changes stand in
     * `sooner` and `later` besides.
     */
    open: z.number().int(),
    unchanged: z.number().int(),
    moved: z.number().int(),
    ended: z.number().int(),
    sooner: z.number().int(),
    later: z.number().int(),
    /** Leads that would get a step again: always 0, counted all the same. */
    resent: z.number().int(),
  }),
  /** New steps: how many open leads get it, and how many are past its place and do not. */
  new_steps: z.array(z.object({ seq_number: z.number().int(), leads: z.number().int(), past: z.number().int() })),
  /** Removed steps: how many open leads had not got it yet. */
  removed_steps: z.array(z.object({ seq_number: z.number().int(), leads: z.number().int() })),
  /** Reserved e-mails that are cancelled and planned again. */
  reserved_taken_back: z.number().int(),
  before: outlook.nullable(),
  after: outlook.nullable(),
});
export type EditEffect = z.input<typeof editEffect>;

const campaignId = z.object({ campaignId: idOf('campaign') });
const read = { who: 'person', may: 'campaign.read' } as const;
const write = { who: 'person', may: 'campaign.write' } as const;

export const campaignEditsContract = defineContract({
  service: 'main',
  tag: 'Campaign edits',
  endpoints: {
    editEffect: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/edits/effect',
      access: write,
      summary:
        'What an edit would do to the leads under way and to the rest of the campaign, in numbers, before it is saved',
      params: campaignId,
      body: proposedEdit,
      response: editEffect,
    },
    listCampaignVersions: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/versions',
      access: read,
      summary: 'Versions of sequence, schedule and settings, newest first',
      params: campaignId,
      response: z.object({ versions: z.array(campaignVersion) }),
    },
    restoreCampaignVersion: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/versions/restore',
      access: write,
      summary: 'Take an earlier version back; it becomes the newest',
      params: campaignId,
      body: versionName,
      response: z.object({ versions: z.array(campaignVersion) }),
    },
  },
});

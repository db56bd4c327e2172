import { z } from 'zod';
import { campaignStatuses, leadStatuses } from '../constants';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { instant, pageOf, pageQuery } from '../schemas';
import { bulkAnswer, selection } from './campaign-leads.contract';
import { campaignRow, campaignView } from './campaign-views';
import { kept } from './kept-change';
import { leadSummary } from './lead-fields';
import { longestPushDelay, pushKinds, pushSkips, subsequenceRule, triggerList } from './subsequence-triggers';

const parentParams = z.object({ campaignId: idOf('campaign') });
const params = z.object({ subsequenceId: idOf('campaign') });
const read = { who: 'person', may: 'campaign.read' } as const;
const write = { who: 'person', may: 'campaign.write' } as const;

/** The same answer, with the leads that were pushed: what undoing takes out again. Empty for a filter, whose leads nobody named. */
const pushAnswer = bulkAnswer.extend({
  pushed_enrolment_ids: z.array(z.number().int()),
  /** Names the push among the recent changes; null where no lead was named, or too many were for one change. */
  ...kept,
});
export type PushAnswer = z.output<typeof pushAnswer>;

/** Who came in, by what; `waiting` are pushed and not yet sent anything. */
const pushCounts = z.object({
  pushed: z.number().int(),
  waiting: z.number().int(),
  skipped: z.number().int(),
  by_kind: z.record(z.string(), z.number().int()),
});

const ruleView = subsequenceRule.extend({
  parent: z.object({
    id: z.number().int(),
    name: z.string(),
    status: z.enum(campaignStatuses),
    step_count: z.number().int(),
  }),
  counts: pushCounts,
});
export type SubsequenceRuleView = z.output<typeof ruleView>;

export const pushRow = z.object({
  id: z.number().int(),
  kind: z.enum(pushKinds),
  outcome: z.enum(['PUSHED', 'SKIPPED']),
  skip_reason: z.enum(pushSkips).nullable(),
  lead: leadSummary,
  at: instant,
  due_at: instant,
  parent_enrolment_id: z.number().int().nullable(),
  enrolment_id: z.number().int().nullable(),
  status: z.enum(leadStatuses).nullable(),
  pushed_by_name: z.string().nullable(),
  /** What set it off, in words: the category, the phrase, the link. */
  detail: z.string().nullable(),
});
export type PushRow = z.output<typeof pushRow>;

export const subsequencesContract = defineContract({
  service: 'main',
  tag: 'Subsequences',
  endpoints: {
    listSubsequences: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/subsequences',
      access: read,
      summary: 'Subsequences of a campaign with their triggers and figures',
      params: parentParams,
      response: z.object({ rows: z.array(campaignRow.extend({ rule: subsequenceRule, pushes: pushCounts })) }),
    },
    createSubsequence: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/subsequences',
      access: write,
      summary: 'Create a subsequence (a draft) with the schedule, the settings and the mailboxes of its parent',
      params: parentParams,
      body: z.object({
        name: z.string().trim().min(1, 'is required').max(200).optional(),
        triggers: triggerList.default([]),
        delay_seconds: z.number().int().min(0).max(longestPushDelay).default(0),
        stop_on_parent_reply: z.boolean().default(true),
      }),
      response: campaignView,
    },
    getRule: {
      method: 'GET',
      path: '/api/subsequences/:subsequenceId/rule',
      access: read,
      summary: 'How leads come into a subsequence, and how many did',
      params,
      response: ruleView,
    },
    saveRule: {
      method: 'PUT',
      path: '/api/subsequences/:subsequenceId/rule',
      access: write,
      summary:
        'Change triggers, delay and the stop on a reply; what is left out stays. Leads that are in it stay in it',
      params,
      body: subsequenceRule.partial(),
      response: ruleView,
    },
    listPushes: {
      method: 'GET',
      path: '/api/subsequences/:subsequenceId/pushes',
      access: { who: 'person', may: 'lead.read' },
      summary: 'Who was pushed, when and by what, newest first',
      params,
      query: pageQuery(25),
      response: pageOf(pushRow),
    },
    pushLeads: {
      method: 'POST',
      path: '/api/subsequences/:subsequenceId/pushes',
      access: { who: 'person', may: 'lead.write' },
      summary: 'Push leads of the parent campaign manually; a lead that is in the subsequence stays as it is',
      params,
      body: z.object({
        selection,
        delay_seconds: z.number().int().min(0).max(longestPushDelay).optional(),
        stop_on_parent_reply: z.boolean().optional(),
      }),
      response: pushAnswer,
    },
    undoPushes: {
      method: 'POST',
      path: '/api/subsequences/:subsequenceId/pushes/undo',
      access: { who: 'person', may: 'lead.write' },
      summary: 'Remove the leads that this person pushed, while the subsequence has sent them nothing',
      params,
      /** Enrolments in the parent campaign, as the push named them. */
      body: z.object({ enrolment_ids: z.array(idOf('enrolment')).min(1).max(10_000) }),
      response: bulkAnswer,
    },
  },
});

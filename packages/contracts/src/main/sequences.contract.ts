import { z } from 'zod';
import { emailBody, emailSubject } from '../email-texts';
import { emailAddress } from '../address-rules';
import { defineContract } from '../endpoint';
import { idParam, instant } from '../schemas';
import {
  templateProblem,
  stepInput,
  sequenceView,
  previewView,
  spamView,
  testMailView,
  variantTests,
} from './sequence-views';

const campaignId = z.object({ campaignId: idParam });
const read = { who: 'person', may: 'campaign.read' } as const;
const write = { who: 'person', may: 'campaign.write' } as const;

export const sequencesContract = defineContract({
  service: 'main',
  tag: 'Sequences',
  endpoints: {
    getSequence: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/sequences',
      access: read,
      summary: 'Steps and variants with what is wrong in them and the fields they may use',
      params: campaignId,
      response: sequenceView,
    },
    saveSequence: {
      method: 'PUT',
      path: '/api/campaigns/:campaignId/sequences',
      access: write,
      summary:
        'Replace the sequence; steps and variants with an id keep it (a removed step comes back with its id), the order is the order given',
      params: campaignId,
      body: z.object({
        steps: z.array(stepInput).max(50, 'can have at most 50 steps'),
        /** The version that was edited: a newer one answers 409. */ expected_version: z
          .number()
          .int()
          .min(0)
          .optional(),
        /** Saved by itself while somebody types: such saves that follow each other become one version. */ is_autosave:
          z.boolean().optional(),
      }),
      response: sequenceView,
    },
    checkSequence: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/sequences/check',
      access: read,
      summary: 'What is wrong in an unsaved sequence',
      params: campaignId,
      body: z.object({ steps: z.array(stepInput).max(50) }),
      response: z.object({ problems: z.array(templateProblem) }),
    },
    listVersions: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/sequences/versions',
      access: read,
      summary: 'Saved versions, newest first',
      params: campaignId,
      response: z.object({
        versions: z.array(
          z.object({
            version: z.number().int(),
            /** Its place among the kept versions, as it is shown. */ number: z.number().int(),
            created_at: instant,
            user_name: z.string().nullable(),
            step_count: z.number().int(),
          }),
        ),
      }),
    },
    getVersion: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/sequences/versions/:version',
      access: read,
      summary: 'A saved version, in the form that can be saved again',
      params: campaignId.extend({ version: idParam }),
      response: z.object({ version: z.number().int(), created_at: instant, steps: z.array(stepInput) }),
    },
    listVariantTests: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/variant-tests',
      access: read,
      summary: 'How the variants of each step compare, who won, and by which rule',
      params: campaignId,
      response: variantTests,
    },
    setWinner: {
      method: 'PUT',
      path: '/api/campaigns/:campaignId/steps/:stepId/winner',
      access: write,
      summary: 'Make a variant the winner manually, or undo the choice',
      params: campaignId.extend({ stepId: idParam }),
      body: z.object({ variant_id: idParam.nullable() }),
      response: variantTests,
    },
    previewStep: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/sequences/preview',
      access: read,
      summary: 'One step for one lead, rendered exactly as it is sent; `steps` previews what is not saved yet',
      params: campaignId,
      body: z.object({
        seq_number: z.number().int().min(1).max(50),
        variant_label: z
          .string()
          .regex(/^[A-Z]$/)
          .optional(),
        enrolment_id: idParam.optional(),
        lead_id: idParam.optional(),
        mailbox_id: idParam.optional(),
        draft: z.object({ subject: emailSubject, email_body: emailBody }).optional(),
      }),
      response: previewView,
    },
    checkSpam: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/sequences/spam-check',
      access: read,
      summary: 'What SpamAssassin says of one step as one lead gets it; `checker` is null where none is set up',
      params: campaignId,
      body: z.object({
        seq_number: z.number().int().min(1).max(50),
        variant_label: z
          .string()
          .regex(/^[A-Z]$/)
          .optional(),
        lead_id: idParam.optional(),
        mailbox_id: idParam.optional(),
        draft: z.object({ subject: emailSubject, email_body: emailBody }).optional(),
      }),
      response: spamView,
    },
    sendTest: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/sequences/send-test',
      access: write,
      summary: 'Send one step as a test to any address; no tracking, no unsubscribe link, not counted',
      params: campaignId,
      body: z.object({
        seq_number: z.number().int().min(1).max(50),
        variant_label: z
          .string()
          .regex(/^[A-Z]$/)
          .optional(),
        lead_id: idParam.optional(),
        mailbox_id: idParam.optional(),
        to: emailAddress,
      }),
      response: testMailView,
    },
    getTestMail: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/sequences/send-test/:testMailId',
      access: read,
      summary: 'What became of a test email',
      params: campaignId.extend({ testMailId: z.string().regex(/^\d{1,18}$/) }),
      response: testMailView,
    },
  },
});

import { z } from 'zod';
import { emailBody } from '../email-texts';
import { defineContract } from '../endpoint';
import { done, idParam, instant } from '../schemas';

const name = z.string().trim().min(1, 'is required').max(80, 'can have at most 80 characters');
const subject = z.string().max(998, 'can have at most 998 characters');

/** The text of an e-mail step under a name, for use in any campaign. Without files: they belong to a step. */
export const stepTemplate = z.object({
  id: z.number().int(),
  name: z.string(),
  subject: z.string(),
  email_body: z.string(),
  created_by_name: z.string().nullable(),
  updated_at: instant,
  /** Whether the person who asks may rename or delete it. */
  may_change: z.boolean(),
});
export type StepTemplate = z.output<typeof stepTemplate>;

const templateId = z.object({ templateId: idParam });
const write = { who: 'person', may: 'campaign.write' } as const;

export const stepTemplatesContract = defineContract({
  service: 'main',
  tag: 'Sequences',
  endpoints: {
    listStepTemplates: {
      method: 'GET',
      path: '/api/step-templates',
      access: { who: 'person', may: 'campaign.read' },
      summary: 'Texts of e-mail steps that are kept under a name, by name',
      response: z.object({ templates: z.array(stepTemplate) }),
    },
    saveStepTemplate: {
      method: 'POST',
      path: '/api/step-templates',
      access: write,
      summary: 'Keep the text of an e-mail step under a name',
      body: z.object({ name, subject: subject.default(''), email_body: emailBody.min(1, 'is required') }),
      response: stepTemplate,
    },
    changeStepTemplate: {
      method: 'PATCH',
      path: '/api/step-templates/:templateId',
      access: write,
      summary: 'Rename a template, or put another text into it',
      params: templateId,
      body: z.object({
        name: name.optional(),
        subject: subject.optional(),
        email_body: emailBody.min(1, 'is required').optional(),
      }),
      response: stepTemplate,
    },
    deleteStepTemplate: {
      method: 'DELETE',
      path: '/api/step-templates/:templateId',
      access: write,
      summary: 'Delete a template; steps that were made from it keep their text',
      params: templateId,
      response: done,
    },
  },
});

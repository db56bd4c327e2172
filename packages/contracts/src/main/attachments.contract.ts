import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idParam } from '../schemas';
import { attachmentSize, fitTogether, tooLargeTogether } from './attachment-size';

/** Why a file is not attached (docs/domain.md, Validation): it did not arrive, it is too large, or it cannot be read any more. */
export const attachmentFailures = ['UPLOAD_FAILED', 'SIZE_EXCEEDED', 'LOADING_ERROR'] as const;
export type AttachmentFailure = (typeof attachmentFailures)[number];

const fileName = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(200)
  .regex(/^[^\p{Cc}/\\]*$/u, 'must be a file name');
const contentType = z
  .string()
  .trim()
  .max(120)
  .regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a type such as application/pdf');

/** A file that goes out with an e-mail step; `size` in bytes. */
export const stepAttachment = z.object({
  storage_key: z.string().min(1).max(300),
  name: fileName,
  content_type: contentType,
  size: attachmentSize,
});
export type StepAttachment = z.output<typeof stepAttachment>;

export const stepAttachments = z
  .array(stepAttachment)
  .max(20, 'can be at most 20 files')
  .refine(fitTogether, tooLargeTogether);

/** Files of e-mail steps: uploaded by the browser under a signed address, read back under a short-lived one. */
export const attachmentsContract = defineContract({
  service: 'main',
  tag: 'Sequences',
  endpoints: {
    signStepAttachment: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/sequences/attachments',
      access: { who: 'person', may: 'campaign.write' },
      summary: 'An address to which the browser uploads one file of a step',
      params: z.object({ campaignId: idParam }),
      body: z.object({ name: fileName, content_type: contentType, size: attachmentSize }),
      response: z.object({ storage_key: z.string(), upload_url: z.string() }),
    },
    openStepAttachment: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/sequences/attachments/open',
      access: { who: 'person', may: 'campaign.read' },
      summary: 'A short-lived address of a file of a step',
      params: z.object({ campaignId: idParam }),
      body: z.object({ storage_key: z.string().min(1).max(300), name: fileName }),
      response: z.object({ url: z.string(), size: z.number().int() }),
    },
  },
});

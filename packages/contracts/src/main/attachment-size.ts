import { z } from 'zod';
import { allAttachmentsMegabytes, attachmentMegabytes, limits } from '../constants';

/** In bytes, of one attachment. */
export const attachmentSize = z
  .number()
  .int()
  .min(1, 'is empty')
  .max(limits.attachmentBytes, `is larger than ${attachmentMegabytes} MB`);

/** Whether all attachments of an email are small enough together, and what is said when they are not. */
export const fitTogether = (files: readonly { size: number }[]): boolean =>
  files.reduce((sum, file) => sum + file.size, 0) <= limits.allAttachmentsBytes;
export const tooLargeTogether = /* text */ `are larger than ${allAttachmentsMegabytes} MB together`;

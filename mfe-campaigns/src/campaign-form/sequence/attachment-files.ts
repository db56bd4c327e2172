import { allAttachmentsMegabytes, attachmentMegabytes, limits } from '@skein/contracts/constants';
import type { AttachmentFailure, StepAttachment } from '@skein/contracts/main/attachments.contract';

/** Why a file is not attached, in words. */
export const failureWords: Record<AttachmentFailure, string> = {
  UPLOAD_FAILED: 'The upload failed. Try again.',
  SIZE_EXCEEDED: `Too large: ${attachmentMegabytes} MB for each file, ${allAttachmentsMegabytes} MB together.`,
  LOADING_ERROR: 'The file cannot be read. Remove it, or attach it again.',
};

/** What the limits of the product say about one more file; null when it may be attached. */
export function refusalOf(file: { size: number }, attached: readonly { size: number }[]): AttachmentFailure | null {
  // A folder or a file that was moved away reads as empty.
  if (file.size === 0) return 'LOADING_ERROR';
  if (file.size > limits.attachmentBytes) return 'SIZE_EXCEEDED';
  return attached.reduce((sum, other) => sum + other.size, file.size) > limits.allAttachmentsBytes
    ? 'SIZE_EXCEEDED'
    : null;
}

/** The description under which a file is signed: a type that is none is sent as bytes, a name without what a name may not have. */
export const describeFile = (file: File): Omit<StepAttachment, 'storage_key'> => ({
  name:
    file.name
      .replace(/[\p{Cc}/\\]/gu, ' ')
      .trim()
      .slice(0, 200) || 'file',
  content_type: /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'application/octet-stream',
  size: file.size,
});

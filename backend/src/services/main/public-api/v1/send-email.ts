import { Readable } from 'node:stream';
import { allAttachmentsMegabytes, attachmentMegabytes, limits } from '@skein/contracts/constants';
import type { WireFile } from '@skein/contracts/v1/send-email.contract';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { reserveKey } from '#files/files.api';
import { uploadFolder } from '#inbox/inbox.api';
import { initiateSingle, type SingleEmail } from '#sending/sending.api';
import { dropAttachments, plainName, type FetchedAttachment } from './fetch-attachments';

interface WireEmail {
  to: string;
  subject: string;
  body: string;
  fromEmailId?: number;
  fromEmail?: string;
  fromName?: string;
  replyTo?: string;
  attachments: readonly WireFile[];
}

/** Sends one email outside of campaigns, with the files that the request holds. @throws SkeinError, as initiateSingle */
export async function sendSingle(deps: MainDeps, who: Who, given: WireEmail) {
  const { fromEmailId, fromEmail, attachments: files, ...mail } = given;
  const from: SingleEmail['from'] = fromEmailId === undefined ? { email: fromEmail ?? '' } : { id: fromEmailId };
  const attachments = await keepFiles(deps, who, readFiles(files));
  return initiateSingle(deps, who, { ...mail, from, attachments }).catch(async (error: unknown) => {
    // Any other failure may come after the commit: then an email names them, or the nightly sweep finds them.
    if (error instanceof SkeinError) await dropAttachments(deps, attachments);
    throw error;
  });
}

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** @throws SkeinError VALIDATION that names the file's field */
function readFiles(files: readonly WireFile[]): { name: string; type: string; content: Buffer }[] {
  let total = 0;
  return files.map((file, index) => {
    const text = file.content.replace(/\s+/g, '');
    if (!base64.test(text)) throw invalidField(`attachments.${index}.content`, 'must be the file in base64');
    const content = Buffer.from(text, 'base64');
    total += content.length;
    if (content.length > limits.attachmentBytes || total > limits.allAttachmentsBytes)
      throw invalidField(
        `attachments.${index}.content`,
        `is too large: ${attachmentMegabytes} MB a file, and ${allAttachmentsMegabytes} MB together`,
      );
    return { name: plainName(file.filename), type: file.mimeType, content };
  });
}

async function keepFiles(
  deps: Pick<MainDeps, 'db' | 'files' | 'realClock'>,
  who: Who,
  files: ReturnType<typeof readFiles>,
): Promise<FetchedAttachment[]> {
  const kept: FetchedAttachment[] = [];
  for (const { name, type, content } of files) {
    const key = await reserveKey(deps, who.workspaceId, uploadFolder(who.workspaceId));
    const { size } = await deps.files.put(key, Readable.from([content]), { type, maximum: limits.attachmentBytes });
    kept.push({ storage_key: key, name, content_type: type, size });
  }
  return kept;
}

import { allAttachmentsMegabytes, attachmentMegabytes, limits } from '@skein/contracts/constants';
import type { WireAttachment } from '@skein/contracts/v1/messages.contract';
import { OutwardError } from '#platform/http/ask-server';
import { fetchFile } from '#platform/http/fetch-file';
import { invalidField } from '#platform/http/skein-error';
import { RefusedAddressError } from '#platform/mail/resolve-host';
import { StorageError } from '#platform/storage/storage-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { uploadFolder } from '#inbox/inbox.api';
import { reserveKey } from '#files/files.api';

export interface FetchedAttachment {
  storage_key: string;
  name: string;
  content_type: string;
  size: number;
}
type FetchDeps = Pick<MainDeps, 'db' | 'files' | 'config' | 'realClock'>;

/** ms for one file, from asking to its last byte. */
const patience = 30_000;
/**
 * ms for all files of a mail. Shorter than the time after which a request with an Idempotency-Key counts as lost and
 * may be made again (five minutes), or a mail could leave twice.
 */
const patienceInAll = 60_000;

/**
 * Fetches what a body names by address, one after the other, into this workspace's uploads: 15 MB each and 25 MB
 * together, by the bytes that come. Only public addresses are asked outside the sandbox. When one fails, none is kept.
 * @throws SkeinError VALIDATION that names the file's field
 */
export async function fetchAttachments(
  deps: FetchDeps,
  who: Who,
  given: readonly WireAttachment[],
): Promise<FetchedAttachment[]> {
  const fetched: FetchedAttachment[] = [];
  const end = performance.now() + patienceInAll;
  try {
    for (const [index, file] of given.entries()) {
      const left = {
        bytes: limits.allAttachmentsBytes - fetched.reduce((sum, { size }) => sum + size, 0),
        time: Math.floor(end - performance.now()),
      };
      fetched.push(await fetchOne(deps, who, { file, field: `attachments.${index}`, left }));
    }
    return fetched;
  } catch (error) {
    await dropAttachments(deps, fetched);
    throw error;
  }
}

/** Files of a mail that does not come to be. */
export async function dropAttachments(
  deps: Pick<MainDeps, 'files'>,
  files: readonly { storage_key: string }[],
): Promise<void> {
  for (const file of files) await deps.files.delete(file.storage_key);
}

/** A file, the field that names it, and what is left of size and time. */
interface AttachmentToFetch {
  file: WireAttachment;
  field: string;
  left: { bytes: number; time: number };
}

async function fetchOne(
  deps: FetchDeps,
  who: Who,
  { file, field, left }: AttachmentToFetch,
): Promise<FetchedAttachment> {
  const maximum = Math.min(limits.attachmentBytes, left.bytes);
  const tooLarge = (of = 'file_url') =>
    invalidField(
      `${field}.${of}`,
      maximum < limits.attachmentBytes
        ? `is too large: attachments may have ${allAttachmentsMegabytes} MB together`
        : `is larger than ${attachmentMegabytes} MB`,
    );
  if ((file.file_size ?? 0) > maximum) throw tooLarge('file_size');
  if (left.time <= 0)
    throw invalidField(
      `${field}.file_url`,
      'could not be fetched: the files before it took the minute that all files have together.',
    );
  try {
    const {
      stream,
      type,
      size: told,
      name,
    } = await fetchFile(file.file_url, {
      allowPrivateAddresses: deps.config.isSandbox,
      patience: Math.min(patience, left.time),
    });
    // Whatever ends the stream ends it here too: the store reads it, or nobody does.
    stream.on('error', () => undefined);
    try {
      if ((told ?? 0) > maximum) throw tooLarge();
      if (type === 'text/html' && file.file_type !== undefined && file.file_type !== 'text/html')
        throw invalidField(
          `${field}.file_url`,
          `answers with a web page, not with a file of the type ${file.file_type}: it may ask for a login`,
        );
      const contentType =
        [file.file_type, type].find((each) => each && each.length <= longestType) ?? 'application/octet-stream';
      const key = await reserveKey(deps, who.workspaceId, uploadFolder(who.workspaceId));
      const { size } = await deps.files.put(key, stream, { type: contentType, maximum });
      const kept = { storage_key: key, name: plainName(file.file_name ?? name), content_type: contentType, size };
      if (size > 0) return kept;
      await dropAttachments(deps, [kept]);
      throw invalidField(`${field}.file_url`, 'answers with an empty file');
    } finally {
      stream.destroy();
    }
  } catch (error) {
    if (error instanceof StorageError && error.status === 413) throw tooLarge();
    if (error instanceof OutwardError || error instanceof RefusedAddressError)
      throw invalidField(
        `${field}.file_url`,
        `could not be fetched: ${error instanceof RefusedAddressError ? `${error.host} is not a public address.` : error.message}`,
      );
    const { name: kind, code } = error as NodeJS.ErrnoException;
    // The connection broke off, or took too long, while the file came.
    if (
      kind === 'AbortError' ||
      kind === 'TimeoutError' ||
      code === 'ECONNRESET' ||
      code === 'ERR_STREAM_PREMATURE_CLOSE'
    )
      throw invalidField(
        `${field}.file_url`,
        'could not be fetched: it broke off, or took longer than 30 s (60 s with all files before it).',
      );
    throw error;
  }
}

/** What a mail keeps of a file's type and name. */
const longestType = 120;
const longestName = 200;

/** A name without folders and without signs that programs act on. */
export function plainName(given: string | null): string {
  const name = (given ?? '')
    .replace(/^.*[\\/]/, '')
    .replace(/\p{C}/gu, '')
    .trim();
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
  // Half of a sign that is written as two is none.
  const stem = name
    .slice(0, name.length - ending.length)
    .slice(0, longestName - ending.length)
    .replace(/[\ud800-\udbff]$/, '');
  return stem + ending === '' ? 'attachment' : stem + ending;
}

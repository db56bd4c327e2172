import type { Readable } from 'node:stream';
import type { FileStore } from '#platform/storage/disk-store';

/** A file as a mail names it; `size` in bytes is what was looked at when the file was attached. */
export interface AttachedFile {
  storage_key: string;
  size?: number;
}

/**
 * Opens a file of a mail. The address it was uploaded to is good for some minutes more: one that was put in its place later has passed
 * no limit, and does not leave. @throws Error when it is gone or another than the one that was attached
 */
export async function openAttachment(files: Pick<FileStore, 'get'>, file: AttachedFile): Promise<Readable> {
  const stored = await files.get(file.storage_key);
  if (file.size === undefined || stored.size === file.size) return stored.stream;
  stored.stream.destroy();
  throw new Error('A file of this email is not the one that was attached.');
}

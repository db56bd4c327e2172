import { copyFile, link, mkdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDiskFiles, type ListedFile, type StoredFiles } from '../storage/disk-store';
import { StorageError } from '../storage/storage-error';

export interface CopiedFiles {
  files: number;
  bytes: number;
}

/**
 * Copies every stored file into a backup's folder. What has not changed since the backup before it takes no further
 * room: both hold the same file by a hard link. Files that are deleted meanwhile are left out.
 * @param previous the files of an earlier backup on the same disk, or null
 */
export async function backUpFiles(store: StoredFiles, folder: string, previous: string | null): Promise<CopiedFiles> {
  const target = openDiskFiles(folder);
  const copied: CopiedFiles = { files: 0, bytes: 0 };
  for await (const file of store.list()) {
    const isThere =
      (previous !== null && (await linkFrom(previous, folder, file))) || (await copy(store, target, folder, file));
    if (!isThere) continue;
    copied.files += 1;
    copied.bytes += file.size;
  }
  return copied;
}

async function copy(store: StoredFiles, target: StoredFiles, folder: string, file: ListedFile): Promise<boolean> {
  try {
    const { stream, type } = await store.get(file.name);
    await target.put(file.name, stream, { type, maximum: Number.MAX_SAFE_INTEGER });
    const seconds = file.modified / 1000;
    await utimes(join(folder, 'content', file.name), seconds, seconds);
    return true;
  } catch (error) {
    if (error instanceof StorageError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}

/** @returns false when the earlier backup has no such file, or another one */
async function linkFrom(previous: string, folder: string, file: ListedFile): Promise<boolean> {
  const paths = [join('content', file.name), join('types', `${file.name}.json`)] as const;
  const facts = await stat(join(previous, paths[0])).catch(() => null);
  // A disk keeps fractions of a millisecond that a set time may lose.
  if (facts?.size !== file.size || Math.abs(facts.mtimeMs - file.modified) > 1) return false;
  for (const path of paths) await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
  await copyFile(join(previous, paths[1]), join(folder, paths[1]));
  await link(join(previous, paths[0]), join(folder, paths[0]));
  return true;
}

/** Puts the files of a backup back, wherever files lie now. What is there already with the same size stays. */
export async function restoreFiles(folder: string, store: StoredFiles): Promise<CopiedFiles> {
  const present = new Map<string, number>();
  for await (const { name, size } of store.list()) present.set(name, size);
  const source = openDiskFiles(folder);
  const copied: CopiedFiles = { files: 0, bytes: 0 };
  for await (const { name, size } of source.list()) {
    copied.files += 1;
    copied.bytes += size;
    if (present.get(name) === size) continue;
    const { stream, type } = await source.get(name);
    await store.put(name, stream, { type, maximum: size });
  }
  return copied;
}

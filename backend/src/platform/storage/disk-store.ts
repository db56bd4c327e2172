import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { countBytes } from './count-bytes';
import { createGrants, checkName, type Grant, type GrantOptions } from './grants';
import { StorageError } from './storage-error';

export interface StoredFile {
  stream: Readable;
  /** bytes */
  size: number;
  type: string;
}

/** A file as `list` names it. */
export interface ListedFile {
  name: string;
  /** bytes */
  size: number;
  /** ms */
  modified: number;
}

/** Files by their names, wherever they lie. */
export interface StoredFiles {
  /** Writes a stream; nothing is left when it is longer than `maximum` bytes or breaks off. @throws StorageError */
  put(name: string, content: Readable, limits: { type: string; maximum: number }): Promise<{ size: number }>;
  /** @throws StorageError NOT_FOUND */
  get(name: string): Promise<StoredFile>;
  /** Deleting what is not there is no error. */
  delete(name: string): Promise<void>;
  /** Every file, or those whose names begin so, in no particular order. */
  list(beginning?: string): AsyncIterable<ListedFile>;
}

/** Files outside the database: uploads, exports, attachments. The interface an object store could stand behind as well. */
export interface FileStore extends StoredFiles {
  /** An address under which a browser may PUT this one file. */
  signPut(name: string, limits: { type: string; maximum: number; seconds: number }): string;
  /** An address under which a browser may GET this one file. */
  signGet(name: string, options: { seconds: number; saveAs?: string }): string;
  /** What a signed address allows. @throws StorageError BAD_SIGNATURE, EXPIRED */
  verify(method: string, name: string, query: URLSearchParams): Grant;
  /** An address of the object store itself that takes exactly this type and this many bytes; absent where files lie on disk. */
  signDirectPut?(name: string, file: { type: string; size: number; seconds: number }): Promise<string>;
}

export interface DiskStoreOptions extends GrantOptions {
  /** `$SKEIN_DATA/files` */
  folder: string;
}

export function createDiskStore(options: DiskStoreOptions): FileStore {
  return { ...openDiskFiles(options.folder), ...createGrants(options) };
}

/** The files of a folder without addresses for browsers: also those of a backup. */
export function openDiskFiles(folder: string): StoredFiles {
  function pathOf(name: string): string {
    return join(folder, 'content', checkName(name));
  }
  const noteOf = (name: string) => join(folder, 'types', `${name}.json`);

  return {
    async put(name, content, limits) {
      const target = pathOf(name);
      const temporary = join(folder, 'incoming', randomUUID());
      await Promise.all(
        [dirname(target), dirname(temporary), dirname(noteOf(name))].map((each) =>
          mkdir(each, { recursive: true, mode: 0o700 }),
        ),
      );
      const counter = countBytes(limits.maximum);
      try {
        // Opened before anything can fail: a stream that opens it by itself may do so after it was removed.
        const file = await open(temporary, 'wx', 0o600);
        await pipeline(content, counter.stream, file.createWriteStream());
        await writeFile(noteOf(name), JSON.stringify({ type: limits.type }), { mode: 0o600 });
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw isFull(error)
          ? new StorageError('FULL', 507, 'The file storage of this server is full. The file was not saved.')
          : error;
      }
      return { size: counter.size() };
    },
    async get(name) {
      const path = pathOf(name);
      try {
        const { size } = await stat(path);
        const { type } = JSON.parse(await readFile(noteOf(name), 'utf8')) as { type: string };
        return { stream: createReadStream(path), size, type };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        throw new StorageError('NOT_FOUND', 404, 'There is no such file.');
      }
    },
    async delete(name) {
      await rm(pathOf(name), { force: true });
      await rm(noteOf(name), { force: true });
    },
    async *list(beginning = '') {
      const content = join(folder, 'content');
      // Only the folder that the beginning names is read.
      const inFolder = join(content, beginning.slice(0, beginning.lastIndexOf('/') + 1));
      const entries = await readdir(inFolder, { recursive: true, withFileTypes: true }).catch(ifThere([]));
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name);
        if (!entry.isFile() || !path.startsWith(join(content, beginning))) continue;
        const facts = await stat(path).catch(ifThere(null));
        if (facts)
          yield {
            name: relative(content, path).split(sep).join('/'),
            size: facts.size,
            modified: Math.floor(facts.mtimeMs),
          };
      }
    },
  };
}

/** No space left on the disk, or for this user. */
const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');

/** What is not there, or not any more, is no error. */
const ifThere =
  <Otherwise>(otherwise: Otherwise) =>
  (error: NodeJS.ErrnoException): Otherwise => {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  };

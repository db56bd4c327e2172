import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Clock } from '../clock/clock';
import { countBytes } from './count-bytes';
import { createGrants, checkName, type Grant } from './grants';
import { StorageError } from './storage-error';

export interface StoredFile {
  stream: Readable;
  /** bytes */
  size: number;
  type: string;
}

/** Files outside the database: uploads, exports, attachments. The interface an object store could stand behind as well. */
export interface FileStore {
  /** Writes a stream; nothing is left when it is longer than `maximum` bytes or breaks off. @throws StorageError */
  put(name: string, content: Readable, limits: { type: string; maximum: number }): Promise<{ size: number }>;
  /** @throws StorageError NOT_FOUND */
  get(name: string): Promise<StoredFile>;
  /** Deleting what is not there is no error. */
  delete(name: string): Promise<void>;
  /** An address under which a browser may PUT this one file. */
  signPut(name: string, limits: { type: string; maximum: number; seconds: number }): string;
  /** An address under which a browser may GET this one file. */
  signGet(name: string, options: { seconds: number; saveAs?: string }): string;
  /** What a signed address allows. @throws StorageError BAD_SIGNATURE, EXPIRED */
  verify(method: string, name: string, query: URLSearchParams): Grant;
  /** An address of the object store itself that takes exactly this type and this many bytes; absent where files lie on disk. */
  signDirectPut?(name: string, file: { type: string; size: number; seconds: number }): Promise<string>;
}

export interface DiskStoreOptions {
  /** `$SKEIN_DATA/files` */
  folder: string;
  /** address that the storage routes are mounted at, without a slash at the end */
  baseUrl: string;
  /** from `derivePurposeKey(masterKey, 'storage')` */
  key: Buffer;
  clock?: Clock;
}

export function createDiskStore(options: DiskStoreOptions): FileStore {
  const { folder } = options;

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
        await pipeline(content, counter.stream, createWriteStream(temporary, { mode: 0o600 }));
        await writeFile(noteOf(name), JSON.stringify({ type: limits.type }), { mode: 0o600 });
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
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
    ...createGrants(options),
  };
}

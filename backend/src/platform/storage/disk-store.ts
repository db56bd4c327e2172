import { createHmac, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { realClock, type Clock } from '../clock/clock';
import { equalsInConstantTime } from '../crypto/random-token';

/** A file that cannot be stored or read, with the HTTP status that says so. */
export class StorageError extends Error {
  constructor(
    readonly code: 'NOT_FOUND' | 'TOO_LARGE' | 'WRONG_TYPE' | 'BAD_SIGNATURE' | 'EXPIRED' | 'BAD_NAME',
    readonly status: 400 | 403 | 404 | 413 | 415,
    message: string,
  ) {
    super(message);
    this.name = 'StorageError';
  }
}

export interface StoredFile {
  stream: Readable;
  /** bytes */
  size: number;
  type: string;
}

/** What a signed address allows. It is part of the address and of what is signed. */
export interface Grant {
  method: 'GET' | 'PUT';
  name: string;
  /** ms of real time */
  expires: number;
  /** PUT: the one content type that may be written. GET: empty */
  type: string;
  /** PUT: bytes that may be written at most. GET: 0 */
  maximum: number;
  /** GET: the name a browser saves it under; empty shows it in the page */
  saveAs: string;
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

/** Path segments of letters, digits, dot, dash and underscore; a segment never begins with a dot. */
const NAME = /^(?:[a-z0-9_-][a-z0-9._-]{0,99}\/){0,7}[a-z0-9_-][a-z0-9._-]{0,99}$/i;

export function createDiskStore(options: DiskStoreOptions): FileStore {
  const { folder, baseUrl, key, clock = realClock } = options;

  function pathOf(name: string): string {
    if (!NAME.test(name)) throw new StorageError('BAD_NAME', 400, 'This is not the name of a stored file.');
    return join(folder, 'content', name);
  }
  const noteOf = (name: string) => join(folder, 'types', `${name}.json`);

  function sign(grant: Grant): string {
    const { method, name, expires, type, maximum, saveAs } = grant;
    return createHmac('sha256', key).update(JSON.stringify([method, name, expires, type, maximum, saveAs])).digest('base64url');
  }

  function addressOf(grant: Grant): string {
    pathOf(grant.name);
    const query = new URLSearchParams({ expires: String(grant.expires) });
    if (grant.type) query.set('type', grant.type);
    if (grant.maximum) query.set('maximum', String(grant.maximum));
    if (grant.saveAs) query.set('save-as', grant.saveAs);
    query.set('signature', sign(grant));
    return `${baseUrl}/${grant.name}?${query}`;
  }

  return {
    async put(name, content, limits) {
      const target = pathOf(name);
      const temporary = join(folder, 'incoming', randomUUID());
      await Promise.all([dirname(target), dirname(temporary), dirname(noteOf(name))].map((each) => mkdir(each, { recursive: true, mode: 0o700 })));
      let size = 0;
      const limit = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length;
          if (size > limits.maximum) done(new StorageError('TOO_LARGE', 413, `The file is larger than ${limits.maximum} bytes.`));
          else done(null, chunk);
        },
      });
      try {
        await pipeline(content, limit, createWriteStream(temporary, { mode: 0o600 }));
        await writeFile(noteOf(name), JSON.stringify({ type: limits.type }), { mode: 0o600 });
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      return { size };
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
    signPut: (name, { type, maximum, seconds }) =>
      addressOf({ method: 'PUT', name, type, maximum, saveAs: '', expires: clock.now() + seconds * 1000 }),
    signGet: (name, { seconds, saveAs = '' }) =>
      addressOf({ method: 'GET', name, type: '', maximum: 0, saveAs, expires: clock.now() + seconds * 1000 }),
    verify(method, name, query) {
      const grant: Grant = {
        method: method === 'PUT' ? 'PUT' : 'GET',
        name,
        expires: Number(query.get('expires')),
        type: query.get('type') ?? '',
        maximum: Number(query.get('maximum') ?? 0),
        saveAs: query.get('save-as') ?? '',
      };
      if (!equalsInConstantTime(sign(grant), query.get('signature') ?? '')) {
        throw new StorageError('BAD_SIGNATURE', 403, 'This address was not made by us, or was changed.');
      }
      if (grant.expires < clock.now()) throw new StorageError('EXPIRED', 403, 'This address has expired.');
      return grant;
    },
  };
}

import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';

import { AwsV4Signer } from 'aws4fetch';

import type { Clock } from '../clock/clock';
import { countBytes } from './count-bytes';
import type { FileStore, StoredFiles } from './disk-store';
import { checkName, createGrants, isName, type GrantOptions } from './grants';
import { readBucketPage } from './list-bucket';
import { StorageError } from './storage-error';

export interface BucketOptions {
  /** `https://s3.eu-central-1.amazonaws.com`, or the address of any compatible store */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** where a file lies while its bytes are counted */
  temporaryFolder: string;
  clock?: Clock;
}

export type S3StoreOptions = BucketOptions & GrantOptions;

/**
 * Files in an S3-compatible bucket, addressed by path. What passes through us is counted while it streams, and only a whole file of
 * an allowed size reaches the bucket; an address for the browser itself names the exact size and type, which the store checks.
 */
export function createS3Store(options: S3StoreOptions): FileStore {
  return { ...openBucketFiles(options), ...createGrants(options) };
}

/** The files of a bucket without addresses of our own: also for what an operator does beside the running product. */
export function openBucketFiles(options: BucketOptions): StoredFiles & Pick<FileStore, 'signDirectPut'> {
  const { temporaryFolder } = options;
  const addressOf = (name: string) =>
    `${options.endpoint.replace(/(?<!\/)\/+$/, '')}/${options.bucket}/${checkName(name)}`;
  const { sign, ask } = signRequests(options);

  const send = (
    method: 'GET' | 'PUT' | 'DELETE',
    name: string,
    headers: Record<string, string> = {},
    body?: Readable,
  ): Promise<Response> => ask(method, addressOf(name), headers, body);

  return {
    async put(name, content, limits) {
      checkName(name);
      const file = join(temporaryFolder, randomUUID());
      await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
      try {
        const counter = countBytes(limits.maximum);
        await pipeline(content, counter.stream, createWriteStream(file, { mode: 0o600 }));
        await (
          await send(
            'PUT',
            name,
            { 'content-type': limits.type, 'content-length': String(counter.size()) },
            createReadStream(file),
          )
        ).arrayBuffer();
        return { size: counter.size() };
      } finally {
        await rm(file, { force: true });
      }
    },
    async get(name) {
      const answer = await send('GET', name);
      return {
        stream: answer.body ? Readable.fromWeb(answer.body as NodeReadableStream) : Readable.from([]),
        size: Number(answer.headers.get('content-length') ?? 0),
        type: (answer.headers.get('content-type') ?? 'application/octet-stream').split(';')[0] as string,
      };
    },
    async delete(name) {
      await send('DELETE', name).catch((error) => {
        if (!(error instanceof StorageError && error.code === 'NOT_FOUND')) throw error;
      });
    },
    async *list(beginning = '') {
      let next: string | null = null;
      do {
        const url = new URL(`${options.endpoint.replace(/(?<!\/)\/+$/, '')}/${options.bucket}`);
        url.searchParams.set('list-type', '2');
        if (beginning !== '') url.searchParams.set('prefix', beginning);
        if (next !== null) url.searchParams.set('continuation-token', next);
        const page = readBucketPage(await (await ask('GET', url.toString())).text());
        for (const { key, size, modified } of page.objects) if (isName(key)) yield { name: key, size, modified };
        next = page.next;
      } while (next !== null);
    },
    async signDirectPut(name, { type, size, seconds }) {
      const url = new URL(addressOf(name));
      url.searchParams.set('X-Amz-Expires', String(seconds));
      return (
        await sign('PUT', url.toString(), { 'content-type': type, 'content-length': String(size) }, { signQuery: true })
      ).url.toString();
    },
  };
}

/** Requests with AWS Signature Version 4, and addresses that carry one. */
function signRequests(options: BucketOptions) {
  const datetime = () =>
    options.clock ? new Date(options.clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, '') : undefined;

  async function sign(
    method: string,
    url: string,
    headers: Record<string, string>,
    more: { signQuery?: boolean } = {},
  ) {
    return new AwsV4Signer({
      method,
      url,
      headers,
      accessKeyId: options.accessKeyId,
      secretAccessKey: options.secretAccessKey,
      service: 's3',
      region: options.region,
      datetime: datetime(),
      allHeaders: true,
      ...more,
    }).sign();
  }

  async function ask(
    method: 'GET' | 'PUT' | 'DELETE',
    address: string,
    headers: Record<string, string> = {},
    body?: Readable,
  ): Promise<Response> {
    const signed = await sign(method, address, headers);
    const answer = await fetch(signed.url, {
      method,
      headers: signed.headers,
      signal: AbortSignal.timeout(10 * 60_000),
      redirect: 'error',
      ...(body ? { body: Readable.toWeb(body), duplex: 'half' } : {}),
    } as RequestInit);
    if (answer.status === 404) throw new StorageError('NOT_FOUND', 404, 'There is no such file.');
    // The store's own words may hold names and keys; its status is enough to look it up there.
    if (!answer.ok) throw new Error(`The object store answered ${answer.status} to ${method}.`);
    return answer;
  }

  return { sign, ask };
}

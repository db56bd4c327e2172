import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

import { Hono } from 'hono';

import type { FileStore } from './disk-store';
import { StorageError } from './storage-error';

/** Types that a browser may show in the page; everything else is only ever saved. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** `PUT` and `GET` of signed addresses, streamed. The signature is the whole permission, so there is no session here. */
export function createStorageApp(store: FileStore): Hono {
  const app = new Hono();

  app.put('/*', async (context) => {
    const url = new URL(context.req.url);
    const grant = store.verify('PUT', nameOf(context.req.path), url.searchParams);
    const type = (context.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
    if (type !== grant.type.toLowerCase())
      throw new StorageError('WRONG_TYPE', 415, `Only ${grant.type} may be uploaded here.`);
    if (Number(context.req.header('content-length') ?? 0) > grant.maximum) {
      throw new StorageError('TOO_LARGE', 413, `The file is larger than ${grant.maximum} bytes.`);
    }
    // Otherwise an old upload address could replace a file after it was checked and published.
    if (await isThere(grant.name))
      throw new StorageError('USED', 409, 'This address was used already. Ask for another one.');
    const body = context.req.raw.body;
    const content = body ? Readable.fromWeb(body as NodeReadableStream) : Readable.from([]);
    const { size } = await store.put(grant.name, content, { type: grant.type, maximum: grant.maximum });
    return context.json({ ok: true, data: { size }, message: 'success' });
  });

  app.get('/*', async (context) => {
    const url = new URL(context.req.url);
    const grant = store.verify('GET', nameOf(context.req.path), url.searchParams);
    const file = await store.get(grant.name);
    const shown = !grant.saveAs && SHOWN.has(file.type);
    const fileName = grant.saveAs || (grant.name.split('/').at(-1) as string);
    return context.body(Readable.toWeb(file.stream) as ReadableStream, 200, {
      'content-type': file.type,
      'content-length': String(file.size),
      'content-disposition': shown ? 'inline' : `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      'cache-control': 'private, max-age=300',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  app.onError((error, context) => {
    if (!(error instanceof StorageError)) throw error;
    return context.json({ ok: false, message: error.message, code: error.code }, error.status);
  });

  async function isThere(name: string): Promise<boolean> {
    const found = await store.get(name).catch((error: unknown) => {
      if (error instanceof StorageError && error.code === 'NOT_FOUND') return null;
      throw error;
    });
    found?.stream.destroy();
    return found !== null;
  }

  /** The part of the path behind the place where the app is mounted. */
  function nameOf(path: string): string {
    const marker = '/storage/';
    const at = path.indexOf(marker);
    return at === -1 ? path.replace(/^\/+/, '') : path.slice(at + marker.length);
  }

  return app;
}

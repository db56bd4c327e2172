import { Readable } from 'node:stream';
import { assetTypes, pictureTypes } from '@skein/contracts/main/signed-uploads.contract';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { storedName, type UploadFolder } from './sign-upload';

const known = /^\d{1,10}-\d{1,10}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z]{3,4}$/;
const pictures = new Set<string>(pictureTypes);
const allowed = new Set<string>(assetTypes);

/**
 * An uploaded file as a mail program or a page may show it: pictures as such, anything else only to be saved.
 * @throws SkeinError NOT_FOUND
 */
export async function readImage(deps: Pick<MainDeps, 'files'>, folder: UploadFolder, name: string): Promise<Response> {
  if (!known.test(name)) throw notFound('This picture');
  const file = await deps.files.get(storedName(folder, name));
  return new Response(Readable.toWeb(file.stream) as ReadableStream, {
    headers: {
      'content-type': allowed.has(file.type) ? file.type : 'application/octet-stream',
      'content-length': String(file.size),
      'content-disposition': pictures.has(file.type) ? 'inline' : 'attachment',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}

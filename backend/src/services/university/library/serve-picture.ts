import { extname, join } from 'node:path';
import { notFound } from '#platform/http/skein-error';
import type { UniversityDeps } from '../deps';
import { serveFile } from './serve-file';

const types: Readonly<Record<string, string>> = { '.webp': 'image/webp', '.png': 'image/png', '.jpg': 'image/jpeg' };

/** A picture, served only by a name that the library knows. @throws SkeinError NOT_FOUND */
export async function servePicture(deps: Pick<UniversityDeps, 'library'>, name: string): Promise<Response> {
  const picture = (await deps.library.read()).pictures.get(name);
  const served = picture && (await serveFile(join(picture.folder, name), types[extname(name)] as string, null));
  if (!served) throw notFound('This picture');
  return served;
}

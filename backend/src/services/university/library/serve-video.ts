import { extname, join } from 'node:path';
import { notFound } from '#platform/http/skein-error';
import type { UniversityDeps } from '../deps';
import { videoTypes, type Video } from './read-videos';
import { serveFile } from './serve-file';

/**
 * A recording, its captions or its picture, whole or the part that a player asks for. Served only by names that the
 * library knows, so no path of a request reaches the disk.
 * @throws SkeinError NOT_FOUND
 */
export async function serveVideo(
  deps: Pick<UniversityDeps, 'library'>,
  name: string,
  range: string | null,
): Promise<Response> {
  const { videos } = await deps.library.read();
  const video = videos.get(name.slice(0, -extname(name).length));
  if (!video || !filesOf(video).includes(name)) throw notFound('This recording');
  const served = await serveFile(join(video.folder, name), videoTypes[extname(name)] as string, range);
  if (!served) throw notFound('This recording');
  return served;
}

const filesOf = ({ film, captions, poster }: Video): (string | null)[] => [film, captions, poster];

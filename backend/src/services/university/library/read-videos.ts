import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { z } from 'zod';
import { parseCaptions, type Sentence } from './parse-captions';
import { versionOf } from './serve-file';

const facts = z.object({
  seconds: z.number().positive().max(86_400),
  chapters: z.array(z.object({ at: z.number().min(0), title: z.string().min(1) })).default([]),
});

/** A recording that this installation serves itself, beside the item of the same name. */
export interface Video extends Partial<z.output<typeof facts>> {
  folder: string;
  /** Names of its files: the recording, and where they exist its captions (WebVTT) and its first picture. */
  film: string;
  captions: string | null;
  poster: string | null;
  /** What the captions say. */
  transcript: Sentence[];
  /** Changes with the file, so that browsers may keep each version for good. */
  version: string;
}

const films = ['.webm', '.mp4'];
export const videoTypes: Readonly<Record<string, string>> = {
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt; charset=utf-8',
  '.jpg': 'image/jpeg',
};

/**
 * The recordings of a folder by the name of their item: `dmarc.webm` (or .mp4), `dmarc.vtt`, `dmarc.jpg`, and `dmarc.json` with its length
 * and chapters. Only the recording itself is required.
 * @param folder absolute; an absent one holds none
 */
export async function readVideos(folder: string, problems: string[]): Promise<Map<string, Video>> {
  const names = new Set((await readdir(folder).catch(() => [])).filter((name) => /^[a-z0-9-]+\.[a-z0-9]+$/.test(name)));
  const found = new Map<string, Video>();
  for (const film of [...names].filter((name) => films.includes(extname(name))).sort()) {
    const slug = film.slice(0, -extname(film).length);
    const beside = (ending: string) => (names.has(slug + ending) ? slug + ending : null);
    const [about, captions] = [beside('.json'), beside('.vtt')];
    found.set(slug, {
      folder,
      film,
      captions,
      poster: beside('.jpg'),
      transcript: captions ? parseCaptions(await readFile(join(folder, captions), 'utf8')) : [],
      version: versionOf(await stat(join(folder, film))),
      ...(about ? await readFacts(join(folder, about), problems) : {}),
    });
  }
  return found;
}

async function readFacts(file: string, problems: string[]): Promise<Partial<z.output<typeof facts>>> {
  try {
    const read = facts.safeParse(JSON.parse(await readFile(file, 'utf8')));
    if (read.success) return read.data;
    problems.push(`${file}: ${z.prettifyError(read.error)}`);
  } catch (error) {
    problems.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return {};
}

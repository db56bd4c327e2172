import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Block } from '@skein/contracts/university/library';
import { versionOf } from './serve-file';

/** A picture of the library, by its name. */
export interface Picture {
  folder: string;
  version: string;
}

/** @param folder absolute; an absent one holds none */
export async function readPictures(folder: string): Promise<Map<string, Picture>> {
  const names = await readdir(folder).catch(() => []);
  const found = new Map<string, Picture>();
  for (const name of names.filter((each) => /^[a-z0-9-]+\.(?:webp|png|jpg)$/.test(each)))
    found.set(name, { folder, version: versionOf(await stat(join(folder, name))) });
  return found;
}

/** A text writes `pictures/name.webp`: the address it is served at, or no picture where the library has none of that name. */
export function resolvePictures(
  blocks: readonly Block[],
  pictures: ReadonlyMap<string, Picture>,
  onMissing: (src: string) => void,
): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.kind !== 'picture') return [block];
    const name = block.src.slice('pictures/'.length);
    const picture = block.src.startsWith('pictures/') ? pictures.get(name) : undefined;
    if (!picture) onMissing(block.src);
    return picture ? [{ ...block, src: `/api/university/pictures/${name}?v=${picture.version}` }] : [];
  });
}

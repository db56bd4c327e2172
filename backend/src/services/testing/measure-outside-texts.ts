/**
 * Run by linear-time.test.ts in a process of its own, bundled as shipped. Prints one JSON object a line: what each
 * reader makes of its pieces.
 */
import { isLinear, measureGrowth, type Growth } from '@skein/testing/growth';
import { outsideTexts, repeated } from './outside-texts';

export interface ReaderGrowth {
  name: string;
  /** Pieces that were repeated to texts and read. */
  pieces: number;
  /** Those for which it takes more than linear time. */
  slow: (Growth & { piece: string })[];
}

async function main(): Promise<void> {
  for (const { name, limit, pieces, read } of outsideTexts) {
    const growth: ReaderGrowth = { name, pieces: pieces.length, slow: [] };
    for (const piece of pieces) {
      const found = await measureGrowth((size) => read(repeated(piece, size)), limit);
      if (!isLinear(found)) growth.slow.push({ piece, ...found });
    }
    console.log(JSON.stringify(growth));
  }
}

void main();

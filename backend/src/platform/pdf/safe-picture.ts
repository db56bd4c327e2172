import { inflateSync } from 'node:zlib';
import { largestBrandSide } from '@skein/contracts/main/whitelabel.contract';
import { pictureSizeOf } from '../brand/picture-size';
import { pictureTypeOf } from '../brand/picture-type';

/**
 * Whether a PNG or JPEG can be drawn by pdfkit without harm. It trusts the lengths that a PNG names, inflates its
 * pixels without a limit, and throws where nobody can catch when they are damaged: all of that is looked at first.
 */
export function isSafePicture(bytes: Uint8Array): boolean {
  const size = pictureSizeOf(bytes);
  if (!size || size.width > largestBrandSide || size.height > largestBrandSide) return false;
  const type = pictureTypeOf(bytes);
  return type === 'image/jpeg' || (type === 'image/png' && isSafePng(bytes));
}

/** Samples of a pixel, by the colour type of a PNG. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** First column and row of each pass, and the steps between them. */
const wholePass = [[0, 0, 1, 1]] as const;
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface PngHead {
  width: number;
  height: number;
  /** Bits of a pixel. */
  depth: number;
  isInterlaced: boolean;
}

function isSafePng(bytes: Uint8Array): boolean {
  const png = readChunks(bytes);
  if (!png) return false;
  const rows = rowsOf(png.head);
  const length = rows.reduce((sum, row) => sum + row, 0);
  let pixels: Buffer;
  try {
    pixels = inflateSync(png.data, { maxOutputLength: length });
  } catch {
    return false;
  }
  if (pixels.length !== length) return false;
  let at = 0;
  // Each row begins with its filter, of which there are five.
  return rows.every((row) => {
    const isKnown = (pixels[at] as number) <= 4;
    at += row;
    return isKnown;
  });
}

/** The bytes of each row, with its filter. */
function rowsOf({ width, height, depth, isInterlaced }: PngHead): number[] {
  return (isInterlaced ? adam7 : wholePass).flatMap(([left, top, across, down]) => {
    const columns = Math.ceil((width - left) / across);
    const count = Math.ceil((height - top) / down);
    if (columns <= 0 || count <= 0) return [];
    return Array<number>(count).fill(1 + Math.ceil((columns * depth) / 8));
  });
}

/** Head and compressed pixels; null unless every chunk lies within the file and the head stands first and once. */
function readChunks(bytes: Uint8Array): { head: PngHead; data: Buffer } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data: Uint8Array[] = [];
  let head: PngHead | null = null;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const name = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    const from = at + 8;
    at = from + length + 4;
    if (at > bytes.length || (name === 'IHDR') !== (head === null)) return null;
    if (name === 'IHDR') head = length === 13 ? readHead(view, from) : null;
    if (head === null) return null;
    if (name === 'IDAT') data.push(bytes.subarray(from, from + length));
    if (name === 'IEND') return { head, data: Buffer.concat(data) };
  }
  return null;
}

function readHead(view: DataView, at: number): PngHead | null {
  const [bits, colour, interlace] = [view.getUint8(at + 8), view.getUint8(at + 9), view.getUint8(at + 12)];
  const perPixel = samples[colour];
  if (perPixel === undefined || ![1, 2, 4, 8, 16].includes(bits) || interlace > 1) return null;
  return {
    width: view.getUint32(at),
    height: view.getUint32(at + 4),
    depth: bits * perPixel,
    isInterlaced: interlace === 1,
  };
}

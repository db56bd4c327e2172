import { pictureTypeOf } from './picture-type';

export interface PictureSize {
  width: number;
  height: number;
}

/** Width and height by the bytes alone: nothing is decoded. Null for what is no picture, or is cut off before they are said. */
export function pictureSizeOf(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = readers[pictureTypeOf(bytes) ?? 'none'](view);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // Read beyond the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const readers: Record<NonNullable<ReturnType<typeof pictureTypeOf>> | 'none', (view: DataView) => PictureSize | null> =
  {
    'image/png': sizeOfPng,
    'image/jpeg': sizeOfJpeg,
    'image/webp': sizeOfWebp,
    'image/gif': (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
    none: () => null,
  };

const textAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((each) => view.getUint8(at + each)));

/** The first chunk says it. */
function sizeOfPng(view: DataView): PictureSize | null {
  if (textAt(view, 12) !== 'IHDR') return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The first frame header (SOF0 to SOF15; C4, C8 and CC are other segments) says it. */
function sizeOfJpeg(view: DataView): PictureSize | null {
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      // Fill bytes may stand before a marker.
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === 0xd9 || marker === 0xda) return null;
    at += 2 + view.getUint16(at + 2);
  }
}

/** The first chunk says it, in one of three ways. */
function sizeOfWebp(view: DataView): PictureSize | null {
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  switch (textAt(view, 12)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: uint24(24) + 1, height: uint24(27) + 1 };
    default:
      return null;
  }
}

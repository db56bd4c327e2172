import { pictureSizeOf } from './picture-size';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const riff = '52494646 00000000 57454250';

it.each([
  ['PNG', hex('89504e470d0a1a0a 0000000d 49484452 000007d1 00000005'), { width: 2001, height: 5 }],
  // An application segment, fill bytes, a table (C4, which is no frame), then the frame.
  [
    'JPEG',
    hex('ffd8 ffe00004aabb ffffff c40003aa ffc2 0011 08 0005 07d1 03'.replaceAll(' ', '')),
    { width: 2001, height: 5 },
  ],
  ['WebP, lossy', hex(`${riff} 56503820 00000000 000000 9d012a d107 0500`), { width: 2001, height: 5 }],
  ['WebP, lossless', hex(`${riff} 5650384c 00000000 2f d0070100`), { width: 2001, height: 5 }],
  ['WebP, extended', hex(`${riff} 56503858 0a000000 00000000 d00700 040000`), { width: 2001, height: 5 }],
  ['GIF', hex('474946383961 d107 0500'), { width: 2001, height: 5 }],
])('reads the size of a %s by its bytes', (_, bytes, size) => {
  expect(pictureSizeOf(bytes)).toEqual(size);
  // Also where it is a part of a larger buffer.
  expect(pictureSizeOf(Buffer.concat([hex('aabbcc'), bytes]).subarray(3))).toEqual(size);
});

it.each([
  ['nothing', hex('')],
  ['a PNG that is cut off', hex('89504e470d0a1a0a 0000000d 49484452 0000')],
  ['a PNG that begins with something else', hex('89504e470d0a1a0a 0000000d 74455874 00000001 00000001')],
  ['a PNG without width', hex('89504e470d0a1a0a 0000000d 49484452 00000000 00000005')],
  ['a JPEG without a frame', hex('ffd8 ffda 0002')],
  ['a JPEG that is cut off', hex('ffd8 ffe00fff')],
  ['a WebP of another kind', hex(`${riff} 414e494d 00000000`)],
])('knows no size of %s', (_, bytes) => expect(pictureSizeOf(bytes)).toBeNull());

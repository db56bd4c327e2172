import { Transform } from 'node:stream';

import { StorageError } from './storage-error';

/** A stream that lets bytes through and breaks off with TOO_LARGE as soon as there are more than `maximum`. */
export function countBytes(maximum: number): { stream: Transform; size: () => number } {
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maximum) done(new StorageError('TOO_LARGE', 413, `The file is larger than ${maximum} bytes.`));
      else done(null, chunk);
    },
  });
  return { stream, size: () => size };
}

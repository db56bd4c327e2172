/**
 * Reproducible choices: the same material always gives the same number, on every machine. Not for secrets
 * (see message-identity.ts for those).
 */

function hash32(text: string, start: number): number {
  let hash = start;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    hash = (hash << 13) | (hash >>> 19);
  }
  // Final mixing, so that texts that differ in the last letter only lie far apart.
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A whole number from 0 to 2^32 - 1. */
export function seededHash(...material: readonly (string | number)[]): number {
  return hash32(material.join('\u0000'), 0x811c9dc5);
}

/** A number from 0 (included) to 1 (excluded), with 53 random bits. */
export function seededUnit(...material: readonly (string | number)[]): number {
  const text = material.join('\u0000');
  return ((hash32(text, 0x811c9dc5) >>> 5) * 0x4000000 + (hash32(text, 0x9e3779b9) >>> 6)) / 0x20000000000000;
}

import { createHash } from 'node:crypto';
import { insertPixel } from '@skein/template/links';
import { plainTextToHtml } from '@skein/template/plain-text';

/**
 * A warmup text as HTML, with a pixel at the mailbox's own tracking domain as campaign emails have one. The pixel's name is no tracking
 * token, so loading it counts nothing.
 */
export function warmupHtml(text: string, trackingDomain: string, messageId: string): string {
  const name = createHash('sha256').update(messageId).digest('base64url');
  return insertPixel(plainTextToHtml(text), `https://${trackingDomain}/o/${name}.gif`);
}

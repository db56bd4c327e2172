import { SkeinError } from '#platform/http/skein-error';
import type { Who } from '#access/access.api';

/** Credits are the agency's: its clients neither see nor spend them. @throws SkeinError FORBIDDEN */
export function ofTheHouse(who: Who): void {
  if (who.client) throw new SkeinError('FORBIDDEN', 'Verification is done by the agency. Ask it to verify your leads.');
}

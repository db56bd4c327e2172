import { isBlank } from './addresses';
import type { Draft } from './use-draft';

const union = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])];

/** Whether something is written or attached. */
const hasWords = (draft: Draft): boolean => !isBlank(draft.html) || draft.attachments.length > 0;

/** A reply that comes back, with what was written since below it after an empty line; to whom it was sent, with the files of both. */
export function joinDrafts(undone: Draft, since: Draft | null): Draft {
  if (!since || !hasWords(since)) return undone;
  const keys = new Set(undone.attachments.map(({ storage_key: key }) => key));
  return {
    ...undone,
    html: isBlank(since.html) ? undone.html : `${undone.html}<p></p>${since.html}`,
    cc: union(undone.cc, since.cc),
    bcc: union(undone.bcc, since.bcc),
    attachments: [...undone.attachments, ...since.attachments.filter(({ storage_key: key }) => !keys.has(key))],
  };
}

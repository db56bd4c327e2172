import { isBlank } from './is-blank';
import type { Draft } from './draft.types';

/** Those of one list, and of the other those that are in neither it nor the third. */
const extended = (one: readonly string[], other: readonly string[], without: readonly string[]) => [
  ...one,
  ...other.filter((address) => !one.includes(address) && !without.includes(address)),
];

/** Whether something is written or attached. */
const hasWords = (draft: Draft): boolean => !isBlank(draft.html) || draft.attachments.length > 0;

/**
 * An undone reply with what was written since below it, after an empty line, and the files of both. It goes to the
 * people it was sent to, and to those who were added since: people whom a new reply copies by itself (`suggestedCc`)
 * may have been removed on purpose.
 */
export function joinDrafts(undone: Draft, since: Draft | null, suggestedCc: readonly string[]): Draft {
  if (!since || !hasWords(since)) return undone;
  const keys = new Set(undone.attachments.map(({ storage_key: key }) => key));
  return {
    ...undone,
    html: isBlank(since.html) ? undone.html : `${undone.html}<p></p>${since.html}`,
    cc: extended(undone.cc, since.cc, suggestedCc),
    bcc: extended(undone.bcc, since.bcc, []),
    attachments: [...undone.attachments, ...since.attachments.filter(({ storage_key: key }) => !keys.has(key))],
  };
}

/** Whether words are the ones that were stored just now, perhaps continued: a composer that was opened meanwhile began with them. */
export const beginsWith = (words: Draft, stored: Draft): boolean =>
  !isBlank(stored.html) && words.html.startsWith(stored.html);

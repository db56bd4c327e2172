import type { Action } from '@skein/mfe/actions';

/** How well `text` answers `query`: 0 not at all; whole beginnings count most, then beginnings of words, then letters in order. */
export function matchScore(query: string, text: string): number {
  const wanted = query.trim().toLowerCase();
  const given = text.toLowerCase();
  if (wanted === '') return 1;
  if (given.startsWith(wanted)) return 100;
  if (given.split(/\s+/).some((word) => word.startsWith(wanted))) return 80;
  if (given.includes(wanted)) return 60;
  let at = 0;
  for (const letter of wanted) {
    at = given.indexOf(letter, at) + 1;
    if (at === 0) return 0;
  }
  return 20;
}

/** Actions that answer `query`, best first; those of equal worth in the order in which they were registered. */
export function findActions(actions: readonly Action[], query: string): Action[] {
  return actions
    .map((action, index) => ({
      action,
      index,
      score: Math.max(...[action.label, ...(action.keywords ?? [])].map((text) => matchScore(query, text))),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ action }) => action);
}

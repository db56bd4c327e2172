import type { Action } from '@skein/mfe/actions';

/** How well `text` answers `query`: 0 not at all; whole beginnings count most, then beginnings of words, then letters in order. */
function matchScore(query: string, text: string): number {
  const wanted = query.trim().toLowerCase();
  const given = text.toLowerCase();
  if (wanted === '') return 1;
  if (given.startsWith(wanted)) return 100;
  if (given.split(/\s+/).some((word) => word.startsWith(wanted))) return 80;
  const words = wanted.split(/\s+/);
  if (words.length > 1 && words.every((part) => given.split(/\s+/).some((word) => word.startsWith(part)))) return 80;
  if (given.includes(wanted)) return 60;
  let at = 0;
  for (const letter of wanted) {
    at = given.indexOf(letter, at) + 1;
    if (at === 0) return 0;
  }
  return 20;
}

/** Actions that answer `query`, best first; those of equal worth in the order in which they were registered. */
export function findActions<Line extends Action>(actions: readonly Line[], query: string): Line[] {
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

/** Whether a command answers a query by the beginning of its words, not only by letters in order. */
export const fitsWell = ({ label, keywords = [] }: Action, query: string): boolean =>
  [label, ...keywords].some((text) => matchScore(query, text) >= 80);

/** Groups of the frame; what is of none of them belongs to the page that is shown. */
const ofFrame = new Set([
  /* text */ 'Go to',
  /* text */ 'Anywhere',
  /* text */ 'Appearance',
  /* text */ 'You',
  /* text */ 'Create',
  /* text */ 'Pages',
  /* text */ 'Settings',
]);

/** Whether an action is one of the page that is shown. */
export const isOfPage = ({ group }: Pick<Action, 'group'>): boolean => !ofFrame.has(group);

/** Commands of the page that is shown first, then creating, then going elsewhere. */
export function pageFirst<Line extends Action>(actions: readonly Line[]): Line[] {
  const rank = (action: Line) => (isOfPage(action) ? 0 : action.group === /* text */ 'Create' ? 1 : 2);
  return [...actions].sort((a, b) => rank(a) - rank(b));
}

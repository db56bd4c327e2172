export interface Colleague {
  id: number;
  name: string;
}

/** The colleagues whose name stands behind an @ in a note; of two names that begin alike the longer one counts. */
export function mentionedIn(text: string, colleagues: readonly Colleague[]): number[] {
  let rest = text.toLowerCase();
  const found: number[] = [];
  for (const { id, name } of [...colleagues].sort((one, other) => other.name.length - one.name.length)) {
    const mention = `@${name.toLowerCase()}`;
    if (!rest.includes(mention)) continue;
    found.push(id);
    rest = rest.replaceAll(mention, '\n');
  }
  return found;
}

/** What is being typed behind an @ before the caret; null when nothing is. */
export function mentionAt(text: string, caret: number): { start: number; word: string } | null {
  const found = /(?:^|\s)@([^@\n]{0,60})$/.exec(text.slice(0, caret));
  return found?.[1] === undefined ? null : { start: caret - found[1].length - 1, word: found[1].toLowerCase() };
}

/** Colleagues whose first or last name begins with the word, at most six; none once a name is complete. */
export function suggestionsFor(word: string, colleagues: readonly Colleague[]): Colleague[] {
  const fits = colleagues.filter(({ name }) => {
    const lower = name.toLowerCase();
    return lower.startsWith(word) || lower.split(' ').some((part) => part.startsWith(word));
  });
  return fits.some(({ name }) => word.startsWith(name.toLowerCase())) ? [] : fits.slice(0, 6);
}

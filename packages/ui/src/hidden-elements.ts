const opening = /<(style|head|title|script)\b/gi;
const endings: Record<string, RegExp> = {
  style: /<\/style>/gi,
  head: /<\/head>/gi,
  title: /<\/title>/gi,
  script: /<\/script>/gi,
};

/**
 * HTML without the elements that show nothing. One that nothing closes stays. Linear: an end that is missing once is not looked for again.
 */
export function withoutHiddenElements(html: string): string {
  const kept: string[] = [];
  const unclosed = new Set<string>();
  let from = 0;
  opening.lastIndex = 0;
  for (let start = opening.exec(html); start; start = opening.exec(html)) {
    const name = (start[1] ?? '').toLowerCase();
    const ending = endings[name];
    if (!ending || unclosed.has(name)) continue;
    ending.lastIndex = start.index;
    const end = ending.exec(html);
    if (!end) {
      unclosed.add(name);
      continue;
    }
    kept.push(html.slice(from, start.index));
    from = opening.lastIndex = end.index + end[0].length;
  }
  return kept.join('') + html.slice(from);
}

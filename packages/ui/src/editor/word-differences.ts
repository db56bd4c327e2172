/** Texts of more words are not compared: the table grows with both lengths. */
const most = 1_200;

/**
 * For each word of a text whether another text lacks it: whether it is outside of the longest run of words, in order, that both have.
 * What both begin and end with is set aside first, so that a key that is typed costs little.
 */
export function differingWords(base: readonly string[], words: readonly string[]): boolean[] {
  const shorter = Math.min(base.length, words.length);
  let start = 0;
  while (start < shorter && base[start] === words[start]) start += 1;
  let end = 0;
  while (end < shorter - start && base[base.length - 1 - end] === words[words.length - 1 - end]) end += 1;
  const differs = words.map(() => false);
  const [one, other] = [words.slice(start, words.length - end), base.slice(start, base.length - end)];
  if (one.length > most || other.length > most) return differs;
  const lengths = sharedLengths(one, other);
  for (let i = 0, j = 0; i < one.length;) {
    if (j < other.length && one[i] === other[j]) {
      i += 1;
      j += 1;
    } else if (j < other.length && (lengths[i + 1]?.[j] ?? 0) < (lengths[i]?.[j + 1] ?? 0)) j += 1;
    else {
      differs[start + i] = true;
      i += 1;
    }
  }
  return differs;
}

/** How many words are shared from each word of both texts on. */
function sharedLengths(one: readonly string[], other: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] as Uint16Array;
    const below = lengths[i + 1] as Uint16Array;
    for (let j = other.length - 1; j >= 0; j -= 1)
      row[j] = one[i] === other[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
  }
  return lengths;
}

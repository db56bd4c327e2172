// What is left of a word when its endings are taken off, so that "expires", "expired" and "expiry" are one.

/** Too frequent to tell files apart. */
const empty = new Set(
  (
    'a an and are as at be by can cannot does for from has have how in is it its long many much must not of on or that the their then ' +
    'there they this to was what when where which who whom why will with'
  ).split(' '),
);

const endings = [
  [/(?:ifications?|if(?:y|ies|ied|ying))$/, 'if'],
  [/(?:ies|ied|ying|y)$/, ''],
  [/(?:isations?|ise[sdr]?|ising)$/, ''],
  [/(?:ations?|ates?|ated|ating)$/, ''],
  [/(?:ions?|ments?|ings?|ers?|ed|es|ly|al|s|e)$/, ''],
];

const known = new Map();

/** Three letters are left at least. */
export function stemOf(word) {
  const before = known.get(word);
  if (before !== undefined) return before;
  let stem = word;
  for (const [ending, rest] of endings) {
    const shorter = word.replace(ending, rest);
    if (shorter === word || shorter.length < 3) continue;
    stem = shorter.replace(/e$/, '');
    break;
  }
  stem = stem.length > 3 ? stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1') : stem;
  known.set(word, stem);
  return stem;
}

/** `A 'warmUp'` holds the words warm and up. */
export const wordsIn = (text) => (text.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? []).map((word) => word.toLowerCase());

/** The words of a question that can tell files apart, each once. */
export const askedWords = (text) => [
  ...new Set(
    wordsIn(text)
      .filter((word) => !empty.has(word))
      .map(stemOf),
  ),
];

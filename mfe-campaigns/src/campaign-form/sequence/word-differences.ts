/** A piece of a text and whether the other text lacks it. */
export interface ComparedWord {
  text: string;
  differs: boolean;
}

/** Words beyond this many are not compared: the table grows with both lengths. */
const most = 1_200;

/** The words of `text` with those marked that are not part of the longest run of words it shares with `base`. */
export function wordDifferences(base: string, text: string): ComparedWord[] {
  const split = (given: string) => given.split(/(\s+)/).filter((piece) => piece !== '');
  const own = split(text);
  const isWord = (piece: string) => piece.trim() !== '';
  const words = own.filter(isWord);
  const others = split(base).filter(isWord);
  if (words.length > most || others.length > most) return own.map((piece) => ({ text: piece, differs: false }));
  // lengths[i][j]: words shared from i of `words` and j of `others` on.
  const lengths = Array.from({ length: words.length + 1 }, () => new Uint16Array(others.length + 1));
  for (let i = words.length - 1; i >= 0; i -= 1)
    for (let j = others.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        words[i] === others[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const shared = new Set<number>();
  for (let i = 0, j = 0; i < words.length && j < others.length;) {
    if (words[i] === others[j]) {
      shared.add(i);
      i += 1;
      j += 1;
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i += 1;
    else j += 1;
  }
  let at = -1;
  return own.map((piece) => {
    if (!isWord(piece)) return { text: piece, differs: false };
    at += 1;
    return { text: piece, differs: !shared.has(at) };
  });
}

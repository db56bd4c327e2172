/** Text made comparable: compatibility forms folded, straight quotes, one space, lower case. At most `limit` characters are read. */
export function comparable(text: string, limit = 16_384): string {
  return text
    .slice(0, limit)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/[\s\u200b\ufeff]+/g, ' ')
    .trim();
}

export interface FoundPhrase {
  phrase: string;
  index: number;
}

/** Finds phrases in text that went through `comparable`. */
export interface PhraseFinder {
  first(text: string): FoundPhrase | null;
  /** Not overlapping, in order; at most 50 unless told. */
  all(text: string, limit?: number): FoundPhrase[];
}

/** Scripts that put no spaces between words: their phrases match anywhere. */
export const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
/** How far apart the parts of a phrase on either side of a `…` may stand. */
const GAP = 40;

interface TrieNode {
  next: Map<number, TrieNode>;
  /** How a phrase that ends here must go on: what follows each of its gaps. */
  ends: { wholeWord: boolean; tails: readonly string[] }[];
}

function emptyNode(): TrieNode {
  return { next: new Map(), ends: [] };
}

function isWordCharacter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
  return !Number.isNaN(code) && WORD_CHARACTER.test(text[index]!);
}

/**
 * Makes a finder of whole phrases. Their order does not matter: the longest one that fits is found. A `*` at the end of a phrase lets the
 * word go on there; each `…` stands for up to 40 characters of the same sentence. A trie, because hundreds of alternatives in a regular
 * expression took a second on 16 KB of hostile text; this reads each position once, no further than a phrase is long.
 */
export function phraseFinder(phrases: readonly string[]): PhraseFinder {
  const spaced = emptyNode();
  const unspaced = emptyNode();
  for (const phrase of phrases) {
    const wholeWord = !phrase.endsWith('*') && !UNSPACED.test(phrase);
    const [head, ...tails] = phrase
      .replace(/\*$/, '')
      .split('…')
      .map((part) => comparable(part));
    let node = UNSPACED.test(phrase) ? unspaced : spaced;
    for (let index = 0; index < head!.length; index++) {
      const code = head!.charCodeAt(index);
      let next = node.next.get(code);
      if (!next) node.next.set(code, (next = emptyNode()));
      node = next;
    }
    node.ends.push({ wholeWord, tails });
  }
  const search = (text: string, limit: number): FoundPhrase[] => {
    const found: FoundPhrase[] = [];
    for (let index = 0; index < text.length && found.length < limit;) {
      const atWord = index === 0 || !isWordCharacter(text, index - 1) || !isWordCharacter(text, index);
      const length = Math.max(atWord ? longestAt(spaced, text, index) : 0, longestAt(unspaced, text, index));
      if (length > 0) found.push({ phrase: text.slice(index, index + length), index });
      index += Math.max(1, length);
    }
    return found;
  };
  return { first: (text) => search(text, 1)[0] ?? null, all: (text, limit = 50) => search(text, limit) };
}

/** The length of the longest phrase that begins at `index`; 0 when none does. */
function longestAt(root: TrieNode, text: string, index: number): number {
  let longest = 0;
  let node: TrieNode | undefined = root.next.get(text.charCodeAt(index));
  for (let at = index + 1; node; at++) {
    for (const { wholeWord, tails } of node.ends) {
      const end = endOfTails(text, at, tails);
      if (end > 0 && !(wholeWord && isWordCharacter(text, end))) longest = Math.max(longest, end - index);
    }
    node = at < text.length ? node.next.get(text.charCodeAt(at)) : undefined;
  }
  return longest;
}

/** Where a phrase ends whose parts follow each other, each within its gap and the sentence; else 0. */
function endOfTails(text: string, from: number, tails: readonly string[]): number {
  let end = from;
  for (const tail of tails) {
    end = endOfTail(text, end, tail);
    if (end === 0) return 0;
  }
  return end;
}

/** Where the next part of a phrase ends when it follows within the gap and the sentence; else 0. */
function endOfTail(text: string, from: number, tail: string): number {
  const window = text.slice(from, from + GAP + tail.length);
  const at = window.indexOf(tail);
  return at > 0 && !/[!?]|\. /.test(window.slice(0, at)) && !isWordCharacter(window, at - 1)
    ? from + at + tail.length
    : 0;
}

/** How far a state may stand from the thing it is said of. */
const PAIR_GAP = 60;

/**
 * Finds a thing beside what is said of it ("mailbox … voll", "no such … user"), in either order, in one sentence, however the
 * server builds it. `except` are words that, between the two or just before them, speak of another thing (the sender's address).
 * Linear: both lists are read once and walked together.
 */
export function pairFinder(
  things: readonly string[],
  states: readonly string[],
  except?: RegExp,
): Pick<PhraseFinder, 'first'> {
  const [thing, state] = [phraseFinder(things), phraseFinder(states)];
  return {
    first(text) {
      const said = state.all(text, 200);
      if (said.length === 0) return null;
      const named = thing.all(text, 400);
      let from = 0;
      for (const one of said) {
        while (from < named.length && named[from]!.index + named[from]!.phrase.length + PAIR_GAP < one.index) from++;
        for (let at = from; at < named.length && named[at]!.index <= one.index + one.phrase.length + PAIR_GAP; at++) {
          const pair = spanOf(text, named[at]!, one);
          if (pair && !except?.test(text.slice(Math.max(0, pair.index - 14), pair.index + pair.phrase.length)))
            return pair;
        }
      }
      return null;
    },
  };
}

/** From the first word of a pair to the last; null when a sentence ends between them. */
function spanOf(text: string, thing: FoundPhrase, state: FoundPhrase): FoundPhrase | null {
  const [left, right] = thing.index <= state.index ? [thing, state] : [state, thing];
  const between = text.slice(left.index + left.phrase.length, Math.max(left.index + left.phrase.length, right.index));
  if (between.length > PAIR_GAP || /[!?。！？]|\. /.test(between)) return null;
  return {
    index: left.index,
    phrase: text.slice(left.index, Math.max(right.index + right.phrase.length, left.index + left.phrase.length)),
  };
}

/** Several finders as one: what they find in order, the longer of two at one place, nothing that overlaps. */
export function joinFinders(finders: readonly PhraseFinder[]): PhraseFinder {
  const inOrder = (a: FoundPhrase, b: FoundPhrase): number => a.index - b.index || b.phrase.length - a.phrase.length;
  return {
    first: (text) =>
      finders
        .flatMap((finder) => finder.first(text) ?? [])
        .sort(inOrder)
        .at(0) ?? null,
    all(text, limit = 50) {
      const kept: FoundPhrase[] = [];
      for (const found of finders.flatMap((finder) => finder.all(text, limit)).sort(inOrder)) {
        const last = kept.at(-1);
        if (!last || found.index >= last.index + last.phrase.length) kept.push(found);
      }
      return kept.slice(0, limit);
    },
  };
}

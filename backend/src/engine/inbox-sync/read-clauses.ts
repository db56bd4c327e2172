import { withoutAddresses } from './find-footer';
import { languagesOf } from './find-language';
import { comparable } from './phrase-finder';
import { wordsOf, type WordList } from './phrases/phrases-by-language';

const READ_LIMIT = 4_000;
/** How many clauses are looked at, and how much of each: people write shorter ones. */
const [CLAUSE_LIMIT, CLAUSE_LENGTH] = [80, 500];
/** A paragraph of fewer letters is taken to be in the language of the whole. */
const PARAGRAPH_LETTERS = 25;
/** How many paragraphs are judged by themselves; nobody writes in more languages than that. */
const PARAGRAPHS_JUDGED = 12;
/** A line at least this long was wrapped by a program: the sentence goes on below it. */
const WRAPPED = 55;

export interface Clause {
  text: string;
  languages: readonly string[];
  /** Which sentence of the text it belongs to. */
  sentence: number;
  /** Stands behind a "but": it outweighs what stands before it. */
  isContrast: boolean;
  /** Of a sentence that asks: "does it work with the tools we already have?" declines nothing. */
  isQuestion: boolean;
}

interface ReadText {
  /** Comparable, without the words of addresses and links; every sentence ends with a mark. */
  text: string;
  languages: readonly string[];
  clauses: Clause[];
}

let last: { own: string; read: ReadText } | null = null;

/** A person's own words as sentences and clauses, each with the languages that it may be in. Several rules read the same mail in turn. */
export function readClauses(own: string): ReadText {
  if (last?.own !== own) last = { own, read: read(own) };
  return last.read;
}

function read(own: string): ReadText {
  const paragraphs = withoutAddresses(own.slice(0, READ_LIMIT))
    .split(/\n[ \t]*\n/)
    .map(joinLines)
    .filter(Boolean);
  const all = languagesOf(paragraphs.join(' '));
  const clauses: Clause[] = [];
  const found = new Set<string>();
  let sentence = 0;
  for (const [at, paragraph] of paragraphs.entries()) {
    const isLong = at < PARAGRAPHS_JUDGED && paragraph.replace(/[^\p{L}]/gu, '').length >= PARAGRAPH_LETTERS;
    const languages = isLong && paragraphs.length > 1 ? languagesOf(paragraph) : all;
    for (const language of languages) found.add(language);
    for (const one of sentencesOf(paragraph)) {
      if (clauses.length >= CLAUSE_LIMIT) break;
      clauses.push(...clausesOf(one, languages, sentence++));
    }
  }
  return {
    text: comparable(paragraphs.map(closed).join(' ')),
    languages: [...found],
    clauses: clauses.slice(0, CLAUSE_LIMIT),
  };
}

/** Lines that a program wrapped become one; a line that a person ended ends the sentence. */
function joinLines(paragraph: string): string {
  const lines = paragraph
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  let joined = '';
  for (const [at, line] of lines.entries()) {
    const previous = lines[at - 1] ?? '';
    const goesOn = /^\p{Ll}/u.test(line) || previous.length >= WRAPPED || /[,:;，、]$/.test(previous);
    joined = at === 0 ? line : goesOn ? `${joined} ${line}` : `${closed(joined)} ${line}`;
  }
  return joined;
}

function closed(text: string): string {
  return /[.!?;:,…。！？、，)"”’]$/.test(text) ? text : `${text}.`;
}

/** Deliberate: a mark within a number, an address or an abbreviation of one letter ends no sentence. */
function sentencesOf(paragraph: string): string[] {
  return paragraph
    .split(/(?<=[!?;。！？]["”’)]?)|(?<=(?<!(?:^|[\s(])\p{L})[.…]["”’)]?)(?=\s)/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

const ASKS = /[?？][")”’]?$|(?:か|か。|吗。?|嗎。?|까요?\.?)$/;

function clausesOf(sentence: string, languages: readonly string[], number: number): Clause[] {
  const isQuestion = ASKS.test(sentence);
  const text = comparable(sentence.replace(/[.!?;。！？…]{1,9}$/, ''));
  const parts = splitAtContrast(text, languages);
  return parts.map(({ text: part, isContrast }) => ({
    text: part.slice(0, CLAUSE_LENGTH),
    languages,
    sentence: number,
    isQuestion,
    isContrast,
  }));
}

function splitAtContrast(text: string, languages: readonly string[]): { text: string; isContrast: boolean }[] {
  const places = languages
    .flatMap((language) => wordsOf(language, 'contrast').all(text, 5))
    .sort((a, b) => a.index - b.index);
  const parts: { text: string; isContrast: boolean }[] = [];
  let [from, isContrast] = [0, false];
  for (const { index, phrase } of places) {
    if (index < from) continue;
    const before = text.slice(from, index).replace(/[\s,]{1,9}$/, '');
    if (before) parts.push({ text: before, isContrast });
    [from, isContrast] = [index + phrase.length, true];
  }
  const last = text.slice(from).trim();
  // A text that is nothing but such a word ("no" is "but" in Croatian) stays as it is.
  if (last || parts.length === 0) parts.push({ text: last || text, isContrast });
  return parts;
}

type Place = { phrase: string; index: number } | null;
const known = new WeakMap<Pick<Clause, 'text' | 'languages'>, Map<WordList, Place>>();

/** The first phrase of a list in the languages of a clause; looked for once. */
export function findWords(clause: Pick<Clause, 'text' | 'languages'>, list: WordList): Place {
  let places = known.get(clause);
  if (!places) known.set(clause, (places = new Map()));
  let found = places.get(list);
  if (found === undefined) {
    found = null;
    for (const language of clause.languages) found ??= wordsOf(language, list).first(clause.text);
    places.set(list, found);
  }
  return found;
}

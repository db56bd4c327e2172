import { findWords, type Clause } from './read-clauses';
import { wordsOf, type WordList } from './phrases/phrases-by-language';

/** A sentence that is nothing but yes or no, with the courtesies around it. */
interface Answer {
  meaning: 'yes' | 'no';
  /** Place of its (first) clause. */
  clause: number;
  phrase: string;
}

/** How many sentences may come before an answer: a greeting, and thanks. */
const SENTENCES_BEFORE = 2;
/** No answer with its courtesies is longer. */
const LONGEST = 80;

/**
 * Yes or no as an answer by itself. A yes-word inside a sentence is none: people write "tak" for thanks, "ja" for I,
 * "yes, I saw your email" before they decline. Where the sentence means one thing in one language that it may be in and
 * another in the next, it says nothing.
 */
export function findAnswer(clauses: readonly Clause[]): Answer | null {
  for (const [at, clause] of clauses.entries()) {
    if (clause.sentence > SENTENCES_BEFORE) return null;
    if (
      clause.isQuestion ||
      clause.isContrast ||
      clause.text.length > LONGEST ||
      clauses[at + 1]?.sentence === clause.sentence
    )
      continue;
    const meanings = new Set(
      clause.languages.map((language) => meaningIn(withoutGreeting(clause.text, language), language)),
    );
    meanings.delete(null);
    const [meaning] = meanings;
    if (meanings.size === 1 && (meaning === 'yes' || meaning === 'no'))
      return { meaning, clause: at, phrase: clause.text };
  }
  return null;
}

/** What a whole sentence means in a language: an answer, a courtesy, or (null) something else. */
function meaningIn(text: string, language: string): 'yes' | 'no' | 'courtesy' | null {
  const yes = covers(text, language, ['yes', 'courtesy']);
  const no = covers(text, language, ['no', 'courtesy']);
  if (covers(text, language, ['courtesy'])) return 'courtesy';
  if (yes === no) return null;
  return yes ? 'yes' : 'no';
}

/** Whether a text consists of nothing but phrases of these lists. The longest phrases are taken first, as "no thanks" is one. */
function covers(text: string, language: string, lists: readonly WordList[]): boolean {
  const rest = [...text];
  const places = lists
    .flatMap((list) => wordsOf(language, list).all(text))
    .sort((a, b) => b.phrase.length - a.phrase.length);
  if (places.length === 0) return false;
  for (const { index, phrase } of places) rest.fill('', index, index + phrase.length);
  return !/[\p{L}\p{N}]/u.test(rest.join(''));
}

/** "Hi Anna, yes please": the name behind a greeting belongs to it. */
function withoutGreeting(text: string, language: string): string {
  const comma = text.indexOf(',');
  if (comma < 0 || comma > 40) return text;
  const greeting = findWords({ text: text.slice(0, comma), languages: [language] }, 'courtesy');
  return greeting?.index === 0 && text.slice(0, comma).split(' ').length <= 4 ? text.slice(comma + 1).trim() : text;
}

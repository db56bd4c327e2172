import { eld } from 'eld/extrasmall';
import { comparable } from './phrase-finder';
import { LANGUAGES, wordsOf, type WordList } from './phrases/phrases-by-language';

/** Enough to know a language by; the detector's time grows with the text. */
const READ_LIMIT = 600;
/** Below this many words the letters of a text say less than its small words do. */
const SHORT = { words: 6, letters: 60 };
/** More languages than this would say nothing, and cost as much each. */
const MOST = 3;
/** How near to the best a language's score must be to be one that the text may be in. */
const NEAR = 0.88;

/** Languages so alike that a sentence or two cannot be told apart. */
const ALIKE: readonly (readonly string[])[] = [
  ['da', 'no'],
  ['cs', 'sk'],
  ['hr', 'sr', 'sl'],
];
/** Scripts that tell the language by themselves. */
const SCRIPTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[\u3040-\u30ff]/gu, ['ja']],
  [/[\uac00-\ud7af]/gu, ['ko']],
  [/[\u3400-\u9fff]/gu, ['zh', 'ja']],
  [/[\u0e00-\u0e7f]/gu, ['th']],
  [/[\u0590-\u05ff]/gu, ['he']],
  [/[\u0370-\u03ff]/gu, ['el']],
  [/[\u0900-\u097f]/gu, ['hi']],
];
const CYRILLIC = ['ru', 'uk', 'bg', 'sr'];
const SMALL_WORDS = ['yes', 'no', 'courtesy', 'negation', 'contrast', 'regret'] as const;
/** What people say in a few words. */
const SAYINGS = [...SMALL_WORDS, 'interest', 'decline', 'meeting', 'conversation', 'question', 'stop'] as const;

/**
 * The languages that a text may be in, likeliest first; usually one. Longer texts are judged by a detector of letter groups (eld), the
 * answers of a few words that people write in mails by their small words ("tak", "merci"), of which every language has its own.
 */
export function languagesOf(text: string): readonly string[] {
  const words = comparable(text, READ_LIMIT);
  const letters = words.replace(/[^\p{L}]/gu, '');
  if (letters === '') return [];
  for (const [script, languages] of SCRIPTS)
    if ((letters.match(script)?.length ?? 0) * 3 > letters.length) return languages;
  const candidates = /\p{Script=Cyrillic}/u.test(letters)
    ? CYRILLIC
    : /\p{Script=Arabic}/u.test(letters)
      ? ['ar', 'fa']
      : LATIN;
  const isShort = words.split(' ').length < SHORT.words && letters.length <= SHORT.letters;
  const answers = isShort ? candidates.filter((language) => shareOf(words, language, SMALL_WORDS) === 1) : [];
  if (answers.length > 0) return answers;
  const shares = isShort ? new Map(candidates.map((language) => [language, shareOf(words, language, SAYINGS)])) : null;
  const detected = detect(words, candidates);
  const best = Math.max(...detected.values(), Number.EPSILON);
  // Deliberate: both are shares of one, so that in a short text its words weigh as much as its letters.
  const scores = candidates
    .map((language) => ({ language, score: (detected.get(language) ?? 0) / best + (shares?.get(language) ?? 0) }))
    .sort((a, b) => b.score - a.score);
  const near = scores
    .filter(({ score }) => score > 0 && score >= scores[0]!.score * NEAR)
    .slice(0, MOST)
    .map(({ language }) => language);
  return [...new Set([...near, ...ALIKE.filter((group) => group.includes(near[0]!)).flat()])];
}

function detect(words: string, candidates: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(eld.detect(words).getScores())
      .map(([language, score]): [string, number] => [language === 'ms' ? 'id' : language, score])
      .filter(([language, score]) => score > 0 && candidates.includes(language)),
  );
}

const LATIN = LANGUAGES.filter(
  (language) => !['ar', 'fa', 'bg', 'ru', 'uk', 'el', 'he', 'hi', 'ja', 'ko', 'th', 'zh'].includes(language),
);

/** The share of a text's letters that the phrases of these lists make up. */
function shareOf(words: string, language: string, lists: readonly WordList[]): number {
  const covered = new Set<number>();
  for (const list of lists)
    for (const { index, phrase } of wordsOf(language, list).all(words))
      for (let at = index; at < index + phrase.length; at++) if (/\p{L}/u.test(words[at]!)) covered.add(at);
  return covered.size / words.replace(/[^\p{L}]/gu, '').length;
}

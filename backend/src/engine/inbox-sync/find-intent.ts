import { meetingPairOf, wordsOf, type WordList } from './phrases/phrases-by-language';
import { asksWhenToMeet, namesTime } from './names-time';
import { findWords, type Clause } from './read-clauses';

/** Words that were found, and the clause they are in. */
export interface Found {
  clause: number;
  phrase: string;
}

/** Negations that say nothing against what follows. */
const HARMLESS_NEGATION =
  /(?:not only|not just|why not|can't wait|cannot wait|no problem|no worries|not sure if|not sure whether|wouldn't say no|not against|not a bad|nicht nur|warum nicht|kein problem|pas seulement|pourquoi pas|pas de problème|por qué no|no solo|sin problema|perché no|non solo|nessun problema|por que não|não só|sem problema|waarom niet|niet alleen|geen probleem|hvorfor ikke|ikke kun|varför inte|inte bara|inga problem|czemu nie|dlaczego nie|nie tylko|nie ma problemu)/g;
/** Languages whose negation stands behind what it negates: "das interessiert uns nicht". */
const NEGATES_BEHIND = new Set(['de', 'nl', 'da', 'no', 'sv', 'tr']);
const WORDS_BETWEEN = 4;

/** "Why would I be interested in that?" */
const ASKS_BACK =
  /^(?:why|who|since when|warum|wieso|weshalb|wer|pourquoi|qui|por qué|quién|perché|chi|porquê|por que|quem|waarom|wie zou|hvorfor|hvem|varför|vem|dlaczego|kto|neden|kim|なぜ|почему|кто)(?!\p{L})/u;

/** Declining words, and positive words that are negated ("we are really not that interested"). */
export function findDecline(clauses: readonly Clause[]): Found | null {
  for (const [at, clause] of clauses.entries()) {
    const next = clauses[at + 1];
    // "Interested? No."
    if (clause.isQuestion && next && isDenial(next) && (findWords(clause, 'interest') || findWords(clause, 'meeting')))
      return { clause: at, phrase: `${clause.text}? ${next.text}` };
    if (clause.isQuestion) continue;
    const plain = { ...clause, text: clause.text.replace(HARMLESS_NEGATION, ' ') };
    const found = findWords(plain, 'decline');
    if (found) return { clause: at, phrase: found.phrase };
    for (const language of clause.languages)
      for (const { index, phrase } of wordsOf(language, 'interest').all(plain.text))
        if (isNegated(plain.text, index, phrase.length, language))
          return { clause: at, phrase: plain.text.slice(Math.max(0, index - 25), index + phrase.length + 15).trim() };
  }
  return null;
}

function isDenial(clause: Clause): boolean {
  return findWords(clause, 'no')?.index === 0;
}

/** The last clause behind a "but" that has such words un-negated, else the first one. */
export function findPositive(list: WordList, clauses: readonly Clause[]): Found | null {
  let first: Found | null = null;
  for (const [at, clause] of clauses.entries()) {
    const phrase = isUsable(clause, clauses[at + 1]) ? positiveIn(list, clause) : null;
    if (phrase === null) continue;
    if (clause.isContrast) return { clause: at, phrase };
    first ??= { clause: at, phrase };
  }
  return first;
}

/** A clause that can say yes: no question that its writer answers with no, none about where the address is from, no "if". */
function isUsable(clause: Clause, next: Clause | undefined): boolean {
  if (clause.isQuestion && next && isDenial(next)) return false;
  if (clause.isQuestion && ASKS_BACK.test(clause.text)) return false;
  return findWords(clause, 'origin') === null && (clause.isQuestion || findWords(clause, 'condition')?.index !== 0);
}

function positiveIn(list: WordList, clause: Clause): string | null {
  const decline = findWords(clause, 'decline');
  for (const language of clause.languages) {
    const found = wordsOf(language, list)
      .all(clause.text)
      .find(
        ({ index, phrase }) =>
          !isNegated(clause.text, index, phrase.length, language) &&
          !goesElsewhere(phrase, clause.text.slice(index + phrase.length)) &&
          !(decline && decline.index <= index && index < decline.index + decline.phrase.length),
      );
    if (found) return found.phrase;
  }
  return null;
}

/** What makes words of a meeting another thing: "I am available by mail only", "my number is not for sale", "can you call off …". */
const ELSEWHERE =
  /^(?: only)? (?:by|via|per|par|por|over) (?:e-?mail|mail|courriel|correo|post|chat)|^ off(?!\p{L})|^ professionist|^ pourquoi|^(?: again)? (?:when|once|if) you(?!\p{L}| (?:are|have) (?:time|free))/u;

function goesElsewhere(phrase: string, after: string): boolean {
  if (/(?:number|cell) is$/.test(phrase)) return !/^:? ?[+(\d]/.test(after);
  return ELSEWHERE.test(after);
}

/** Words that propose a conversation, or a conversation beside a time for it: "are you available for a call on Wednesday?" */
export function findMeeting(clauses: readonly Clause[]): Found | null {
  const said = findPositive('meeting', clauses);
  if (said) return said;
  for (const [at, clause] of clauses.entries()) {
    if (clause.text.includes('calendly.com')) return { clause: at, phrase: 'calendly.com' };
    if (!isUsable(clause, clauses[at + 1]) || findWords(clause, 'decline')) continue;
    if (clause.isQuestion && asksWhenToMeet(clause.text)) return { clause: at, phrase: clause.text };
    for (const language of clause.languages) {
      const suits = namesTime(clause.text) ? wordsOf(language, 'suits').first(clause.text) : null;
      if (suits && !isNegated(clause.text, suits.index, suits.phrase.length, language))
        return { clause: at, phrase: suits.phrase };
      const found = meetingPairOf(language, clause.isQuestion).first(clause.text);
      if (
        found &&
        !isNegated(clause.text, found.index, found.phrase.length, language) &&
        !hasNegation(found.phrase, language)
      )
        return { clause: at, phrase: found.phrase };
    }
  }
  return null;
}

/** Sentences that ask to know more, questions that name what people ask about an offer, and wishes to be sent it. */
export function findQuestion(clauses: readonly Clause[]): Found | null {
  const said = findPositive('question', clauses);
  if (said) return said;
  for (const [at, clause] of clauses.entries()) {
    if (!isUsable(clause, clauses[at + 1]) || (!clause.isQuestion && findWords(clause, 'decline'))) continue;
    for (const language of clause.languages) {
      const topic = wordsOf(language, 'topic').first(clause.text);
      const isAsked = clause.isQuestion || wordsOf(language, 'request').first(clause.text) !== null;
      if (topic && isAsked && !(hasNegation(clause.text, language) && !clause.isQuestion))
        return { clause: at, phrase: topic.phrase };
    }
  }
  return null;
}

function hasNegation(text: string, language: string): boolean {
  return wordsOf(language, 'negation').first(text.replace(HARMLESS_NEGATION, ' ')) !== null;
}

/** Whether a negation stands in the few words before, or where the language puts it, behind; a comma ends its reach. */
function isNegated(text: string, index: number, length: number, language: string): boolean {
  const negation = wordsOf(language, 'negation');
  const before = text
    .slice(Math.max(0, index - 70), index)
    .split(/[,、]/)
    .at(-1)!
    .replace(HARMLESS_NEGATION, ' ');
  if (negation.all(before).some(({ index: at, phrase }) => wordsIn(before.slice(at + phrase.length)) <= WORDS_BETWEEN))
    return true;
  if (!NEGATES_BEHIND.has(language)) return false;
  const behind = text.slice(index + length, index + length + 70).split(/[,、]/, 1)[0]!;
  const found = negation.first(behind);
  return found !== null && wordsIn(behind.slice(0, found.index)) <= WORDS_BETWEEN;
}

function wordsIn(text: string): number {
  return text.split(' ').filter(Boolean).length;
}

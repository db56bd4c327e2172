import { evidence, type Evidence } from './parsed-mail';
import { comparable, type PhraseFinder } from './phrase-finder';
import { findStop, SINGLE_WORD } from './find-unsubscribe-request';
import { ABSENCE_TEXT } from './phrases/automatic-phrases';
import { DECLINE, INTEREST, MEETING, QUESTION, WRONG_PERSON } from './phrases/intent-phrases';
import { MEETING_PAIR } from './phrases/meeting-phrases';

/** The fixed lead categories that rules can give. */
const REPLY_CATEGORY = {
  interested: 1,
  meetingRequest: 2,
  notInterested: 3,
  doNotContact: 4,
  informationRequest: 5,
  outOfOffice: 6,
  wrongPerson: 7,
} as const;

type ReplyCategory = (typeof REPLY_CATEGORY)[keyof typeof REPLY_CATEGORY];

export interface CategorisedReply {
  /** null when the words say nothing certain: a person decides. */
  category: ReplyCategory | null;
  /** The rules found something that means this category and nothing that speaks against it. */
  isDecided: boolean;
  evidence: Evidence[];
}

interface Clause {
  text: string;
  /** Stands behind a "but": it outweighs what stands before it. */
  isContrast: boolean;
  /** Of a sentence that ends with a question mark: "does it work with the tools we already have?" declines nothing. */
  isQuestion: boolean;
  /** A question that the writer answers with no: "Interested? No." */
  isDenied: boolean;
}

const CONTRAST =
  /(?:[,;] | )(?:but|however|though|although|still,|that said,|aber|jedoch|allerdings|mais|cependant|toutefois|pero|sin embargo|ma però|ma|tuttavia|mas|porém|maar|echter|men|dock|mutta|ale|jednak|avšak|de azonban|dar|но|однако|але|αλλά|ama|fakat) /gu;

/** A negation shortly before a positive phrase turns it round. "not only", "why not", "can't wait" do not. */
const NEGATION =
  /(?:\bnot|n't|\bno|\bnever|\bneither|\bnor|\bwithout|\bhardly|\bcannot|\bnicht|\bkein\p{L}{0,2}|\bkaum|\bpas|\baucun\p{L}{0,2}|\bjamais|\bni|\bnunca|\bsin|\bnon|\bnessun\p{L}{0,1}|\bmai|não|\bsem|\bniet|\bgeen|\binte|\bej|\bicke|\bikke|\bingen|\bei|\ben ole|\bemme|\bnie|\bnejsme|\bne|\bnem|\bnu|(?<!\p{L})не|(?<!\p{L})нет|δεν|değil)(?: \S{1,18}){0,4} ?$/u;
const HARMLESS_NEGATION =
  /(?:not only|not just|why not|can't wait|cannot wait|no problem|no worries|not sure if|not sure whether|wouldn't say no|not against|nicht nur|pas seulement|warum nicht|pourquoi pas|por qué no|perché no)(?: \S{1,18}){0,3} ?$/u;

/**
 * Puts a reply into one of the fixed categories by its words, without AI. `own` is what the sender wrote, without quotes.
 * Stopping comes first, then handing on, declining, meeting, interest, asking; a clause behind a "but" outweighs the one before.
 */
export function categoriseReply(
  own: string,
  options: { isOutOfOffice?: boolean; ignoreAbsence?: boolean } = {},
): CategorisedReply {
  const text = comparable(own, 4_000);
  if (options.isOutOfOffice)
    return decided(
      REPLY_CATEGORY.outOfOffice,
      ABSENCE_TEXT.first(text)?.phrase ?? 'automatic reply of somebody who is away',
    );
  if (!text) return { category: null, isDecided: false, evidence: [] };

  const stop = findStop(text);
  if (stop !== null || SINGLE_WORD.test(text)) return decided(REPLY_CATEGORY.doNotContact, stop ?? text);

  const clauses = clausesOf(own);
  const wrong = findAny(WRONG_PERSON, clauses);
  const declined = findDecline(clauses);
  const meeting = findPositive(MEETING, clauses) ?? findMeetingPair(clauses);
  const question = findPositive(QUESTION, clauses);
  const interest = findPositive(INTEREST, clauses);
  const positive = meeting ?? question ?? interest;

  if (wrong && !isOwnWish(wrong, meeting, interest, declined)) return decided(REPLY_CATEGORY.wrongPerson, wrong.phrase);
  if (declined) {
    const wins = positive !== null && positive.clause > declined.clause && clauses[positive.clause]!.isContrast;
    if (!wins) return { ...decided(REPLY_CATEGORY.notInterested, declined.phrase), isDecided: positive === null };
  }
  if (meeting) return decided(REPLY_CATEGORY.meetingRequest, meeting.phrase);
  // Who says that they are interested and asks for more is interested; asking alone is a request.
  if (interest) return decided(REPLY_CATEGORY.interested, interest.phrase);
  if (question) return decided(REPLY_CATEGORY.informationRequest, question.phrase);
  if (wrong) return decided(REPLY_CATEGORY.wrongPerson, wrong.phrase);
  const asked = OPEN_QUESTION.exec(text);
  if (asked && !ABOUT_US.test(text))
    return { ...decided(REPLY_CATEGORY.informationRequest, asked[0]), isDecided: false };
  if (!options.ignoreAbsence && ABSENCE_TEXT.first(text) && text.length < 400)
    return { ...decided(REPLY_CATEGORY.outOfOffice, ABSENCE_TEXT.first(text)!.phrase), isDecided: false };
  if (/^(?:no|nope|nein|non|não|nee|nej|nei|ei|nie|ne|нет|hayır)[.! ]*$/u.test(text))
    return decided(REPLY_CATEGORY.notInterested, text);
  return { category: null, isDecided: false, evidence: [] };
}

function decided(category: ReplyCategory, phrase: string): CategorisedReply {
  return { category, isDecided: true, evidence: [evidence('words of the reply', phrase)] };
}

/** A question about the offer that no phrase names. */
const OPEN_QUESTION =
  /(?:^|[.!,] |\bbut |\band )(?:what|how|which|why|does|do you|can you|could you|is it|is this|are you|will it|wie|was|welche|comment|quel|quelle|combien|qué|cómo|cuál|come|quale|quanto|qual|como|hoe|wat|hur|vad|hvordan|hvad|hva|jak|jaki|как|какие|сколько)\b[^?]{3,200}\?/u;
/** A question about the mail itself says nothing of an interest. */
const ABOUT_US =
  /who is this|who are you|get my (?:email|e-mail|address|name|contact|details)|got my|found my|find my|is this (?:a )?(?:spam|bot|automated)|are you (?:a )?(?:bot|human|real|ai)\b/;

/** No, as an answer by itself. */
const DENIAL =
  /^(?:no|nope|not really|not at all|nein|non|não|nee|nej|nei|nie|nem|nu|нет|ні|όχι|hayır|いいえ|不|아니요?)(?:[ ,]|$)/u;

interface Found {
  clause: number;
  phrase: string;
}

function clausesOf(own: string): Clause[] {
  const clauses: Clause[] = [];
  for (const [sentence] of own.slice(0, 4_000).matchAll(/[^.!?;\n。！？]+[.!?;\n。！？]?/g)) {
    const isQuestion = /[?？]$/.test(sentence);
    let isContrast = false;
    for (const part of ` ${comparable(sentence.replace(/[.!?;\n。！？]$/, ''))}`.split(CONTRAST)) {
      if (part.trim())
        clauses.push({
          text: part.trim(),
          isQuestion,
          isDenied: false,
          isContrast: isContrast || /^(?:but|however|aber|mais|pero|ma|mas|maar|men|но)\b/u.test(part.trim()),
        });
      isContrast = true;
    }
  }
  for (const [index, clause] of clauses.entries())
    clause.isDenied = clause.isQuestion && DENIAL.test(clauses[index + 1]?.text ?? '');
  return clauses.slice(0, 80);
}

function findAny(finder: PhraseFinder, clauses: readonly Clause[]): Found | null {
  for (const [clause, { text }] of clauses.entries()) {
    const found = finder.first(text);
    if (found) return { clause, phrase: found.phrase };
  }
  return null;
}

/** Declining words, and positive words that are negated ("we are really not that interested"). */
function findDecline(clauses: readonly Clause[]): Found | null {
  for (const [clause, { text, isQuestion, isDenied }] of clauses.entries()) {
    if (isDenied && (INTEREST.first(text) || MEETING.first(text)))
      return { clause, phrase: `${text}? ${clauses[clause + 1]!.text}` };
    if (isQuestion) continue;
    const plain = text.replace(
      /not a bad (?:idea|thing|time)|wouldn't say no|can't wait|not only|no problem|no worries/g,
      ' ',
    );
    const found = DECLINE.first(plain);
    if (found) return { clause, phrase: found.phrase };
    for (const positive of INTEREST.all(plain))
      if (isNegated(plain, positive.index))
        return {
          clause,
          phrase: plain.slice(Math.max(0, positive.index - 25), positive.index + positive.phrase.length),
        };
  }
  return null;
}

/** The last clause behind a "but" that has such words un-negated, else the first one. */
function findPositive(finder: PhraseFinder, clauses: readonly Clause[]): Found | null {
  let first: Found | null = null;
  for (const [clause, { text, isContrast, isDenied }] of clauses.entries()) {
    if (isDenied) continue;
    const decline = DECLINE.first(text);
    const found = finder
      .all(text)
      .find(
        ({ index }) =>
          !isNegated(text, index) &&
          !(decline && decline.index <= index && index < decline.index + decline.phrase.length),
      );
    if (!found) continue;
    if (isContrast) return { clause, phrase: found.phrase };
    first ??= { clause, phrase: found.phrase };
  }
  return first;
}

/** "Are you available for a 20 minute call on Wednesday?": no fixed sentence, but a conversation and a time for it. */
function findMeetingPair(clauses: readonly Clause[]): Found | null {
  for (const [clause, { text, isDenied }] of clauses.entries()) {
    const found = isDenied || DECLINE.first(text) ? null : MEETING_PAIR.first(text);
    if (found && !isNegated(text, found.index) && !NEGATED_WITHIN.test(found.phrase))
      return { clause, phrase: found.phrase };
  }
  return null;
}

const NEGATED_WITHIN =
  /(?<!\p{L})(?:not|no|never|cannot|can't|don't|won't|nicht|kein\p{L}{0,2}|pas|jamais|nunca|non|mai)(?!\p{L})/u;

function isNegated(text: string, index: number): boolean {
  const before = text
    .slice(Math.max(0, index - 70), index)
    .split(',')
    .at(-1)!;
  return NEGATION.test(before) && !HARMLESS_NEGATION.test(before);
}

/** Words of handing on that stand in a person's own wish: "please contact me", "reach out to me next week". */
function isOwnWish(wrong: Found, meeting: Found | null, interest: Found | null, declined: Found | null): boolean {
  if (declined)
    return (
      /^(?:please contact|contact our|get in touch with|reach out to)$/.test(wrong.phrase) &&
      declined.clause < wrong.clause
    );
  const isSure =
    /wrong|not the|isn't|no longer|left|retired|not my|not responsible|not in charge|colleague|right person|better person|best person|falsch|zuständig|mauvais|equivocad|sbagliat|errad|verkeerd|fel person|forkert|feil|не тот|не ко мне/.test(
      wrong.phrase,
    );
  return !isSure && (meeting !== null || interest !== null);
}

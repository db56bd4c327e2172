import type { FoundCalendarAnswer } from './calendar-answer';
import { evidence, type Evidence } from './parsed-mail';
import { findAnswer } from './find-answer';
import { findDecline, findMeeting, findQuestion, findPositive, type Found } from './find-intent';
import { comparable } from './phrase-finder';
import { findStop, SINGLE_WORD } from './find-unsubscribe-request';
import { automaticWords } from './phrases/automatic-phrases';
import { findWords, readClauses, type Clause } from './read-clauses';

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
  /**
   * The category that the reply gets: the rules found something that means it and nothing that speaks against it. Null when
   * they are not sure: the reply gets none, and a person decides or the AI assistant (Uncategorizable where that is not sure either).
   */
  category: ReplyCategory | null;
  /** What the words lean to when the rules are not sure. No reply is sorted by it. */
  guess: ReplyCategory | null;
  evidence: Evidence[];
}

const UNDECIDED: CategorisedReply = { category: null, guess: null, evidence: [] };

/**
 * Puts a reply into one of the fixed categories by its words, without AI. `own` is what the sender wrote, without quotes. Each paragraph
 * is read with the words of its language only. Stopping comes first, then handing on, declining, meeting, interest, asking; a clause
 * behind a "but" outweighs the one before. A wrong "Interested" costs more than a missed one, so what is wrapped in regret says nothing.
 * A received email that only asks to be taken off is found before and gets no category here (find-unsubscribe-request.ts).
 */
export function categoriseReply(
  own: string,
  options: { isOutOfOffice?: boolean; ignoreAbsence?: boolean } = {},
): CategorisedReply {
  if (options.isOutOfOffice)
    return decided(
      REPLY_CATEGORY.outOfOffice,
      automaticWords('absenceText', readClauses(own).languages).first(comparable(own, 4_000))?.phrase ??
        'automatic reply of somebody who is away',
    );
  const bare = comparable(own, 4_000);
  if (!bare) return UNDECIDED;
  const { text, languages, clauses } = readClauses(own);
  if (SINGLE_WORD.test(bare)) return decided(REPLY_CATEGORY.doNotContact, bare);
  const stop = findStop(text, languages, options.ignoreAbsence);
  if (stop !== null) return decided(REPLY_CATEGORY.doNotContact, stop);
  return (
    byIntent(clauses, options.ignoreAbsence ? clauses.map(withoutAbsence) : clauses) ??
    byQuestion(text, clauses) ??
    (options.ignoreAbsence ? null : byAbsence(text, languages)) ??
    UNDECIDED
  );
}

/**
 * A calendar answer. Who comes, proposes another time or invites wants to meet. Who declines has refused one hour and perhaps no more, so
 * only what they typed with it can say that they are not interested.
 */
export function categoriseCalendarAnswer({ answer, comment }: FoundCalendarAnswer): CategorisedReply {
  const found = evidence('calendar answer', answer);
  if (answer !== 'declined' && answer !== 'cancelled')
    return { category: REPLY_CATEGORY.meetingRequest, guess: null, evidence: [found] };
  const typed = categoriseReply(comment);
  return { ...typed, evidence: [found, ...typed.evidence] };
}

function decided(category: ReplyCategory, phrase: string): CategorisedReply {
  return { category, guess: null, evidence: [evidence('words of the reply', phrase)] };
}

function unsure(guess: ReplyCategory | null, phrase: string): CategorisedReply {
  return { category: null, guess, evidence: [evidence('words of the reply', phrase)] };
}

/** "I am not in the office, call me on my mobile if it is urgent" neither declines nor proposes a meeting. */
function withoutAbsence(clause: Clause): Clause {
  return findAbsence(clause) ? { ...clause, text: '' } : clause;
}

/** "I'm free until the 4th" proposes no meeting; "call me tomorrow, I'm free until eleven" does. */
function besideAbsence(clause: Clause): Clause {
  const found = findAbsence(clause);
  if (!found) return clause;
  const { text } = clause;
  return { ...clause, text: `${text.slice(0, found.index)} ${text.slice(found.index + found.phrase.length)}` };
}

function findAbsence(clause: Clause): { phrase: string; index: number } | null {
  if (clause.isQuestion) return null;
  return (
    automaticWords('absenceText', clause.languages).first(clause.text) ??
    findWords(clause, 'away') ??
    findWords(clause, 'prepared')
  );
}

/** What the clauses mean together. @param present the same clauses, those of an absence blank */
function byIntent(clauses: readonly Clause[], present: readonly Clause[]): CategorisedReply | null {
  const answer = findAnswer(clauses);
  const wrong = findFirst(clauses, 'wrongPerson');
  const declined = findDecline(present) ?? (answer?.meaning === 'no' ? answer : null);
  const meeting = findMeeting(clauses === present ? clauses.map(besideAbsence) : present);
  const question = findQuestion(clauses);
  const interest = findPositive('interest', clauses) ?? (answer?.meaning === 'yes' ? answer : null);
  const positive = meeting ?? question ?? interest;
  if (wrong && !isOwnWish(wrong, { meeting, interest, declined }))
    return decided(REPLY_CATEGORY.wrongPerson, wrong.phrase);
  if (declined && !outweighs(positive, declined, clauses)) {
    const isClear = positive === null || positive.clause === declined.clause || outweighs(declined, positive, clauses);
    return (isClear ? decided : unsure)(REPLY_CATEGORY.notInterested, declined.phrase);
  }
  if (positive !== null && isRevoked(positive, clauses)) return unsure(null, positive.phrase);
  if (meeting) return decided(REPLY_CATEGORY.meetingRequest, meeting.phrase);
  // Who says that they are interested and asks for more is interested; asking alone is a request.
  if (interest) return decided(REPLY_CATEGORY.interested, interest.phrase);
  if (question) return decided(REPLY_CATEGORY.informationRequest, question.phrase);
  return wrong ? decided(REPLY_CATEGORY.wrongPerson, wrong.phrase) : null;
}

function findFirst(clauses: readonly Clause[], list: 'wrongPerson'): Found | null {
  for (const [clause, one] of clauses.entries()) {
    const found = findWords(one, list);
    if (found) return { clause, phrase: found.phrase };
  }
  return null;
}

/** Comes behind a "but" after the other: "not interested at the moment, but please send your prices". */
function outweighs(one: Found | null, other: Found, clauses: readonly Clause[]): boolean {
  if (one === null || one.clause <= other.clause) return false;
  return clauses.slice(other.clause + 1, one.clause + 1).some(({ isContrast }) => isContrast);
}

/**
 * Whether regret stands around or behind positive words ("I'd love to, unfortunately …"), or a "but" follows them that names neither a
 * time nor a question: the writer may be declining in words that no list has.
 */
function isRevoked(positive: Found, clauses: readonly Clause[]): boolean {
  const of = clauses[positive.clause]!;
  return clauses.some((clause, at) => {
    const isBehind = at > positive.clause;
    if (!isBehind && clause.sentence !== of.sentence) return false;
    if (isBehind && isWithdrawal(clause)) return true;
    if (findWords(clause, 'regret') && !(at < positive.clause && of.isContrast)) return true;
    return isBehind && clause.isContrast && !clause.isQuestion && clause.sentence <= of.sentence + 1 && !goesOn(clause);
  });
}

/** "Tell me more … no, actually don't.", "Very interesting. Not." */
function isWithdrawal(clause: Clause): boolean {
  if (findWords(clause, 'negation')?.phrase === clause.text) return true;
  const no = findWords(clause, 'no');
  return no?.index === 0 && /^(?:,|、|$)/.test(clause.text.slice(no.phrase.length)) && !goesOn(clause);
}

function goesOn(clause: Clause): boolean {
  return (['meeting', 'time', 'day', 'question', 'request', 'interest'] as const).some((list) =>
    findWords(clause, list),
  );
}

/** A question about the offer that no phrase names. */
const OPEN_QUESTION =
  /(?:^|[.!,] |\bbut |\band )(?:what|how|which|why|does|do you|can you|could you|is it|is this|are you|will it|wie|was|welche|comment|quel|quelle|combien|qué|cómo|cuál|come|quale|quanto|qual|como|hoe|wat|hur|vad|hvordan|hvad|hva|jak|jaki|как|какие|сколько)\b[^?]{3,200}\?/u;

/** A question that no list knows: it is pre-sorted, and a person decides. One about the mail itself says nothing of an interest. */
function byQuestion(text: string, clauses: readonly Clause[]): CategorisedReply | null {
  const asked = OPEN_QUESTION.exec(text);
  if (!asked || clauses.some((clause) => findWords(clause, 'origin'))) return null;
  return unsure(REPLY_CATEGORY.informationRequest, asked[0]);
}

function byAbsence(text: string, languages: readonly string[]): CategorisedReply | null {
  const found = text.length < 400 ? automaticWords('absenceText', languages).first(text) : null;
  return found && unsure(REPLY_CATEGORY.outOfOffice, found.phrase);
}

/** Words by which people hand on, and by which they also ask for something themselves ("please contact me next week"). */
const HANDING_ON =
  /contact|kontakt|forward|wenden sie|adress|rivol|dirí|hable|fale com|falar com|hablar con|parl|sprechen sie|speak|talk|reach out|get in touch|write to|ask for|iletişim|görüşün|連絡|spreek|tala med|prata med|snakk|tal med|обра|свяжитесь/;

/** Words of handing on that stand in a person's own wish. */
function isOwnWish(
  wrong: Found,
  { meeting, interest, declined }: Record<'meeting' | 'interest' | 'declined', Found | null>,
): boolean {
  const isWeak = HANDING_ON.test(wrong.phrase);
  // "I don't buy software, and we need none": what is declined in the same breath is declined for the company.
  if (declined?.clause === wrong.clause) return !wrong.phrase.includes(declined.phrase);
  if (declined) return isWeak && declined.clause < wrong.clause;
  return isWeak && (meeting !== null || interest !== null);
}

import ar from './languages/ar.json';
import bg from './languages/bg.json';
import ca from './languages/ca.json';
import cs from './languages/cs.json';
import da from './languages/da.json';
import de from './languages/de.json';
import el from './languages/el.json';
import en from './languages/en.json';
import es from './languages/es.json';
import et from './languages/et.json';
import fa from './languages/fa.json';
import fi from './languages/fi.json';
import fr from './languages/fr.json';
import he from './languages/he.json';
import hi from './languages/hi.json';
import hr from './languages/hr.json';
import hu from './languages/hu.json';
import id from './languages/id.json';
import is from './languages/is.json';
import it from './languages/it.json';
import ja from './languages/ja.json';
import ko from './languages/ko.json';
import lt from './languages/lt.json';
import lv from './languages/lv.json';
import nl from './languages/nl.json';
import no from './languages/no.json';
import pl from './languages/pl.json';
import pt from './languages/pt.json';
import ro from './languages/ro.json';
import ru from './languages/ru.json';
import sk from './languages/sk.json';
import sl from './languages/sl.json';
import sr from './languages/sr.json';
import sv from './languages/sv.json';
import th from './languages/th.json';
import tr from './languages/tr.json';
import uk from './languages/uk.json';
import vi from './languages/vi.json';
import zh from './languages/zh.json';
import { pairFinder, phraseFinder, type PhraseFinder } from '../phrase-finder';

/**
 * What the lists of a language mean. `languages/<code>.json` holds them, one phrase a line; a `*` lets the word go on, a `…` stands for
 * up to 40 characters of the same sentence.
 */
export type WordList =
  /** Yes and no: they count when they are the whole sentence. */
  | 'yes'
  | 'no'
  /** Greetings and thanks, which say neither. */
  | 'courtesy'
  | 'negation'
  /** But: what follows outweighs what came before. */
  | 'contrast'
  /** Words that people wrap a refusal in. */
  | 'regret'
  | 'condition'
  | 'interest'
  | 'decline'
  | 'meeting'
  /** What a person says of a time that is right for them, and of a supplier too: it proposes a meeting beside a day or an hour only. */
  | 'suits'
  /** A conversation, what is said of a time for it, and days: together they propose a meeting. */
  | 'conversation'
  | 'time'
  | 'day'
  /** Asking who we are and how we got the address. */
  | 'origin'
  | 'question'
  /** Things that people ask about, and how they ask to be sent them. */
  | 'topic'
  | 'request'
  | 'wrongPerson'
  | 'stop'
  /** Being away, and sentences of prepared answers. */
  | 'away'
  | 'prepared';

type Lists = Partial<Record<WordList, readonly string[]>>;

const WORDS: Readonly<Record<string, Lists>> = {
  ...{
    ar,
    bg,
    ca,
    cs,
    da,
    de,
    el,
    en,
    es,
    et,
    fa,
    fi,
    fr,
    he,
    hi,
    hr,
    hu,
    id,
    is,
    it,
    ja,
    ko,
    lt,
    lv,
    nl,
    no,
    pl,
    pt,
    ro,
  },
  ...{ ru, sk, sl, sr, sv, th, tr, uk, vi, zh },
};

/** The languages whose words are known, as ISO 639-1 codes. */
export const LANGUAGES: readonly string[] = Object.keys(WORDS);

/** Conversations that are over, or that belong to somebody else. */
const NO_PROPOSAL =
  /last (?:week|month|year)|yesterday|already had|stop call|don't call|voicemail|in \d+ minutes|within \d+ minutes|call cent(?:er|re)|cold call|letzte woche|gestern|la semaine dernière|hier soir|semana pasada|ayer|settimana scorsa/;

const finders = new Map<string, PhraseFinder>();
const pairs = new Map<string, Pick<PhraseFinder, 'first'>>();

/** The finder of one list of one language; made when it is first asked for. */
export function wordsOf(language: string, list: WordList): PhraseFinder {
  return kept(finders, `${language} ${list}`, () => phraseFinder(WORDS[language]?.[list] ?? []));
}

/** Finds a conversation beside a time for it, in one language. A bare day is enough in a question. */
export function meetingPairOf(language: string, isQuestion: boolean): Pick<PhraseFinder, 'first'> {
  const lists = WORDS[language] ?? {};
  const times = isQuestion ? [...(lists.time ?? []), ...(lists.day ?? [])] : (lists.time ?? []);
  return kept(pairs, `${language} ${isQuestion}`, () => pairFinder(lists.conversation ?? [], times, NO_PROPOSAL));
}

function kept<T>(known: Map<string, T>, key: string, make: () => T): T {
  let made = known.get(key);
  if (made === undefined) known.set(key, (made = make()));
  return made;
}

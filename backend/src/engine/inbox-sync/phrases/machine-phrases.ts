import anyLanguage from './machines/any.json';
import ar from './machines/ar.json';
import bg from './machines/bg.json';
import ca from './machines/ca.json';
import cs from './machines/cs.json';
import da from './machines/da.json';
import de from './machines/de.json';
import el from './machines/el.json';
import en from './machines/en.json';
import es from './machines/es.json';
import et from './machines/et.json';
import fa from './machines/fa.json';
import fi from './machines/fi.json';
import fr from './machines/fr.json';
import he from './machines/he.json';
import hi from './machines/hi.json';
import hr from './machines/hr.json';
import hu from './machines/hu.json';
import id from './machines/id.json';
import is from './machines/is.json';
import it from './machines/it.json';
import ja from './machines/ja.json';
import ko from './machines/ko.json';
import lt from './machines/lt.json';
import lv from './machines/lv.json';
import nl from './machines/nl.json';
import no from './machines/no.json';
import pl from './machines/pl.json';
import pt from './machines/pt.json';
import ro from './machines/ro.json';
import ru from './machines/ru.json';
import sk from './machines/sk.json';
import sl from './machines/sl.json';
import sr from './machines/sr.json';
import sv from './machines/sv.json';
import th from './machines/th.json';
import tr from './machines/tr.json';
import uk from './machines/uk.json';
import vi from './machines/vi.json';
import zh from './machines/zh.json';

/**
 * The lists of phrases that automatic replies, delivery reports, servers and mail programs use. `machines/<code>.json`
 * holds them by language, one phrase a line; `machines/any.json` holds codes and names, and the few phrases of
 * languages without a file. English has every list.
 */
export type MachineList = keyof typeof en;

type Lists = Partial<Record<MachineList, readonly string[]>>;

const BY_CODE: Readonly<Record<string, Lists>> = {
  ...{ en, ar, bg, ca, cs, da, de, el, es, et, fa, fi, fr, he, hi, hr, hu, id, is, it, ja, ko, lt, lv, nl, no, pl, pt },
  ...{ ro, ru, sk, sl, sr, sv, th, tr, uk, vi, zh },
};
const LANGUAGES: readonly Lists[] = [...Object.values(BY_CODE), anyLanguage];
/** Read in a text of any language: programs put English around what they send. */
const COMMON = [en as Lists, anyLanguage];

/** One list in all languages at once: a report often mixes two, and none is known when it is read. */
export function machinePhrases(list: MachineList): readonly string[] {
  return LANGUAGES.flatMap((language) => language[list] ?? []);
}

/** The same for a regular expression: one of them. Their entries may use its syntax. */
export function oneOf(list: MachineList): string {
  return `(?:${machinePhrases(list).join('|')})`;
}

/** Words and marks of a script that tells its language, and phrases of three words or more, mean nothing in another language. */
const isUnmistakable = (phrase: string): boolean =>
  /[^\p{Script=Latin}\p{Script=Cyrillic}\P{L}]/u.test(phrase) || /\S[ …-]\S*[ …-]\S/u.test(phrase);

/** What may be read in a text of any language, from one list. */
export function unmistakablePhrases(list: MachineList): readonly string[] {
  return LANGUAGES.flatMap((lists) =>
    (lists[list] ?? []).filter((phrase) => COMMON.includes(lists) || isUnmistakable(phrase)),
  );
}

/** The short phrases of one language, which may be words with another meaning in the next ("semester", "loma"). */
export function shortPhrasesOf(language: string, list: MachineList): readonly string[] {
  const lists = BY_CODE[language];
  return lists && !COMMON.includes(lists) ? (lists[list] ?? []).filter((phrase) => !isUnmistakable(phrase)) : [];
}

import { UNSPACED } from '../phrase-finder';
import calendar from './calendar.json';
import { machinePhrases, type MachineList } from './machine-phrases';

type Calendar = Readonly<Record<'months' | 'weekdays', readonly (readonly string[])[]>>;

/** From a name to its number: January and Monday are 1. The names are as `comparable` writes them (lower case). */
function numbered(list: keyof Calendar): Record<string, number> {
  return Object.fromEntries(
    Object.values<Partial<Calendar>>(calendar).flatMap((language) =>
      (language[list] ?? []).flatMap((names, index) => names.map((name) => [name, index + 1])),
    ),
  );
}

export const MONTH_NAMES = numbered('months');
export const WEEKDAY_NAMES = numbered('weekdays');

export const RELATIVE_DAYS: Record<string, number> = Object.fromEntries(
  machinePhrases('tomorrow').map((word) => [word, 1]),
);

/** Whole words, and anywhere in the scripts that put no spaces between them. Of two that begin alike the one listed first is found. */
function dateWords(list: MachineList): RegExp {
  const words = machinePhrases(list).filter((word) => !UNSPACED.test(word));
  const parts = machinePhrases(list).filter((word) => UNSPACED.test(word));
  return new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})|${parts.join('|')}`, 'gu');
}

/** Words that name the day of coming back. */
export const RETURN_WORDS = dateWords('returnWords');

/** Words that name the last day away. */
export const UNTIL_WORDS = dateWords('untilWords');

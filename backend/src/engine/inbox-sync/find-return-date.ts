import { DateTime } from 'luxon';
import { comparable } from './phrase-finder';
import { MONTH_NAMES, RELATIVE_DAYS, RETURN_WORDS, UNTIL_WORDS, WEEKDAY_NAMES } from './phrases/date-phrases';

export interface ReturnDate {
  /** The first day the person is back, `YYYY-MM-DD`, in `zone`. */
  day: string;
  /** The beginning of that day, in milliseconds. */
  at: number;
  /** The words it was read from. */
  text: string;
  /** `return`: a day of return was named; `until`: the day after the last day away. */
  basis: 'return' | 'until';
}

interface FoundDate {
  index: number;
  end: number;
  date: DateTime;
  /** The end of a range such as "March 3-12". */
  endsRange: boolean;
}

const LONGEST_ABSENCE_DAYS = 400;
const LAST_DAY_BEFORE =
  /(?<!\p{L})(?:until|till|til|through|thru|to|-|bis(?: zum)?|jusqu'au|au|hasta(?: el)?|al|fino al|até|tot(?: en met)?|t\/m|tom|do|po|до|по|έως|μέχρι)\s?(?:the |den |dem |el )?$/u;

/**
 * Finds when somebody who is away comes back. Dates are read relative to `now` in `zone`; a date without year is the
 * next one. A named day of return wins over a last day away, after which the next day is taken. null when no date
 * between today and 400 days ahead is named.
 */
export function findReturnDate(text: string, now: number, zone: string): ReturnDate | null {
  const today = startOfDay(now, zone);
  const words = comparable(text, 4_000);
  const dates = findDates(words, today, zone).filter(
    ({ date }) => date >= today && date.diff(today, 'days').days <= LONGEST_ABSENCE_DAYS,
  );
  if (dates.length === 0) return null;
  for (const [pattern, basis] of [
    [RETURN_WORDS, 'return'],
    [UNTIL_WORDS, 'until'],
  ] as const) {
    for (const match of words.matchAll(pattern)) {
      const end = match.index + match[0].length;
      // The date stands behind the word, or (in Japanese, Chinese, Korean, Turkish, and "ab dem … wieder") before it.
      const after = dates.find(
        (date) =>
          date.index >= end - 1 &&
          date.index - end <= 45 &&
          !/[.!?] /.test(
            words
              .slice(end, date.index)
              .replace(/\b(?:mon|tues?|wed|thur?s?|fri|sat|sun|mo|di|mi|do|fr|sa|so)\. /g, ''),
          ),
      );
      const before = dates.findLast(
        (date) =>
          date.end <= match.index &&
          match.index - date.end <= 25 &&
          !/[.!?。] ?/.test(words.slice(date.end, match.index)),
      );
      const found = isPostposed(match[0]) ? (before ?? after) : (after ?? before);
      // "… through 13 March. I will answer when I return": the day belongs to the word before it.
      if (
        !found ||
        (basis === 'return' &&
          found === before &&
          LAST_DAY_BEFORE.test(words.slice(Math.max(0, found.index - 14), found.index)))
      )
        continue;
      const last = basis === 'until' ? lastOfRange(words, dates, found) : found;
      return result(last, basis, words, match.index);
    }
  }
  // "I am away 3 - 12 March": a range without any such word ends the absence.
  const range = dates
    .map((date) => lastOfRange(words, dates, date))
    .find((date, index) => date !== dates[index] || date.endsRange);
  return range ? result(range, 'until', words, range.index) : null;
}

function startOfDay(now: number, zone: string): DateTime {
  const local = DateTime.fromMillis(now, { zone });
  return (local.isValid ? local : DateTime.fromMillis(now, { zone: 'utc' })).startOf('day');
}

function isPostposed(word: string): boolean {
  return /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|kadar|wieder|tarihin|^zurück|dek|asti|saakka|kuni|igen$|döneceğim|dönüyorum|olacağım|ofisteyim|dolgozom/.test(
    word,
  );
}

/** The end of a range that begins with this date: "3 March - 12 March", "from 3 to 12". */
function lastOfRange(words: string, dates: readonly FoundDate[], from: FoundDate): FoundDate {
  const next = dates.find((date) => date.index >= from.end && date.index - from.end <= 16 && date.date > from.date);
  return next &&
    /^[\s,]{0,3}(?:-|to|until|till|through|thru|bis|bis zum|au|jusqu'au|al|hasta el|hasta|a|à|até|t\/m|tot|tot en met|till|til|do|по|до|~|から|至|到)[\s,]{0,3}(?:and including|einschließlich|el|le|il|den|the)?\s?$/.test(
      words.slice(from.end, next.index),
    )
    ? next
    : from;
}

function result(found: FoundDate, basis: ReturnDate['basis'], words: string, from: number): ReturnDate {
  const date = basis === 'until' ? found.date.plus({ days: 1 }) : found.date;
  const text = words
    .slice(Math.max(0, Math.min(from, found.index) - 5), Math.max(found.end, from + 20))
    .trim()
    .slice(0, 160);
  return { day: date.toISODate()!, at: date.toMillis(), text, basis };
}

const MONTH = Object.keys(MONTH_NAMES)
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replaceAll('.', '\\.'))
  .join('|');
const WEEKDAY = Object.keys(WEEKDAY_NAMES)
  .sort((a, b) => b.length - a.length)
  .join('|');
const EDGE = '(?<![\\p{L}\\p{N}])';
const PATTERNS: { pattern: RegExp; read(match: RegExpExecArray, today: DateTime, zone: string): DateTime | null }[] = [
  {
    pattern: new RegExp(`${EDGE}(20\\d\\d)[-/.](\\d{1,2})[-/.](\\d{1,2})(?!\\d)`, 'gu'),
    read: (m, _, zone) => make(Number(m[1]), Number(m[2]), Number(m[3]), zone),
  },
  {
    pattern: /(?:(20\d\d) ?[年년] ?)?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日号號일]/gu,
    read: (m, today) => complete(today, Number(m[2]), Number(m[3]), m[1]),
  },
  {
    pattern: /(?<!\d)(\d{1,2}) tháng (\d{1,2})(?: năm (20\d\d))?(?!\d)/gu,
    read: (m, today) => complete(today, Number(m[2]), Number(m[1]), m[3]),
  },
  {
    pattern: new RegExp(
      `${EDGE}(\\d{1,2})(?:st|nd|rd|th|º|ª|er|\\.)?(?: de| of| of the| d')? ?ב?(${MONTH})\\.?(?:,? (?:de |del )?(20\\d\\d))?(?![\\p{L}\\d])`,
      'gu',
    ),
    read: (m, today) => complete(today, MONTH_NAMES[m[2]!]!, Number(m[1]), m[3]),
  },
  {
    pattern: new RegExp(
      `${EDGE}(${MONTH})\\.? (?:the )?(\\d{1,2})(?:st|nd|rd|th|\\.)?(?!\\d|[:.]\\d)(?:,? (20\\d\\d))?(?!\\d)`,
      'gu',
    ),
    read: (m, today) => complete(today, MONTH_NAMES[m[1]!]!, Number(m[2]), m[3]),
  },
  {
    pattern: new RegExp(
      `${EDGE}(\\d{1,2})\\.(?:(\\d{1,2})\\.?(?: ?(20\\d\\d)|(\\d\\d)(?!\\d))?| (\\d{1,2})\\.(?: ?(20\\d\\d))?)(?![\\d:])`,
      'gu',
    ),
    read: (m, today) => complete(today, Number(m[2] ?? m[5]), Number(m[1]), m[3] ?? m[4] ?? m[6]),
  },
  {
    pattern: new RegExp(`${EDGE}(\\d{1,2})[/-](\\d{1,2})(?:[/-](20\\d\\d|\\d\\d))?(?![\\d/:])`, 'gu'),
    read: (m, today) => readSlashed(today, Number(m[1]), Number(m[2]), m[3]),
  },
  {
    pattern: new RegExp(`${EDGE}(${WEEKDAY})(?![\\p{L}])`, 'gu'),
    read: (m, today) => nextWeekday(today, WEEKDAY_NAMES[m[1]!]!),
  },
  {
    pattern: new RegExp(
      `${EDGE}(${Object.keys(RELATIVE_DAYS)
        .sort((a, b) => b.length - a.length)
        .join('|')})`,
      'gu',
    ),
    read: (m, today) => today.plus({ days: RELATIVE_DAYS[m[1]!]! }),
  },
];

/** All dates of a text, in order; where two readings overlap, the fuller one stays. "Monday, 12 March" gives the 12th. */
function findDates(words: string, today: DateTime, zone: string): FoundDate[] {
  const found: FoundDate[] = [];
  for (const { pattern, read } of PATTERNS) {
    for (const match of words.matchAll(pattern)) {
      const [index, end] = [match.index, match.index + match[0].length];
      if (found.some((other) => index < other.end && end > other.index)) continue;
      const date = read(match as RegExpExecArray, today, zone);
      if (!date?.isValid) continue;
      found.push({ index, end, date, endsRange: false });
      if (found.length > 60) break;
    }
  }
  found.sort((a, b) => a.index - b.index);
  const dropped = found.filter(({ date, index, end }, at) => {
    const next = found[at + 1];
    const isWeekday = WEEKDAY_NAMES[words.slice(index, end)] !== undefined;
    return !(
      isWeekday &&
      next &&
      next.index - end <= 10 &&
      date !== next.date &&
      /^[\s,.]{0,3}(?:the|den|dem|le|el|il|dia|dia |d\.|,)?[\s,.]{0,3}$/.test(words.slice(end, next.index))
    );
  });
  return completeRanges(words, dropped);
}

/** A month-first range ("March 3-12"): its end is the date that counts. */
function completeRanges(words: string, dates: FoundDate[]): FoundDate[] {
  return dates.flatMap((found) => {
    const match = /^(?: ?- ?| to | through | until )(\d{1,2})(?:st|nd|rd|th)?(?![\d:/.-])/.exec(
      words.slice(found.end, found.end + 16),
    );
    if (
      !match ||
      Number(match[1]) <= found.date.day ||
      dates.some(({ index }) => index > found.index && index < found.end + match[0].length)
    )
      return [found];
    const date = found.date.set({ day: Number(match[1]) });
    return date.isValid && date.month === found.date.month
      ? [{ ...found, end: found.end + match[0].length, date, endsRange: true }]
      : [found];
  });
}

function make(year: number, month: number, day: number, zone: string): DateTime | null {
  const date = DateTime.fromObject({ year, month, day }, { zone });
  return date.isValid ? date : null;
}

/** A date whose year may be absent: this year's, or next year's when that is more than a week ago. */
function complete(today: DateTime, month: number, day: number, year: string | undefined): DateTime | null {
  const zone = today.zoneName!;
  if (year) return make(year.length === 2 ? 2000 + Number(year) : Number(year), month, day, zone);
  const date = make(today.year, month, day, zone);
  return date && date < today.minus({ days: 7 }) ? make(today.year + 1, month, day, zone) : date;
}

/** 3/12: the reading that is possible; when both are, the American one in American zones, unless only the other lies within 120 days. */
function readSlashed(today: DateTime, first: number, second: number, year: string | undefined): DateTime | null {
  const dayFirst = complete(today, second, first, year);
  const monthFirst = complete(today, first, second, year);
  if (!dayFirst || !monthFirst) return dayFirst ?? monthFirst;
  const preferred = /^America\//.test(today.zoneName ?? '') ? monthFirst : dayFirst;
  const other = preferred === dayFirst ? monthFirst : dayFirst;
  const isNear = (date: DateTime): boolean => date >= today && date.diff(today, 'days').days <= 120;
  return !isNear(preferred) && isNear(other) ? other : preferred;
}

/** The next such weekday after today. */
function nextWeekday(today: DateTime, weekday: number): DateTime {
  return today.plus({ days: ((weekday - today.weekday + 6) % 7) + 1 });
}

import { format, getFormatDateInfo, getFormatInfo } from 'numfmt';

/** How the numbers of a style are shown: as they are, as a day with or without its time, or by a pattern of Excel. */
export type NumberFormat =
  | { kind: 'general' }
  | { kind: 'date'; hasTime: boolean }
  | { kind: 'pattern'; code: string; isDay: boolean };

const general: NumberFormat = { kind: 'general' };
/** The longest code that Excel takes. */
const longestCode = 255;

/** Codes that every spreadsheet knows by number (ECMA-376-1, 18.8.30), those of Thai, Chinese, Japanese and Korean as plain days. */
const builtIn: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0;($#,##0)',
  6: '$#,##0;($#,##0)',
  7: '$#,##0.00;($#,##0.00)',
  8: '$#,##0.00;($#,##0.00)',
  9: '0%',
  10: '0.00%',
  12: '# ?/?',
  13: '# ??/??',
  14: 'mm-dd-yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  41: '#,##0;-#,##0;"-"',
  42: '$#,##0;-$#,##0;"-"',
  43: '#,##0.00;-#,##0.00;"-"',
  44: '$#,##0.00;-$#,##0.00;"-"',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  59: '0',
  60: '0.00',
  61: '#,##0',
  62: '#,##0.00',
  67: '0%',
  68: '0.00%',
  69: '# ?/?',
  70: '# ??/??',
  71: 'd/m/yyyy',
  72: 'd-mmm-yy',
  73: 'd-mmm',
  74: 'mmm-yy',
  75: 'h:mm',
  76: 'h:mm:ss',
  77: 'd/m/yyyy h:mm',
  78: 'mm:ss',
  79: '[h]:mm:ss',
  80: 'mm:ss.0',
  81: 'd/m/yyyy',
};
const isDayOfAsia = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** The format with this number, whose code is one of the workbook's own or built in. */
export function numberFormat(id: number, ownCode: string | undefined): NumberFormat {
  if (ownCode === undefined && isDayOfAsia(id)) return { kind: 'date', hasTime: false };
  return readCode(ownCode ?? builtIn[id] ?? '');
}

/**
 * Reads a format code. A day is written as a standard date, since how it is shown depends on the country of whoever
 * looks; everything else is written as it is shown. A code that rounds to powers of ten keeps the digits: those are
 * identifiers and phone numbers.
 */
function readCode(code: string): NumberFormat {
  if (code.length > longestCode || /^(?:general|standard|@)?$/i.test(code.trim())) return general;
  try {
    const { type } = getFormatInfo(code);
    const shown = getFormatDateInfo(code);
    if ((type === 'date' || type === 'datetime') && shown.day)
      return { kind: 'date', hasTime: shown.hours || shown.minutes || shown.seconds };
    if (type === 'error' || type === 'scientific' || type === 'text') return general;
    return { kind: 'pattern', code, isDay: type === 'date' && (shown.year || shown.month) };
  } catch {
    return general;
  }
}

/** The last day that spreadsheets know, 9999-12-31. */
const lastDay = 2_958_465;

/** A number as its cell shows it; `value` is what the file holds. */
export function showNumber(value: string, shown: NumberFormat, is1904: boolean): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  if (shown.kind === 'general') return plainNumber(number, value);
  const days = number + (is1904 ? 1_462 : 0);
  if (shown.kind === 'date')
    return days >= 0 && days <= lastDay + 1 ? dateOf(days, shown.hasTime) : plainNumber(number, value);
  const text = byPattern(shown.code, shown.isDay ? days : number);
  if (text !== null && !/\d[Ee][+-]\d/.test(text)) return text;
  return plainNumber(number, value);
}

function byPattern(code: string, number: number): string | null {
  try {
    return format(code, number, { throws: true })
      .replace(/[\u00a0\u202f]/g, ' ')
      .trim();
  } catch {
    return null;
  }
}

/** 4.915112345678E12 is a phone number, and 0.30000000000000004 is 0.3 to the fifteen digits that spreadsheets keep. */
function plainNumber(number: number, value: string): string {
  if (Math.abs(number) >= 1e21) return value;
  return String(Number.isSafeInteger(number) ? number : Number(number.toPrecision(15)));
}

/** Days since 1899-12-30 as a date. Spreadsheets hold 1900 for a leap year, so the days before its March are one off. */
function dateOf(days: number, hasTime: boolean): string {
  const at = new Date(Math.round((days + (days < 60 ? 1 : 0) - 25_569) * 86_400) * 1000);
  return hasTime || days % 1 !== 0 ? textWithTime(at, hasTime) : at.toISOString().slice(0, 10);
}

function textWithTime(at: Date, hasTime: boolean): string {
  const text = at.toISOString();
  const isMidnight = text.slice(11, 19) === '00:00:00';
  return hasTime && !isMidnight ? text.slice(0, 16).replace('T', ' ') : text.slice(0, 10);
}

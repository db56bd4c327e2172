import { oneOf, type MachineList } from './machine-phrases';

/** `On … wrote:` in the languages of the common mail programs: the word for writing, near the end of the line. */
export const WROTE = new RegExp(oneOf('wrote'), 'iu');

/** The same, as the last word of a line without a colon. */
export const WROTE_AT_END = new RegExp(`${oneOf('wrote')}[\\s.…]{0,3}$`, 'iu');

/** How an attribution begins: a preposition of time, a weekday, a date, or a name with its address. */
export const BEGINS_ATTRIBUTION =
  /^[*_"'«„“[(]{0,2}(?:(?:on|am|le|el|il|il giorno|em|op|den|dne|dňa|dnia|w dniu|pe|på|à|a|ha|στις|в|у|vào|pada|kl)[ ,]|(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|jue|vie|sáb|sab|dom|gio|seg|ter|qua|qui|sex|ma|wo|vr|za|zo|tis|ons|tor|lör|sön|man|tir|lør|søn|pon|wt|śr|czw|pt|niedz|po|út|ut|st|čt|pá|ne|пн|вт|ср|чт|пт|сб|вс|нд|paz|pzt|sal|çar|per|cum|cmt)[a-zà-žа-я]{0,10}[., ]|\d{1,4}[.\-/年 ]|[^<>@]{1,80}<[^<>\s]{3,100}@[^<>\s]{3,100}>)/iu;

/** A label of a quoted header block, in the languages of the common mail programs. */
function label(list: MachineList): RegExp {
  return new RegExp(`^[\\s>]{0,10}[*_]{0,2}${oneOf(list)}[*_]{0,2}[ \\t\\u00a0]?[*_]{0,2}[:：]`, 'iu');
}

/** `From: …`, the beginning of a quoted header block. */
export const FROM_LABEL = label('fromLabel');
/** Its other lines. */
export const OTHER_LABEL = label('otherLabel');

/** `-----Original Message-----` and its like, without the dashes. */
export const ORIGINAL_MESSAGE = new RegExp(`^${oneOf('originalMessage')}`, 'iu');

/** What phones and apps put under a mail. */
export const DEVICE_SIGNATURE = new RegExp(`^${oneOf('deviceSignature')}`, 'iu');

/** Words that close a letter, alone on their line. */
export const CLOSING = new RegExp(`^${oneOf('closing')}[,.!\\s]*$`, 'iu');

/**
 * Characters of a cell that are looked at for an address: far more than one and a name have; the patterns take time by the square of it.
 */
const longestCell = 1000;
const isPlainAddress = /^[a-z0-9][a-z0-9._+-]*@[a-z0-9.-]*[a-z0-9]$/;
/** The same without the control characters. */
const zeroWidth = /[\u200b-\u200d\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/**
 * Around an address blanks and control characters are nothing; within they part two things, of which it cannot be told which one is meant.
 */
const around = /^[\u0000-\u0020\u007f]+|(?<![\u0000-\u0020\u007f])[\u0000-\u0020\u007f]+$/g;
const control = /[\u0000-\u001f\u007f]/g;
const pictureOf = (character: string): string =>
  String.fromCharCode(character === '\u007f' ? 0x2421 : 0x2400 + character.charCodeAt(0));

/**
 * Lower case, without a mailto:, a display name, quotes or brackets around, and without a comma or dot left behind.
 * What holds a line break or another control character is not taken apart: it is answered with pictures of them, which
 * no address has.
 */
export function cleanAddress(text: string): string {
  if (isPlainAddress.test(text)) return text;
  let address = text
    .slice(0, longestCell)
    .replace(zeroWidth, '')
    .replace(/\u00a0/g, ' ')
    .trim()
    .replace(around, '');
  const shown = address.replace(control, pictureOf);
  if (shown !== address) return shown.toLowerCase();
  const bracketed = /<([^<>@]*@[^<>]*)>$/.exec(address.trimEnd());
  if (bracketed) address = bracketed[1] as string;
  return address
    .replace(/^mailto:/i, '')
    .replace(/^["'<(\s]+|(?<!["'>)\s,;.])["'>)\s,;.]+$/g, '')
    .toLowerCase();
}

/** Whether more was changed in a cell than its case, so that an address could be read from it. */
export const isRepaired = (cell: string, address: string): boolean =>
  cell !== address && cell.toLowerCase() !== address;

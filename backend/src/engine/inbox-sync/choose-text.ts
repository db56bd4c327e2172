/** Text of a part that is compared: more tells nothing more. */
const compared = 20_000;
/** A part that only points to the other one is no longer than this. */
const longestPointer = 600;
const sameShare = 0.5;

/** Words by which a short text says that the message is elsewhere, in the languages of the product; a link says it as well. */
const pointsElsewhere =
  /https?:\/\/|\bhtml\b|\b(?:browser|navigateur|navegador|navigatore|webbl[aä]sare|nettleser|selain|prohl[ií][zž]e[cč]|b[oö]ng[eé]sz[oő]|przegl[aą]dar|webversi|version web|versi[oó]n web|vers[aã]o web|online)/i;

/**
 * Which of the two forms of a mail holds its words. They should say the same (RFC 2046, 5.1.4); where the text only
 * points to the HTML ("needs a program that shows HTML", a link), or says something else, the HTML is what its sender
 * wrote and saw.
 * @returns the text to read, and whether it is that of the HTML alone
 */
export function chooseText(text: string, fromHtml: string): { text: string; isHtml: boolean } {
  const [plain, rich] = [piecesOf(text), piecesOf(fromHtml)];
  if (rich.size === 0) return { text, isHtml: false };
  if (plain.size === 0) return { text: fromHtml, isHtml: lettersOf(text).length < 2 };
  const [plainInRich, richInPlain] = [shareOf(plain, rich), shareOf(rich, plain)];
  if (richInPlain >= sameShare) return { text, isHtml: false };
  const isShort = text.trim().length <= longestPointer;
  if (plainInRich >= sameShare)
    return isShort && pointsElsewhere.test(text) ? { text: fromHtml, isHtml: true } : { text, isHtml: false };
  return isShort ? { text: fromHtml, isHtml: true } : { text: `${fromHtml.trim()}\n\n${text}`, isHtml: false };
}

/** Letters and digits alone, so that line breaks, links and layout do not matter. */
const lettersOf = (text: string): string =>
  text
    .slice(0, compared)
    .replace(/\b(?:https?:\/\/|www\.)[^\s<>"]{1,2000}/gi, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** All groups of three letters: they compare texts of every script, also of those that put no spaces between words. */
function piecesOf(text: string): Set<string> {
  const letters = lettersOf(text);
  const pieces = new Set<string>();
  for (let at = 0; at + 3 <= letters.length; at += 1) pieces.add(letters.slice(at, at + 3));
  return pieces;
}

function shareOf(some: ReadonlySet<string>, all: ReadonlySet<string>): number {
  let found = 0;
  for (const piece of some) if (all.has(piece)) found += 1;
  return found / some.size;
}

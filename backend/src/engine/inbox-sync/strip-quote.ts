import { findFooter } from './find-footer';
import { htmlToPlainText } from '@skein/template/plain-text';
import { readAttribute, readHtml } from '@skein/template/html-tokens';
import type { ParsedMail } from './parsed-mail';
import {
  BEGINS_ATTRIBUTION,
  CLOSING,
  DEVICE_SIGNATURE,
  FROM_LABEL,
  ORIGINAL_MESSAGE,
  OTHER_LABEL,
  WROTE,
  WROTE_AT_END,
} from './phrases/quote-markers';

/** Mail text beyond these is not looked at: no person writes more above a quote, and hostile mails would. */
const CHARACTER_LIMIT = 16_384;
const LINE_LIMIT = 400;

export interface SplitText {
  /** What the sender wrote, without quotes and signature. Blank when they wrote nothing of their own. */
  own: string;
  quoted: string;
  signature: string;
}

type Role = 'own' | 'quoted' | 'signature';

/**
 * Splits the text of a mail into what its sender wrote, what they quoted (above, below or between), and the signature.
 * Linear: each line is looked at once with bounded patterns, over at most 16 KB and 400 lines.
 * @param sent our email that is answered: where a quote without marks ends, only its own words tell
 */
export function splitQuote(text: string, sent?: string): SplitText {
  const lines = text
    .slice(0, CHARACTER_LIMIT)
    .replace(/\r\n?/g, '\n')
    .split('\n', LINE_LIMIT)
    .map((line) => line.slice(0, 1_000).trimEnd());
  const roles = new Array<Role>(lines.length).fill('own');
  let index = 0;
  while (index < lines.length) {
    const line = lines[index]!;
    const bare = line.trim();
    if (/^[>|＞]/.test(bare)) {
      roles[index++] = 'quoted';
      continue;
    }
    const attribution = attributionLength(lines, index);
    if (attribution > 0) {
      roles.fill('quoted', index, index + attribution);
      index += attribution;
      const next = nextFilled(lines, index);
      // Without marks on the quoted lines the rest is the quote; with marks, the sender may go on below it.
      if (next < 0 || !/^[>|＞]/.test(lines[next]!.trim())) {
        roles.fill('quoted', index, sent === undefined ? lines.length : endOfSent(lines, index, sent));
        break;
      }
      continue;
    }
    if (isOriginalMarker(bare) || isHeaderBlock(lines, index) || isRuler(lines, index)) {
      roles.fill('quoted', index);
      break;
    }
    if (/^--\s?$/.test(line) || (DEVICE_SIGNATURE.test(bare) && bare.length < 100)) {
      index = markSignature(lines, roles, index);
      continue;
    }
    index++;
  }
  markClosing(lines, roles);
  markFooter(lines, roles);
  const join = (role: Role): string =>
    lines
      .filter((_, at) => roles[at] === role)
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  return { own: join('own'), quoted: join('quoted'), signature: join('signature') };
}

/** Signs of a line that are looked for in our email: enough to know it, and no more, as lines are a stranger's. */
const COMPARED = 60;
const wordsOf = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * The line behind the last one that is in our email, where most of the lines before it are ours too; else the end: then all of it may be
 * somebody's quote, and words of a quote must not be taken for an answer.
 */
function endOfSent(lines: readonly string[], from: number, sent: string): number {
  const ours = wordsOf(sent.slice(0, CHARACTER_LIMIT));
  const filled = lines
    .map((line, at) => ({ at, words: wordsOf(line) }))
    .filter(({ at, words }) => at >= from && words !== '');
  const isOurs = filled.map(({ words }) => words.length > 3 && ours.includes(words.slice(0, COMPARED)));
  const last = isOurs.lastIndexOf(true);
  if (last < 0 || isOurs.slice(0, last + 1).filter(Boolean).length * 3 < (last + 1) * 2) return lines.length;
  return filled[last]!.at + 1;
}

function nextFilled(lines: readonly string[], from: number): number {
  for (let index = from; index < Math.min(lines.length, from + 5); index++)
    if (lines[index]!.trim() !== '') return index;
  return -1;
}

/** Programs wrap an attribution over up to this many lines. */
const ATTRIBUTION_LINES = 4;

/**
 * How many lines an `On … wrote:` takes; 0 when there is none. Deliberate: only a line that begins like an attribution begins one, so
 * that what a person wrote directly above it stays theirs.
 */
function attributionLength(lines: readonly string[], index: number): number {
  let joined = '';
  for (let count = 1; count <= ATTRIBUTION_LINES && index + count <= lines.length; count++) {
    const line = lines[index + count - 1]!.trim();
    if (line === '' || /^[>|]/.test(line)) return 0;
    if (count > 1 && BEGINS_ATTRIBUTION.test(line) && hasDate(line)) return 0;
    joined = joined ? `${joined} ${line}` : line;
    if (joined.length > 400) return 0;
    if (!isAttribution(joined, isQuotedNext(lines, index + count))) continue;
    return count === 1 || mayBegin(lines[index]!.trim()) ? count : 0;
  }
  return 0;
}

/** @param isQuoted whether marked lines follow: then less is needed to know an attribution */
function isAttribution(text: string, isQuoted: boolean): boolean {
  const hasColon = /[:：]$/.test(text) || /(?:写道|寫道|のメール)[:：]?$/.test(text);
  const hasAddress = /@/.test(text);
  // A person's own "as I wrote:" has neither a date nor an address.
  const isSaid = WROTE.test(text) && (/\d/.test(text) || hasAddress);
  const isComplete = hasWhen(text) && /<[^<>\s]{3,100}@[^<>\s]{3,100}>/.test(text);
  if (hasColon) return isSaid || isComplete || (isQuoted && BEGINS_ATTRIBUTION.test(text) && hasDate(text));
  if (!BEGINS_ATTRIBUTION.test(text) || /[.!?]$/.test(text)) return false;
  if (!hasDate(text)) return false;
  return (isSaid && WROTE_AT_END.test(text)) || (isComplete && />[)\]]?$/.test(text) && isQuoted);
}

/** Whether the first of several lines can be the beginning of an attribution and is not a sentence of its own. */
function mayBegin(line: string): boolean {
  return !/[.!?]$/.test(line) && (BEGINS_ATTRIBUTION.test(line) || /<?[^\s<>@]{1,64}@[^\s<>@]{1,200}>?/.test(line));
}

function hasDate(text: string): boolean {
  return /\b(?:19|20)\d{2}\b|\d{1,2}[:.h]\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|年/.test(text);
}

function hasWhen(text: string): boolean {
  return /\d{1,2}[:.h]\d{2}|\b(?:19|20)\d{2}\b/.test(text);
}

function isQuotedNext(lines: readonly string[], from: number): boolean {
  const next = nextFilled(lines, from);
  return next >= 0 && /^[>|＞]/.test(lines[next]!.trim());
}

function isOriginalMarker(line: string): boolean {
  const inner = /^[-_=*\s]{0,60}([^-_=*].{0,60}?)[-_=*:：\s]{0,60}$/u.exec(line.slice(0, 180))?.[1] ?? '';
  const marked = /^[-_=*]{2}/.test(line) || /[:：]$/.test(line);
  return marked && ORIGINAL_MESSAGE.test(inner.trim());
}

/** A header block of a quoted mail: `From:` with at least two of its companions in the next six lines; some begin with the date. */
function isHeaderBlock(lines: readonly string[], index: number): boolean {
  const line = lines[index]!;
  const isFrom = FROM_LABEL.test(line);
  if (!isFrom && !OTHER_LABEL.test(line)) return false;
  let [from, others] = isFrom ? [1, 0] : [0, 1];
  for (const next of lines.slice(index + 1, index + 7)) {
    if (OTHER_LABEL.test(next)) others++;
    else if (FROM_LABEL.test(next)) from++;
  }
  return from > 0 && others >= (isFrom ? 2 : 3);
}

/** A line drawn above a quoted mail: `________` with the header block or the marker directly below. */
function isRuler(lines: readonly string[], index: number): boolean {
  if (!/^(?:[_\-=*—–─]\s?){3,200}$/.test(lines[index]!.trim())) return false;
  const next = nextFilled(lines, index + 1);
  return next >= 0 && (isHeaderBlock(lines, next) || isOriginalMarker(lines[next]!.trim()));
}

/** A signature goes on to the next quote or to the end. */
function markSignature(lines: readonly string[], roles: Role[], from: number): number {
  let index = from;
  while (index < lines.length) {
    const bare = lines[index]!.trim();
    if (
      index > from &&
      (/^[>|＞]/.test(bare) ||
        isOriginalMarker(bare) ||
        isHeaderBlock(lines, index) ||
        isRuler(lines, index) ||
        attributionLength(lines, index) > 0)
    )
      break;
    roles[index++] = 'signature';
  }
  return index;
}

/** `Best regards,` and up to twelve short lines below it belong to the signature, when they end the sender's own text. */
function markClosing(lines: readonly string[], roles: Role[]): void {
  const own = lines.map((_, index) => index).filter((index) => roles[index] === 'own');
  const filled = own.filter((index) => lines[index]!.trim() !== '');
  for (let place = Math.max(1, filled.length - 13); place < filled.length; place++) {
    const index = filled[place]!;
    if (!CLOSING.test(lines[index]!.trim())) continue;
    const rest = filled.slice(place + 1);
    // Deliberate: "Thanks!" above a question is no signature, so what follows must look like a name and its lines.
    const first = rest.length > 0 ? lines[rest[0]!]!.trim() : '';
    if (
      first.length > 60 ||
      /[.!?:]$/.test(first) ||
      rest.some((at) => lines[at]!.length > 120 || lines[at]!.trim().endsWith('?'))
    )
      continue;
    for (const at of own) if (at >= index) roles[at] = 'signature';
    return;
  }
}

/** A list's footer or a confidentiality notice below the sender's own words is no word of theirs. */
function markFooter(lines: readonly string[], roles: Role[]): void {
  const own = lines.map((_, index) => index).filter((index) => roles[index] === 'own');
  const at = findFooter(own.map((index) => lines[index]!));
  if (at >= 0) for (const index of own.slice(at)) roles[index] = 'signature';
}

const QUOTE_MARK =
  /(?:^|\s)(?:gmail_quote(?:_container)?|gmail_attr|yahoo_quoted|moz-cite-prefix|protonmail_quote|zmail_extra|ms-outlook-mobile-reference-message|tutanota_quote|front-blockquote|hey-quote|superhuman-quote|airmail_ext_on)(?:\s|$)/i;
const REST_MARK =
  /^(?:divRplyFwdMsg|appendonsend|x_divRplyFwdMsg|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION|reply-intro|isReplyContent)$/i;

/** The text of an HTML mail without its quoted containers: block quotes and what the common programs mark. Linear. */
export function htmlWithoutQuotes(html: string): string {
  const source = html.slice(0, 300_000);
  const kept: string[] = [];
  let skipping: string | null = null;
  let depth = 0;
  let keptFrom = 0;
  for (const token of readHtml(source)) {
    if (token.kind !== 'tag') continue;
    if (skipping !== null) {
      if (token.name !== skipping) continue;
      depth += token.isEnd ? -1 : 1;
      if (depth === 0) {
        skipping = null;
        keptFrom = token.end;
      }
      continue;
    }
    if (token.isEnd) continue;
    const tag = source.slice(token.start, Math.min(token.end, token.start + 2_000));
    if (REST_MARK.test(readAttribute(tag, 'id')?.value ?? '')) {
      kept.push(source.slice(keptFrom, token.start));
      return kept.join('');
    }
    if (token.name === 'blockquote' || QUOTE_MARK.test(readAttribute(tag, 'class')?.value ?? '')) {
      kept.push(source.slice(keptFrom, token.start), '<br>');
      [skipping, depth] = [token.name, 1];
    }
  }
  if (skipping === null) kept.push(source.slice(keptFrom));
  return kept.join('');
}

/**
 * What the sender of a mail wrote. The text part is read where there is one. Where that seems to be nothing but a quote (an answer below a
 * quoted mail whose lines bear no mark) the HTML decides, whose containers say what is quoted.
 * @param sent our email that is answered, where it is known
 */
export function ownTextOf(mail: Pick<ParsedMail, 'text' | 'hasTextPart' | 'html'>, sent?: string): SplitText {
  if (mail.hasTextPart || !mail.html) {
    const read = splitQuote(mail.text, sent);
    if (read.own !== '' || read.quoted === '' || !mail.html) return read;
  }
  const split = splitQuote(htmlToPlainText(htmlWithoutQuotes(mail.html)));
  return { ...split, quoted: split.quoted || splitQuote(mail.text).quoted };
}

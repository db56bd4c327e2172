import { htmlToPlainText } from '@skein/template/plain-text';
import { readAttribute, readHtml } from '@skein/template/html-tokens';
import type { ParsedMail } from './parsed-mail';
import { CLOSING, DEVICE_SIGNATURE, FROM_LABEL, ORIGINAL_MESSAGE, OTHER_LABEL, WROTE } from './phrases/quote-markers';

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
 */
export function splitQuote(text: string): SplitText {
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
        roles.fill('quoted', index);
        break;
      }
      continue;
    }
    if (isOriginalMarker(bare) || isHeaderBlock(lines, index)) {
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
  const join = (role: Role): string =>
    lines
      .filter((_, at) => roles[at] === role)
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  return { own: join('own'), quoted: join('quoted'), signature: join('signature') };
}

function nextFilled(lines: readonly string[], from: number): number {
  for (let index = from; index < Math.min(lines.length, from + 5); index++)
    if (lines[index]!.trim() !== '') return index;
  return -1;
}

/** How many lines an `On … wrote:` takes (programs wrap it over up to three); 0 when there is none. */
function attributionLength(lines: readonly string[], index: number): number {
  let joined = '';
  for (let count = 1; count <= 3 && index + count <= lines.length; count++) {
    const line = lines[index + count - 1]!.trim();
    if (line === '' || /^[>|]/.test(line)) return 0;
    joined = joined ? `${joined} ${line}` : line;
    if (joined.length > 400) return 0;
    if (!/[:：]$/.test(joined) && !/(?:写道|寫道|のメール)[:：]?$/.test(joined)) continue;
    const hasWhen = /\d/.test(joined);
    const hasAddress = /@/.test(joined);
    // A person's own "as I wrote:" has neither a date nor an address.
    if (WROTE.test(joined) && (hasWhen || hasAddress)) return count;
    if (
      hasAddress &&
      hasWhen &&
      /\d{1,2}[:.h]\d{2}|\b(?:19|20)\d{2}\b/.test(joined) &&
      /<[^<>\s]{3,100}@[^<>\s]{3,100}>/.test(joined)
    )
      return count;
    return 0;
  }
  return 0;
}

function isOriginalMarker(line: string): boolean {
  const inner = /^[-_=*\s]{0,60}([^-_=*].{0,60}?)[-_=*:：\s]{0,60}$/u.exec(line.slice(0, 180))?.[1] ?? '';
  const marked = /^[-_=*]{2}/.test(line) || /[:：]$/.test(line);
  return marked && ORIGINAL_MESSAGE.test(inner.trim());
}

/** `From:` with at least two of its companions in the next six lines. */
function isHeaderBlock(lines: readonly string[], index: number): boolean {
  const line = lines[index]!;
  if (!FROM_LABEL.test(line)) return false;
  let others = 0;
  for (const next of lines.slice(index + 1, index + 7)) if (OTHER_LABEL.test(next)) others++;
  return others >= 2;
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

/** What the sender of a mail wrote. The text part is read where there is one, else the HTML without its quotes. */
export function ownTextOf(mail: Pick<ParsedMail, 'text' | 'hasTextPart' | 'html'>): SplitText {
  if (mail.hasTextPart || !mail.html) return splitQuote(mail.text);
  const split = splitQuote(htmlToPlainText(htmlWithoutQuotes(mail.html)));
  return { ...split, quoted: split.quoted || splitQuote(mail.text).quoted };
}

import { decodeAddress, decodeAttribute, decodeEntities } from './escape';
import { readAttribute, readHtml } from './html-tokens';

const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote', 'pre', 'hr']);
const LINES = new Set([
  'div',
  'tr',
  'li',
  'section',
  'article',
  'header',
  'footer',
  'address',
  'dt',
  'dd',
  'figure',
  'form',
  'center',
]);
const HIDDEN = new Set(['head', 'select', 'object', 'svg', 'math', 'iframe', 'audio', 'video']);

interface Writer {
  text: string;
  /** Lines that ended since the last word. */
  ended: number;
  /** Whether the margin of a paragraph stands between them and the next word, as one empty line. */
  gap: boolean;
  space: boolean;
  preformatted: number;
}

/** The edge of a block: it ends the line that was begun. Margins that meet are one. */
function endBlock(writer: Writer, hasMargin: boolean): void {
  if (writer.text) {
    writer.ended = Math.max(writer.ended, 1);
    writer.gap ||= hasMargin;
  }
  writer.space = false;
}

/** A `<br>`: ends the line that was begun, or is an empty one, which parts the margins around it. */
function endLine(writer: Writer): void {
  if (writer.text) writer.ended += writer.ended > 0 && writer.gap ? 2 : 1;
  if (writer.ended > 1) writer.gap = false;
  writer.space = false;
}

function writeText(writer: Writer, text: string): void {
  if (writer.preformatted > 0) {
    flush(writer);
    writer.text += text.replace(/\r\n?/g, '\n');
    return;
  }
  const words = text.replace(/[ \t\r\n\f\u200b]+/g, ' ');
  if (words.startsWith(' ')) writer.space = true;
  const body = words.trim() === '' && !words.includes('\u00a0') ? '' : words.replace(/^ | $/g, '');
  if (!body) return;
  flush(writer);
  writer.text += body;
  writer.space = words.endsWith(' ');
}

function flush(writer: Writer): void {
  const breaks = writer.ended + (writer.gap ? 1 : 0);
  if (breaks > 0) writer.text = writer.text.trimEnd() + '\n'.repeat(breaks);
  else if (writer.space && writer.text && !writer.text.endsWith('\n')) writer.text += ' ';
  writer.ended = 0;
  writer.gap = false;
  writer.space = false;
}

/**
 * The plain text of an HTML body, for the text part of a mail and for reading: paragraphs and line breaks kept, list
 * items with a dash, links as `text (address)`, hidden content left out. Linear time.
 * @param emptyLines how many of them may stand in a row: in what others wrote one, in what is sent as many as the writer left
 */
export function htmlToPlainText(html: string, emptyLines = 1): string {
  const writer: Writer = { text: '', ended: 0, gap: false, space: false, preformatted: 0 };
  const links: { href: string; from: number }[] = [];
  let hidden: string | null = null;
  let hiddenDepth = 0;
  const chunks: string[] = [];
  for (const token of readHtml(html)) {
    // A link that holds thousands of characters was never closed: it is given up, which keeps the time linear.
    if (writer.text.length > 8_192) links.length = 0;
    if (writer.text.length > 4_096 && links.length === 0) {
      // Only the tail is ever changed again: what is older is set aside, which keeps the appending cheap.
      chunks.push(writer.text.slice(0, -1_024));
      writer.text = writer.text.slice(-1_024);
    }
    if (token.kind === 'skipped') continue;
    if (token.kind === 'text') {
      if (!hidden) writeText(writer, decodeEntities(html.slice(token.start, token.end)));
      continue;
    }
    const { name, isEnd } = token;
    if (hidden) {
      if (name === hidden) hiddenDepth += isEnd ? -1 : 1;
      if (hiddenDepth === 0 || (hidden === 'head' && name === 'body')) hidden = null;
      continue;
    }
    if (!isEnd && HIDDEN.has(name)) {
      hidden = name;
      hiddenDepth = 1;
      continue;
    }
    writeTag(writer, { tag: html.slice(token.start, token.end), name, isEnd, links });
  }
  return tidyLines((chunks.join('') + writer.text).replace(/\u00a0/g, ' '), emptyLines);
}

/** No spaces at the ends of lines, no more than so many empty lines in a row, nothing blank around the text. Linear time. */
function tidyLines(text: string, emptyLines: number): string {
  return text
    .split('\n')
    .map((line) => (line.endsWith(' ') ? line.trimEnd() : line))
    .join('\n')
    .replace(/\n{3,}/g, (breaks) => breaks.slice(0, emptyLines + 1))
    .trim();
}

/** A tag as it was found, and the links collected so far. */
interface TagToWrite {
  tag: string;
  name: string;
  isEnd: boolean;
  links: { href: string; from: number }[];
}

function writeTag(writer: Writer, { tag, name, isEnd, links }: TagToWrite): void {
  if (name === 'br') {
    endLine(writer);
  } else if (name === 'a') {
    if (isEnd) closeLink(writer, links.pop());
    else {
      if (links.length > 20) links.length = 0;
      flush(writer);
      links.push({ href: decodeAddress(readAttribute(tag, 'href')?.value ?? ''), from: writer.text.length });
    }
  } else if (name === 'img') {
    const description = readAttribute(tag, 'alt')?.value.trim();
    if (description) writeText(writer, ` ${decodeAttribute(description)} `);
  } else if (name === 'td' || name === 'th') {
    if (!isEnd) writeText(writer, ' ');
  } else if (PARAGRAPHS.has(name)) {
    endBlock(writer, true);
    if (name === 'pre') writer.preformatted = Math.max(0, writer.preformatted + (isEnd ? -1 : 1));
    if (name === 'hr') writeText(writer, '---');
    if (name === 'hr') endBlock(writer, true);
  } else if (LINES.has(name)) {
    endBlock(writer, false);
    if (name === 'li' && !isEnd) {
      flush(writer);
      writer.text += '- ';
    }
  }
}

function closeLink(writer: Writer, link: { href: string; from: number } | undefined): void {
  if (!link || !/^(https?|mailto|tel):/i.test(link.href)) return;
  const shown = writer.text.slice(link.from).trim();
  const address = link.href.replace(/^(mailto|tel):/i, '');
  const plain = (text: string): string =>
    text
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, '')
      .toLowerCase();
  if (!shown) writeText(writer, address);
  else if (plain(shown) !== plain(address)) {
    flush(writer);
    writer.text += ` (${address})`;
  }
}

/** A plain body as HTML: escaped, line ends as `<br>`, nothing else changed. */
export function plainTextToHtml(text: string): string {
  return text
    .replace(/[&<>]/g, (character) => (character === '&' ? '&amp;' : character === '<' ? '&lt;' : '&gt;'))
    .replace(/\r\n?|\n/g, '<br>\n');
}

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
  /** Line breaks owed before the next word: 0, 1 (new line) or 2 (empty line). */
  breaks: number;
  space: boolean;
  preformatted: number;
}

function breakLines(writer: Writer, count: number): void {
  if (writer.text) writer.breaks = Math.max(writer.breaks, count);
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
  if (writer.breaks > 0) writer.text = writer.text.trimEnd() + '\n'.repeat(writer.breaks);
  else if (writer.space && writer.text && !writer.text.endsWith('\n')) writer.text += ' ';
  writer.breaks = 0;
  writer.space = false;
}

/**
 * The plain text of an HTML body, for the text part of a mail and for reading: paragraphs and line breaks kept, list
 * items with a dash, links as `text (address)`, hidden content left out. Linear time.
 */
export function htmlToPlainText(html: string): string {
  const writer: Writer = { text: '', breaks: 0, space: false, preformatted: 0 };
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
  return tidyLines((chunks.join('') + writer.text).replace(/\u00a0/g, ' '));
}

/** No spaces at the ends of lines, no more than one empty line in a row, nothing blank around the text. Linear time. */
function tidyLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.endsWith(' ') ? line.trimEnd() : line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
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
    if (writer.breaks > 0) flush(writer);
    if (writer.text) writer.text += '\n';
    writer.space = false;
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
    breakLines(writer, 2);
    if (name === 'pre') writer.preformatted = Math.max(0, writer.preformatted + (isEnd ? -1 : 1));
    if (name === 'hr') writeText(writer, '---');
    if (name === 'hr') breakLines(writer, 2);
  } else if (LINES.has(name)) {
    breakLines(writer, 1);
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

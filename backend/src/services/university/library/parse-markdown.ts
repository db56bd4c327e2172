import MarkdownIt, { type Token } from 'markdown-it';
import type { Block, Inline } from '@skein/contracts/university/library';

// HTML in a text is shown as text: items can come from an operator's folder.
const markdown = new MarkdownIt({ html: false, linkify: false });

/** Turns Markdown into the blocks that the page draws. Unknown constructs keep their text. Pure. */
export function parseMarkdown(text: string): Block[] {
  const tokens = markdown.parse(text, {});
  const blocks: Block[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const end = closingOf(tokens, at);
    const inner = tokens.slice(at + 1, end);
    const block = readBlock(token, inner);
    if (!block) continue;
    blocks.push(block);
    at = end;
  }
  return blocks;
}

function readBlock(token: Token, inner: Token[]): Block | null {
  switch (token.type) {
    case 'heading_open': {
      const content = inlineOf(inner);
      const level = Math.min(4, Math.max(2, Number(token.tag.slice(1))));
      return { kind: 'heading', level, id: anchorOf(plainText(content)), content };
    }
    case 'paragraph_open':
      return readPicture(inner) ?? { kind: 'paragraph', content: inlineOf(inner) };
    case 'blockquote_open':
      return { kind: 'quote', content: inlineOf(inner) };
    case 'fence':
    case 'code_block':
      return { kind: 'code', language: token.info.trim(), text: token.content.replace(/\n$/, '') };
    case 'bullet_list_open':
    case 'ordered_list_open':
      return { kind: 'list', ordered: token.type === 'ordered_list_open', items: groupsOf(inner, 'list_item') };
    case 'table_open':
      return readTable(inner);
    default:
      return null;
  }
}

/** A paragraph that is one picture, whose title is its size: `![The fleet](pictures/fleet.webp "1280x720")`. */
function readPicture(inner: Token[]): Block | null {
  const [image, ...others] = inner[0]?.children ?? [];
  if (image?.type !== 'image' || others.length > 0) return null;
  const [width = 0, height = 0] = String(image.attrGet('title') ?? '')
    .split('x')
    .map(Number);
  if (!(width > 0 && height > 0)) return null;
  return { kind: 'picture', src: String(image.attrGet('src') ?? ''), alt: image.content, width, height };
}

function readTable(inner: Token[]): Block {
  const rows = splitAt(inner, 'tr').map((row) => [...groupsOf(row, 'th'), ...groupsOf(row, 'td')]);
  return { kind: 'table', head: rows[0] ?? [], rows: rows.slice(1) };
}

/** The index of the token that closes the one at `at`; `at` itself for tokens that stand alone. */
function closingOf(tokens: Token[], at: number): number {
  const token = tokens[at] as Token;
  if (token.nesting !== 1) return at;
  for (let index = at + 1, depth = 1; index < tokens.length; index += 1) {
    depth += (tokens[index] as Token).nesting;
    if (depth === 0) return index;
  }
  return tokens.length;
}

/** The tokens inside each element of a name, on the outermost level. */
function splitAt(tokens: Token[], name: string): Token[][] {
  const found: Token[][] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if ((tokens[at] as Token).type !== `${name}_open`) continue;
    const end = closingOf(tokens, at);
    found.push(tokens.slice(at + 1, end));
    at = end;
  }
  return found;
}

const groupsOf = (tokens: Token[], name: string): Inline[][] => splitAt(tokens, name).map(inlineOf);

function inlineOf(tokens: Token[]): Inline[] {
  const parts: Inline[] = [];
  for (const token of tokens) {
    if (token.type !== 'inline') continue;
    if (parts.length > 0) parts.push({ text: ' ', mark: null, href: null });
    parts.push(...readInline(token.children ?? []));
  }
  return parts;
}

function readInline(tokens: Token[]): Inline[] {
  const parts: Inline[] = [];
  let mark: Inline['mark'] = null;
  let href: string | null = null;
  for (const token of tokens) {
    if (token.type === 'strong_open') mark = 'strong';
    else if (token.type === 'em_open') mark = 'emphasis';
    else if (token.type === 'strong_close' || token.type === 'em_close') mark = null;
    else if (token.type === 'link_open') href = safeLink(String(token.attrGet('href') ?? ''));
    else if (token.type === 'link_close') href = null;
    else if (token.type === 'code_inline') parts.push({ text: token.content, mark: 'code', href });
    else if (token.type === 'softbreak' || token.type === 'hardbreak') parts.push({ text: ' ', mark, href });
    else if (token.content) parts.push({ text: token.content, mark, href });
  }
  return parts;
}

/** Links lead into the product or to the web; everything else is dropped. */
const safeLink = (href: string): string | null => (href && /^(?:https?:\/\/|\/(?!\/))/i.test(href) ? href : null);

const plainText = (parts: readonly Inline[]): string => parts.map(({ text }) => text).join('');

const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

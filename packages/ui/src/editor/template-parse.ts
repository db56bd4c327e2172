import { findConstructs } from './template-constructs';
import { tokenizeHtml } from './html-tokens';
import type { HtmlToken } from './html-tokens';
import { isInline, parseInline } from './inline-parse';
import type { TemplateNode } from './template-document';

const boxTags = new Set(['div', 'section', 'article', 'center', 'main', 'header', 'footer']);
/** Blocks that are nested deeper than any editor shows are kept as source. */
const deepest = 30;
const isSpace = (token: HtmlToken | undefined) => token?.type === 'text' && /^[ \t\r\n\f]*$/.test(token.source);
const sourceOf = (tokens: readonly HtmlToken[]) => tokens.map((token) => token.source).join('');

/** Index of the piece that closes the tag at `from`, or -1. */
function closingIndex(tokens: readonly HtmlToken[], from: number): number {
  const open = tokens[from];
  if (open?.type !== 'open') return -1;
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.type === 'open' && !token.void && token.name === open.name) depth += 1;
    if (token?.type === 'close' && token.name === open.name) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

interface Taken {
  node: TemplateNode;
  next: number;
}

/** A paragraph ends at its closing tag, or, as in HTML, before the next block. */
function takeParagraph(tokens: readonly HtmlToken[], from: number): Taken {
  const open = tokens[from] as HtmlToken & { type: 'open' };
  let end = from + 1;
  while (end < tokens.length) {
    const token = tokens[end];
    if (
      !token ||
      (token.type === 'close' && token.name === open.name) ||
      (!isInline(token) && token.type !== 'comment')
    )
      break;
    end += 1;
  }
  const closing = tokens[end];
  const closed = closing?.type === 'close' && closing.name === open.name;
  const content = parseInline(tokens.slice(from + 1, end));
  const level = /^h([1-6])$/.exec(open.name)?.[1];
  const attrs = { open: open.source, ...(level ? { level: Number(level) } : {}) };
  return {
    node: { type: level ? 'heading' : 'paragraph', attrs, ...(content.length > 0 ? { content } : {}) },
    next: closed ? end + 1 : end,
  };
}

const raw = (tokens: readonly HtmlToken[], from: number, next: number): Taken => ({
  node: { type: 'htmlBlock', attrs: { source: sourceOf(tokens.slice(from, next)) } },
  next,
});

/** List items and nothing else, or `null`. */
function takeItems(tokens: readonly HtmlToken[], depth: number): TemplateNode[] | null {
  const items: TemplateNode[] = [];
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at];
    if (isSpace(token)) {
      at += 1;
      continue;
    }
    if (token?.type !== 'open' || token.name !== 'li') return null;
    const end = closingIndex(tokens, at);
    if (end < 0) return null;
    const content = parseBlocks(tokens.slice(at + 1, end), depth);
    if (content[0]?.type !== 'paragraph') content.unshift({ type: 'paragraph', attrs: { open: '' } });
    items.push({ type: 'listItem', attrs: { open: token.source }, content });
    at = end + 1;
  }
  return items.length > 0 ? items : null;
}

function takeBlock(tokens: readonly HtmlToken[], from: number, depth: number): Taken {
  const token = tokens[from];
  if (token?.type !== 'open') return raw(tokens, from, from + 1);
  if (token.name === 'hr') return { node: { type: 'horizontalRule', attrs: { open: token.source } }, next: from + 1 };
  if (token.void) return raw(tokens, from, from + 1);
  if (token.name === 'p' || /^h[1-6]$/.test(token.name)) return takeParagraph(tokens, from);
  const end = depth < deepest ? closingIndex(tokens, from) : -1;
  if (end < 0) return raw(tokens, from, tokens.length);
  const inside = tokens.slice(from + 1, end);
  if (token.name === 'div' && inside.every((piece) => isInline(piece)))
    return { ...takeParagraph(tokens, from), next: end + 1 };
  if (boxTags.has(token.name) || token.name === 'blockquote') {
    const content = parseBlocks(inside, depth + 1);
    if (content.length > 0)
      return {
        node: { type: token.name === 'blockquote' ? 'blockquote' : 'htmlBox', attrs: { open: token.source }, content },
        next: end + 1,
      };
  }
  if (token.name === 'ul' || token.name === 'ol') {
    const items = takeItems(inside, depth + 1);
    if (items)
      return {
        node: {
          type: token.name === 'ul' ? 'bulletList' : 'orderedList',
          attrs: { open: token.source },
          content: items,
        },
        next: end + 1,
      };
  }
  return raw(tokens, from, end + 1);
}

interface Placed {
  node: TemplateNode;
  from: number;
  to: number;
}

function placeBlocks(tokens: readonly HtmlToken[], depth: number): Placed[] {
  const placed: Placed[] = [];
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at];
    if (!token || isSpace(token)) {
      at += 1;
      continue;
    }
    if (isInline(token)) {
      let end = at;
      while (end < tokens.length && isInline(tokens[end] as HtmlToken)) end += 1;
      while (isSpace(tokens[end - 1])) end -= 1;
      const content = parseInline(tokens.slice(at, end));
      placed.push({
        node: { type: 'paragraph', attrs: { open: '' }, ...(content.length > 0 ? { content } : {}) },
        from: at,
        to: end,
      });
      at = end;
      continue;
    }
    const { node, next } = takeBlock(tokens, at, depth);
    placed.push({ node, from: at, to: next });
    at = next;
  }
  return placed;
}

function parseBlocks(tokens: readonly HtmlToken[], depth: number): TemplateNode[] {
  return placeBlocks(tokens, depth).map((block) => block.node);
}

/** A template's HTML as a document; every block knows the source it came from (`canonical` is still empty). */
export function parseTemplate(html: string): TemplateNode {
  const tokens = tokenizeHtml(html);
  const placed = placeBlocks(tokens, 0);
  if (placed.length === 0)
    return {
      type: 'doc',
      content: [{ type: 'paragraph', attrs: { origin: { lead: '', tail: '', source: html, canonical: '' } } }],
    };
  const content = placed.map(({ node, from, to }, index) => {
    const before = placed[index - 1]?.to ?? 0;
    const origin = {
      lead: sourceOf(tokens.slice(before, from)),
      source: sourceOf(tokens.slice(from, to)),
      tail: index === placed.length - 1 ? sourceOf(tokens.slice(to)) : '',
      canonical: '',
    };
    return { ...node, attrs: { ...node.attrs, origin } };
  });
  return { type: 'doc', content };
}

/** Text of one line as a document: constructs become chips, the rest is text as it is. */
export function parseLine(text: string): TemplateNode {
  const content: TemplateNode[] = [];
  const constructAt = findConstructs(text);
  let from = 0;
  let at = 0;
  const flush = () => {
    if (at > from) content.push({ type: 'text', text: text.slice(from, at) });
  };
  while (at < text.length) {
    const construct = constructAt(at);
    if (!construct) {
      at += 1;
      continue;
    }
    flush();
    content.push({ type: 'templateChip', attrs: { source: construct.source } });
    at += construct.source.length;
    from = at;
  }
  flush();
  return { type: 'doc', content: [{ type: 'paragraph', ...(content.length > 0 ? { content } : {}) }] };
}

/** A piece of an HTML document. Offsets are in the document; `end` is exclusive. */
export type HtmlToken =
  | { kind: 'text'; start: number; end: number }
  /** A start or end tag, `name` in lower case. */
  | { kind: 'tag'; name: string; isEnd: boolean; start: number; end: number }
  /** A comment, a doctype, or an element whose content is not markup (style, script, title). */
  | { kind: 'skipped'; start: number; end: number };

/** Where markup can begin: any other `<` is text, and hostile mails consist of nothing else. */
const MARKUP = /<(?:[!?]|(\/?)([a-zA-Z][a-zA-Z0-9:-]{0,30}))/g;
const OPAQUE = new Map(
  ['style', 'script', 'title', 'noscript', 'template', 'xml'].map((name) => [name, new RegExp(`</${name}`, 'gi')]),
);

/**
 * Cuts HTML into text and tags, in one pass whose time is linear for hostile input too: a search that failed once (no
 * closing quote, no `>`, no end tag) is never tried again.
 */
export function* readHtml(html: string): Generator<HtmlToken> {
  let index = 0;
  let textFrom = 0;
  let quotesFail = false;
  let tagsFail = false;
  let commentsFail = false;
  const endTagFails = new Set<string>();
  while (index < html.length) {
    if (tagsFail) break;
    MARKUP.lastIndex = index;
    const markup = MARKUP.exec(html);
    if (!markup) break;
    const open = markup.index;
    const name = markup[2];
    let token: HtmlToken | null = null;
    if (name === undefined) {
      const isComment = html.startsWith('<!--', open);
      const close = isComment && !commentsFail ? html.indexOf('-->', open + 4) : -1;
      if (isComment && close < 0) commentsFail = true;
      const end = close >= 0 ? close + 3 : html.indexOf('>', open) + 1;
      if (end > 0) token = { kind: 'skipped', start: open, end };
      else tagsFail = true;
    } else {
      let close = quotesFail ? -1 : findTagEnd(html, MARKUP.lastIndex);
      if (close < 0) {
        quotesFail = true;
        close = html.indexOf('>', open);
      }
      if (close < 0) tagsFail = true;
      else token = { kind: 'tag', name: name.toLowerCase(), isEnd: markup[1] === '/', start: open, end: close + 1 };
    }
    if (!token) {
      index = open + 1;
      continue;
    }
    if (token.start > textFrom) yield { kind: 'text', start: textFrom, end: token.start };
    index = textFrom = token.end;
    yield token;
    const endTag = token.kind === 'tag' && !token.isEnd && !endTagFails.has(token.name) && OPAQUE.get(token.name);
    if (token.kind === 'tag' && endTag) {
      endTag.lastIndex = index;
      const match = endTag.exec(html);
      if (!match) endTagFails.add(token.name);
      else if (match.index > index) {
        yield { kind: 'skipped', start: index, end: match.index };
        index = textFrom = match.index;
      }
    }
  }
  if (textFrom < html.length) yield { kind: 'text', start: textFrom, end: html.length };
}

/** The `>` that ends a tag, outside of quotes; -1 when there is none. */
function findTagEnd(html: string, from: number): number {
  let quote = '';
  for (let index = from; index < html.length; index++) {
    const character = html[index]!;
    if (quote) {
      if (character === quote) quote = '';
    } else if (character === '>') return index;
    else if ((character === '"' || character === "'") && /[=\s]/.test(html[index - 1]!)) quote = character;
  }
  return -1;
}

export interface HtmlAttribute {
  /** As it stands in the source, entities not decoded. */
  value: string;
  /** Offsets of the value within the tag, quotes included when it has them. */
  start: number;
  end: number;
}

const ATTRIBUTE = /([^\s=>"'/]{1,80})(?:\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** Reads one attribute of a tag's source (`<a href="…">`); null when the tag has none of that name. */
export function readAttribute(tag: string, name: string): HtmlAttribute | null {
  ATTRIBUTE.lastIndex = tag.search(/[\s/]/) < 0 ? tag.length : tag.search(/\s|\/(?=.)/);
  for (let match = ATTRIBUTE.exec(tag); match; match = ATTRIBUTE.exec(tag)) {
    if (match[1]!.toLowerCase() !== name) continue;
    const value = match[2] ?? match[3] ?? match[4] ?? '';
    const length = value.length + (match[2] !== undefined || match[3] !== undefined ? 2 : 0);
    const end = match.index + match[0].length;
    return { value, start: end - length, end };
  }
  return null;
}

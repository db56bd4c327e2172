import { decodeAttribute, decodeEntities } from '@skein/template/escape';
import { findConstructs } from './template-constructs';

/** A piece of a template's HTML; the pieces' sources in order are the HTML. */
export type HtmlToken =
  | { type: 'text'; source: string }
  | { type: 'construct'; source: string }
  | { type: 'comment'; source: string }
  | { type: 'open'; name: string; source: string; void: boolean }
  | { type: 'close'; name: string; source: string };

const voidTags = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);
const rawTextTags = new Set(['style', 'script', 'textarea', 'title', 'xmp']);
const tagStart = /<(\/?)([a-zA-Z][^\s/>]{0,60})(?=[\s/>])/y;
const tagEvent = /["'>]/g;

/**
 * Finds the end of a tag (behind its `>`, outside of quotes) from an offset in it; -1 when it has none. Made for calls with
 * growing offsets over one document: what was looked through once is remembered, so all calls together take linear time.
 */
function findTagEnds(html: string): (from: number) => number {
  const known = new Map<number, number>();
  const eventAfter = (from: number) => {
    tagEvent.lastIndex = from;
    return tagEvent.exec(html)?.index ?? html.length;
  };
  let searchedFrom = 0;
  let firstEvent = -1;
  return (from) => {
    if (from < searchedFrom || from > firstEvent) {
      searchedFrom = from;
      firstEvent = eventAfter(from);
    }
    const passed: number[] = [];
    let event = firstEvent;
    let end = known.get(event);
    while (end === undefined) {
      passed.push(event);
      if (event === html.length) end = -1;
      else if (html[event] === '>') end = event + 1;
      else {
        const quoteEnd = html.indexOf(html[event] as string, event + 1);
        event = quoteEnd < 0 ? html.length : eventAfter(quoteEnd + 1);
        end = known.get(event);
      }
    }
    for (const place of passed) known.set(place, end);
    return end;
  };
}

function commentEnd(html: string, at: number): number {
  if (html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at + 4);
    return end < 0 ? html.length : end + 3;
  }
  const end = html.indexOf('>', at);
  return end < 0 ? html.length : end + 1;
}

/** Cuts HTML into pieces. Template constructs win over tags, so that a `<` inside a condition stays one. */
export function tokenizeHtml(html: string): readonly HtmlToken[] {
  const tokens: HtmlToken[] = [];
  const constructAt = findConstructs(html);
  const tagEnd = findTagEnds(html);
  let lowerCase: string | undefined;
  let at = 0;
  let textFrom = 0;
  const flush = (to: number) => {
    if (to > textFrom) tokens.push({ type: 'text', source: html.slice(textFrom, to) });
  };
  const take = (token: HtmlToken) => {
    flush(at);
    tokens.push(token);
    at += token.source.length;
    textFrom = at;
  };
  while (at < html.length) {
    const sign = html[at];
    if (sign === '{' || sign === '%') {
      const construct = constructAt(at);
      if (construct) {
        take({ type: 'construct', source: construct.source });
        continue;
      }
    } else if (sign === '<') {
      if (html[at + 1] === '!' || html[at + 1] === '?') {
        take({ type: 'comment', source: html.slice(at, commentEnd(html, at)) });
        continue;
      }
      tagStart.lastIndex = at;
      const match = tagStart.exec(html);
      const tagEndsAt = match ? tagEnd(at + match[0].length) : -1;
      if (match && tagEndsAt >= 0) {
        const source = html.slice(at, tagEndsAt);
        const name = (match[2] ?? '').toLowerCase();
        if (match[1]) {
          take({ type: 'close', name, source });
          continue;
        }
        take({ type: 'open', name, source, void: voidTags.has(name) });
        if (rawTextTags.has(name)) {
          // Of the same length, so that its places are the text's: only the dotted capital I would grow.
          lowerCase ??= html.replaceAll('İ', 'i').toLowerCase();
          const end = lowerCase.indexOf(`</${name}`, at);
          at = end < 0 ? html.length : end;
        }
        continue;
      }
    }
    at += 1;
  }
  flush(html.length);
  return tokens;
}

/** Text of HTML text: references resolved as browsers do; unknown ones stay as they are. */
export const decodeText = decodeEntities;

/** HTML text of text. No-break spaces are written out, because they cannot be seen. */
export function encodeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
}

/** An attribute of a tag's source, decoded. */
export function attributeOf(tag: string, name: string): string | null {
  const match = new RegExp(`[\\s"']${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return match ? decodeAttribute(match[1] ?? match[2] ?? match[3] ?? '') : null;
}

/** A value inside double quotes. */
export function encodeAttribute(value: string): string {
  return value.replace(/&/g, '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

import type { OutputContext } from './nodes';

const URL_ATTRIBUTES = new Set(['href', 'src', 'action', 'background', 'poster', 'cite', 'formaction', 'xlink:href']);

/** Where the reader stands in an HTML document: enough to escape a value rightly, not a full parser. */
export interface HtmlPosition {
  /** Inside `<…>`. */
  inTag: boolean;
  tagName: string;
  /** The quote that closes the attribute value being read; '' outside of one. */
  quote: string;
  attribute: string;
  /** Something of the attribute's value was read already. */
  valueBegun: boolean;
  sawQuery: boolean;
  /** Inside an element (or comment) whose content is not markup: the text that ends it; '' elsewhere. */
  opaqueUntil: string;
}

export function startOfDocument(): HtmlPosition {
  return { inTag: false, tagName: '', quote: '', attribute: '', valueBegun: false, sawQuery: false, opaqueUntil: '' };
}

const TAG_START = /<(\/?[a-zA-Z][a-zA-Z0-9]{0,20}|!)/y;

/** Moves the position over the character at `index`. Reads at most a few dozen characters back or ahead. */
export function advancePosition(position: HtmlPosition, source: string, index: number): void {
  const character = source[index]!;
  if (position.opaqueUntil) {
    const end = position.opaqueUntil;
    if (character === end[0] && source.slice(index, index + end.length).toLowerCase() === end) {
      position.opaqueUntil = '';
      position.inTag = end !== '-->';
      position.tagName = '/';
    }
    return;
  }
  if (!position.inTag) {
    if (character !== '<') return;
    if (source.startsWith('<!--', index)) {
      position.opaqueUntil = '-->';
      return;
    }
    TAG_START.lastIndex = index;
    const match = TAG_START.exec(source);
    if (match) Object.assign(position, startOfDocument(), { inTag: true, tagName: match[1]!.toLowerCase() });
    return;
  }
  if (position.quote) {
    if (character === position.quote) position.quote = '';
    else noteValue(position, character);
    return;
  }
  if (character === '>') {
    const name = position.tagName;
    Object.assign(position, startOfDocument());
    if (name === 'style' || name === 'script') position.opaqueUntil = `</${name}`;
    return;
  }
  if (character === '=' && !position.attribute) {
    position.attribute =
      /([a-zA-Z:_-]{1,30})\s{0,3}$/.exec(source.slice(Math.max(0, index - 33), index))?.[1]?.toLowerCase() ?? '?';
    position.valueBegun = false;
    position.sawQuery = false;
    return;
  }
  if (!position.attribute) return;
  if (/\s/.test(character)) {
    if (position.valueBegun) position.attribute = '';
    return;
  }
  if (!position.valueBegun && (character === '"' || character === "'")) {
    position.quote = character;
    return;
  }
  noteValue(position, character);
}

function noteValue(position: HtmlPosition, character: string): void {
  position.valueBegun = true;
  if (character === '?') position.sawQuery = true;
}

/** How a value must be escaped at this position. */
export function contextAt(position: HtmlPosition): OutputContext {
  if (position.opaqueUntil) return 'opaque';
  if (!position.inTag) return 'text';
  if (URL_ATTRIBUTES.has(position.attribute)) {
    if (!position.valueBegun) return 'url';
    return position.sawQuery ? 'url-query' : 'url-part';
  }
  return position.quote ? 'attribute' : 'unquoted';
}

/** Records that a value was written at this position, as the characters of a literal would be. */
export function noteOutput(position: HtmlPosition): void {
  if (position.inTag && position.attribute) position.valueBegun = true;
}

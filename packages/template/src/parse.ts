import { advancePosition, contextAt, noteOutput, startOfDocument } from './html-position';
import { closeAll, handleBlockTag } from './parse-frames';
import { type Frame, type ParserState, type ProblemPlace, closeSpin, nextOption, openSpin } from './spin-frames';
import { TEMPLATE_LIMITS, type PlaceholderName, type TemplateFormat, type TemplateTree } from './nodes';
import { readOutput } from './read-output';

export interface ParseOptions {
  /** Defaults to `html` when the source has a tag, else `text`. */
  format?: TemplateFormat;
}

const PLACEHOLDERS: ReadonlySet<string> = new Set<PlaceholderName>([
  'signature',
  'unsubscribe-text',
  'unsubscribe-link',
  'sender-name',
  'sender-firstname',
  'sender-lastname',
  'sender-email',
  'sender-domain',
]);

/** Whether a source is markup: it has at least one thing that looks like a tag or a comment. */
export function looksLikeHtml(source: string): boolean {
  return /<(?:[a-zA-Z][a-zA-Z0-9]{0,20}[\s/>]|\/[a-zA-Z]|!--|!doctype)/i.test(source);
}

/**
 * Parses a template once, into one tree of text, outputs, placeholders, spin groups and Liquid blocks. Never throws: what
 * is wrong stands in `problems` with its position, and stays in the tree as text. Time is linear in the source.
 * `\{`, `\}` and `\|` stand for the characters themselves.
 */
export function parseTemplate(source: string, options: ParseOptions = {}): TemplateTree {
  const format = options.format ?? (looksLikeHtml(source) ? 'html' : 'text');
  const state = newState(source, format);
  if (source.length > TEMPLATE_LIMITS.sourceLength) {
    report(state, {
      code: 'too_large',
      message: `A template may have ${TEMPLATE_LIMITS.sourceLength} characters; this one has ${source.length}.`,
      start: 0,
      end: source.length,
    });
    return { format, source, nodes: [], problems: state.problems, spinCount: 0 };
  }
  let index = 0;
  while (index < source.length) {
    const next = readConstruct(state, index);
    if (state.nodeCount > TEMPLATE_LIMITS.nodes) return tooManyParts(state);
    if (next > index) {
      index = next;
      state.textFrom = index;
      continue;
    }
    if (state.html) advancePosition(state.html, source, index);
    index++;
  }
  flushText(state, index);
  closeAll(state, index);
  if (state.nodeCount > TEMPLATE_LIMITS.nodes) return tooManyParts(state);
  state.problems.sort((a, b) => a.start - b.start);
  return { format, source, nodes: state.frames[0]!.nodes, problems: state.problems, spinCount: state.spinCount };
}

/** Reading ends where the limit is passed: what such a text says besides is not worth the time of those who wait. */
function tooManyParts({ format, source }: ParserState): TemplateTree {
  const problem = {
    code: 'too_large',
    message: 'The template has too many parts.',
    start: 0,
    end: source.length,
  } as const;
  return { format, source, nodes: [], problems: [problem], spinCount: 0 };
}

function newState(source: string, format: TemplateFormat): ParserState {
  const root: Frame = { kind: 'root', start: 0, nodes: [], html: null };
  return {
    source,
    format,
    frames: [root],
    problems: [],
    spinCount: 0,
    nodeCount: 0,
    textFrom: 0,
    html: format === 'html' ? startOfDocument() : null,
    flushText,
    report,
  };
}

function report(state: ParserState, { code, message, start, end }: ProblemPlace): void {
  if (state.problems.length < 200) state.problems.push({ code, message, start, end });
}

function flushText(state: ParserState, end: number): void {
  if (end <= state.textFrom) return;
  const raw = state.source.slice(state.textFrom, end);
  pushText(state, { text: raw, raw, start: state.textFrom, end });
}

/** A piece of text and where it is. */
interface TextPiece {
  text: string;
  raw: string;
  start: number;
  end: number;
}

function pushText(state: ParserState, { text, raw, start, end }: TextPiece): void {
  const nodes = state.frames.at(-1)!.nodes;
  const last = nodes.at(-1);
  if (last?.kind === 'text' && last.end === start) {
    last.text += text;
    last.raw += raw;
    last.end = end;
    return;
  }
  state.nodeCount++;
  nodes.push({ kind: 'text', text, raw, start, end });
}

/** Reads the construct that begins at `index` and gives the index behind it; gives `index` when there is only text. */
function readConstruct(state: ParserState, index: number): number {
  const { source, html } = state;
  const character = source[index]!;
  const following = source[index + 1];
  const isOpaque = html !== null && html.opaqueUntil !== '';
  switch (character) {
    case '\\':
      if (isOpaque || (following !== '{' && following !== '}' && following !== '|')) return index;
      flushText(state, index);
      pushText(state, { text: following, raw: character + following, start: index, end: index + 2 });
      return index + 2;
    case '%':
      return readPlaceholder(state, index);
    case '{':
      if (following === '{' && source[index + 2] !== '{') return readVariable(state, index);
      if (following === '%' && !isPlaceholderAt(source, index + 1)) return readTag(state, index);
      if (isOpaque) return index;
      flushText(state, index);
      return openSpin(state, index) ? index + 1 : (state.textFrom = index);
    case '|':
      if (isOpaque || !sameMarkup(state)) return index;
      flushText(state, index);
      return nextOption(state) ? index + 1 : (state.textFrom = index);
    case '}':
      if (isOpaque) return index;
      flushText(state, index);
      if (sameMarkup(state) && closeSpin(state, index)) return index + 1;
      report(state, {
        code: 'stray_brace',
        message: 'This closing brace has no opening one. Write \\} to show a brace.',
        start: index,
        end: index + 1,
      });
      state.textFrom = index;
      return index;
    default:
      return index;
  }
}

/** An option ends only where the markup stands as it did when the spin group began; a `|` in a tag within it is text. */
function sameMarkup(state: ParserState): boolean {
  const frame = state.frames.at(-1)!;
  return frame.html === null || state.html === null || frame.html.inTag === state.html.inTag;
}

/** The end of `{{ … }}` or `{% … %}`: the index of its closing pair, or -1. Quoted text may hold braces. */
function findClose(source: string, from: number, close: '}}' | '%}'): number {
  const limit = Math.min(source.length, from + TEMPLATE_LIMITS.variableLength);
  let quote = '';
  let unquoted = -1;
  for (let index = from; index < limit; index++) {
    const character = source[index]!;
    if (character === close[0] && source[index + 1] === close[1]) {
      if (!quote) return index;
      if (unquoted < 0) unquoted = index;
    }
    if (!quote && character === '{' && (source[index + 1] === '{' || source[index + 1] === '%')) break;
    if (quote) {
      if (character === quote) quote = '';
    } else if (character === '"' || (character === "'" && /[\s:,=]/.test(source[index - 1] ?? ''))) quote = character;
  }
  return unquoted;
}

function readVariable(state: ParserState, index: number): number {
  const { source } = state;
  const close = findClose(source, index + 2, '}}');
  if (close < 0) {
    report(state, {
      code: 'unclosed_variable',
      message: 'This variable is not closed: "}}" is missing.',
      start: index,
      end: Math.min(index + 40, source.length),
    });
    return skipText(state, index, index + 2);
  }
  const raw = source.slice(index, close + 2);
  const reading = readOutput(raw.slice(2, -2), state.html !== null);
  if (reading.kind === 'problem') {
    report(state, { code: reading.code, message: reading.message, start: index, end: close + 2 });
    return skipText(state, index, close + 2);
  }
  flushText(state, index);
  state.nodeCount++;
  const context = state.html ? contextAt(state.html) : 'text';
  state.frames.at(-1)!.nodes.push({ ...reading, context, raw, start: index, end: close + 2 });
  if (state.html) noteOutput(state.html);
  return close + 2;
}

/** Takes a range as plain text that is not read again. */
function skipText(state: ParserState, start: number, end: number): number {
  flushText(state, start);
  const raw = state.source.slice(start, end);
  pushText(state, { text: raw, raw, start, end });
  return end;
}

/** The keyword of a tag and what follows it; null when it begins with no keyword. Dashes that trim white space are left out. */
function splitTag(inside: string): { keyword: string; rest: string } | null {
  const bare = inside.slice(inside.startsWith('-') ? 1 : 0, inside.endsWith('-') ? -1 : undefined).trim();
  const keyword = /^[a-z_]+/.exec(bare)?.[0];
  return keyword === undefined ? null : { keyword, rest: bare.slice(keyword.length) };
}

function readTag(state: ParserState, index: number): number {
  const { source } = state;
  const close = findClose(source, index + 2, '%}');
  if (close < 0) {
    report(state, {
      code: 'unclosed_variable',
      message: 'This tag is not closed: "%}" is missing.',
      start: index,
      end: Math.min(index + 40, source.length),
    });
    return skipText(state, index, index + 2);
  }
  const end = close + 2;
  const tag = splitTag(source.slice(index + 2, close));
  if (!tag) {
    report(state, { code: 'unknown_tag', message: 'This is not a known tag.', start: index, end });
    return skipText(state, index, end);
  }
  flushText(state, index);
  handleBlockTag(state, { ...tag, raw: source.slice(index, end), start: index, end });
  return end;
}

const PLACEHOLDER = /%([a-z][a-z-]{2,30})%/y;

function placeholderAt(source: string, index: number): string | null {
  PLACEHOLDER.lastIndex = index;
  return PLACEHOLDER.exec(source)?.[1] ?? null;
}

function isPlaceholderAt(source: string, index: number): boolean {
  const name = placeholderAt(source, index);
  return name !== null && PLACEHOLDERS.has(name);
}

function readPlaceholder(state: ParserState, index: number): number {
  const name = placeholderAt(state.source, index);
  if (name === null) return index;
  const end = index + name.length + 2;
  if (!PLACEHOLDERS.has(name)) {
    // Other words between percent signs are text ("%20off%"); only what is clearly meant as ours is reported.
    if (/^(sender-|unsub|signat)/.test(name))
      report(state, { code: 'unknown_placeholder', message: `There is no placeholder %${name}%.`, start: index, end });
    return index;
  }
  flushText(state, index);
  state.nodeCount++;
  const context = state.html ? contextAt(state.html) : 'text';
  state.frames.at(-1)!.nodes.push({
    kind: 'placeholder',
    name: name as PlaceholderName,
    context,
    raw: state.source.slice(index, end),
    start: index,
    end,
  });
  if (state.html) noteOutput(state.html);
  return end;
}

import { decodeEntities } from '@skein/template/escape';
import { readShortFallback } from '@skein/template/short-fallback';

/** What of a template stands out from its text. */
export type ConstructKind = 'variable' | 'condition' | 'spin' | 'token';

/** A construct and its exact source. */
export interface Construct {
  kind: ConstructKind;
  source: string;
}

/** Tags that may be part of a spin alternative; with any other tag the brace is plain text. */
const inlineTag = /<\/?(?:a|b|strong|i|em|u|s|span|font|small|sub|sup|br|img)\b[^<>]*>/iy;
const tokenPattern = /%[a-z]{1,30}(?:-[a-z]{1,30}){0,4}%/y;

/** `text.indexOf(what, from)` for calls that go forward: what was not found once is not looked for again. */
function forwardSearch(text: string, what: string): (from: number) => number {
  let next = -2;
  return (from) => {
    if (next === -1 || next >= from) return next;
    return (next = text.indexOf(what, from));
  };
}

/** Where each spin of a text ends, by where it begins. One pass, so that braces that never close cost nothing more. */
function spinEnds(text: string): Map<number, number> {
  const ends = new Map<number, number>();
  const open: { start: number; hasChoices: boolean }[] = [];
  const closings = { '{{': forwardSearch(text, '}}'), '{%': forwardSearch(text, '%}') };
  let at = 0;
  while (at < text.length) {
    const sign = text[at];
    if (sign === '<') {
      inlineTag.lastIndex = at;
      const tag = inlineTag.exec(text);
      if (tag) {
        at += tag[0].length;
        continue;
      }
      if (/[a-z/!]/i.test(text[at + 1] ?? '')) open.length = 0;
    } else if (sign === '{') {
      const two = text.slice(at, at + 2);
      if (two === '{{' || two === '{%') {
        const end = closings[two](at + 2);
        if (end >= 0) {
          at = end + 2;
          continue;
        }
        open.length = 0;
      } else open.push({ start: at, hasChoices: false });
    } else if (sign === '|') {
      const innermost = open.at(-1);
      if (innermost) innermost.hasChoices = true;
    } else if (sign === '}') {
      const closed = open.pop();
      if (closed?.hasChoices) ends.set(closed.start, at + 1);
    }
    at += 1;
  }
  return ends;
}

/**
 * Finds the constructs of one text: gives the one that begins exactly at an offset, if there is one. A brace that never
 * closes is text. Made for calls with growing offsets: all of them together take linear time.
 */
export function findConstructs(text: string): (at: number) => Construct | null {
  const variableEnd = forwardSearch(text, '}}');
  const conditionEnd = forwardSearch(text, '%}');
  let spins: Map<number, number> | null = null;
  return (at) => {
    const sign = text[at];
    if (sign === '%') {
      tokenPattern.lastIndex = at;
      const token = tokenPattern.exec(text);
      return token ? { kind: 'token', source: token[0] } : null;
    }
    if (sign !== '{') return null;
    const next = text[at + 1];
    if (next === '{' || next === '%') {
      const end = next === '{' ? variableEnd(at + 2) : conditionEnd(at + 2);
      return end < 0 ? null : { kind: next === '{' ? 'variable' : 'condition', source: text.slice(at, end + 2) };
    }
    const end = (spins ??= spinEnds(text)).get(at);
    return end === undefined ? null : { kind: 'spin', source: text.slice(at, end) };
  };
}

/** The construct that begins exactly at `at`, if there is one. */
export const constructAt = (text: string, at: number): Construct | null => findConstructs(text)(at);

/** The kind a construct's source shows. */
export function kindOf(source: string): ConstructKind {
  return source.startsWith('{{')
    ? 'variable'
    : source.startsWith('{%')
      ? 'condition'
      : source.startsWith('%')
        ? 'token'
        : 'spin';
}

/** A variable with at most a fallback; `null` for anything richer, which is edited as source. */
export interface Variable {
  key: string;
  fallback: string | null;
}

const field = /^([\p{L}_][\p{L}\p{N}\p{M}_ .\-/&?#()]*)(\|.*)?$/su;
const literalDefault = /^\|\s*default\s*:\s*(?:"([^"]*)"|'([^']*)')$/;

/** Reads `{{key}}`, `{{key | default: "text"}}` and the short `{{key|text}}`. */
export function readVariable(source: string): Variable | null {
  if (!source.startsWith('{{') || !source.endsWith('}}')) return null;
  const [, name, filters] = field.exec(source.slice(2, -2).trim()) ?? [];
  if (name === undefined) return null;
  const key = name.trim();
  if (filters === undefined) return { key, fallback: null };
  const literal = literalDefault.exec(filters);
  const fallback = literal ? (literal[1] ?? literal[2] ?? '') : readShortFallback(filters);
  return fallback === null ? null : { key, fallback };
}

/** Writes a variable. Liquid strings know no escapes: a text with both kinds of quotes loses its straight double ones to curly ones. */
export function writeVariable({ key, fallback }: Variable): string {
  if (fallback === null || fallback === '') return `{{${key}}}`;
  if (!fallback.includes('"')) return `{{${key} | default: "${fallback}"}}`;
  if (!fallback.includes("'")) return `{{${key} | default: '${fallback}'}}`;
  return `{{${key} | default: "${fallback.replaceAll('"', '”')}"}}`;
}

/** The alternatives of a spin, each with its own source. */
export function readSpin(source: string): readonly string[] {
  const inside = source.slice(1, -1);
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  let depth = 0;
  while (at < inside.length) {
    const two = inside.slice(at, at + 2);
    if (two === '{{' || two === '{%') {
      const end = inside.indexOf(two === '{{' ? '}}' : '%}', at + 2);
      if (end >= 0) {
        at = end + 2;
        continue;
      }
    }
    const sign = inside[at];
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (sign === '|' && depth === 0) {
      parts.push(inside.slice(from, at));
      from = at + 1;
    }
    at += 1;
  }
  return [...parts, inside.slice(from)];
}

/** Writes a spin, or `null` when the alternatives would not read back as they are. */
export function writeSpin(alternatives: readonly string[]): string | null {
  const source = `{${alternatives.join('|')}}`;
  const found = constructAt(source, 0);
  if (alternatives.length < 2 || found?.source !== source) return null;
  return readSpin(source).length === alternatives.length ? source : null;
}

/** `{{name}}`, whatever filters follow the name. */
const variableName = /\{\{-?\s*([\w.-]+)(?:[^\w.{}-][^{}]*)?\}\}/g;

/** Source as words for a small chip: tags gone, variables by name. */
export function plainWords(source: string): string {
  return decodeEntities(source.replace(/<[^<>]*>/g, '').replace(variableName, '$1')).replaceAll('\u00a0', ' ');
}

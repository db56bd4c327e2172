/** What of a template stands out from its text. */
export type ConstructKind = 'variable' | 'condition' | 'spin' | 'token';

/** A construct and its exact source. */
export interface Construct {
  kind: ConstructKind;
  source: string;
}

/** Tags that may stand inside a spin alternative; anything else means that the brace is just a brace. */
const inlineTag = /^<\/?(?:a|b|strong|i|em|u|s|span|font|small|sub|sup|br|img)\b[^<>]*>/i;
const tokenPattern = /^%[a-z]+(?:-[a-z]+)*%/;

function spinEnd(text: string, start: number): number {
  let depth = 0;
  let choices = false;
  let at = start;
  while (at < text.length) {
    const two = text.slice(at, at + 2);
    if (two === '{{' || two === '{%') {
      const end = text.indexOf(two === '{{' ? '}}' : '%}', at + 2);
      if (end < 0) return -1;
      at = end + 2;
      continue;
    }
    const sign = text[at];
    if (sign === '<') {
      const tag = inlineTag.exec(text.slice(at));
      if (tag) {
        at += tag[0].length;
        continue;
      }
      if (/^<[a-z/!]/i.test(text.slice(at, at + 2))) return -1;
    }
    if (sign === '{') depth += 1;
    if (sign === '|' && depth === 1) choices = true;
    if (sign === '}') {
      depth -= 1;
      if (depth === 0) return choices ? at + 1 : -1;
    }
    at += 1;
  }
  return -1;
}

/** The construct that begins exactly at `at`, if there is one. A brace that never closes is text. */
export function constructAt(text: string, at: number): Construct | null {
  const sign = text[at];
  if (sign === '%') {
    const token = tokenPattern.exec(text.slice(at, at + 64));
    return token ? { kind: 'token', source: token[0] } : null;
  }
  if (sign !== '{') return null;
  const next = text[at + 1];
  if (next === '{' || next === '%') {
    const end = text.indexOf(next === '{' ? '}}' : '%}', at + 2);
    return end < 0 ? null : { kind: next === '{' ? 'variable' : 'condition', source: text.slice(at, end + 2) };
  }
  const end = spinEnd(text, at);
  return end < 0 ? null : { kind: 'spin', source: text.slice(at, end) };
}

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

/** Reads `{{key}}` and `{{key | default: "text"}}`. */
export function readVariable(source: string): Variable | null {
  const match = /^\{\{-?\s*([A-Za-z_][\w.-]*)\s*(?:\|\s*default:\s*(?:"([^"]*)"|'([^']*)')\s*)?-?\}\}$/.exec(source);
  return match ? { key: match[1] ?? '', fallback: match[2] ?? match[3] ?? null } : null;
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

/** Source as words for a small chip: tags gone, variables by name. */
export function plainWords(source: string): string {
  return source
    .replace(/<[^>]*>/g, '')
    .replace(/\{\{-?\s*([\w.-]+)[^}]*\}\}/g, '$1')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}

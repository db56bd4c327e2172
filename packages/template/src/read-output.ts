import { hasTemplateBraces } from './braces';
import { ALLOWED_FILTERS, compileLiquid, variablesOfLiquid } from './liquid';
import type { DateTagName, ExpressionHead, ExpressionNode, ProblemCode, VariableNode } from './nodes';
import { decodeEntities } from './escape';
import { readShortFallback } from './short-fallback';

type Reading =
  | Pick<VariableNode, 'kind' | 'name' | 'fallback'>
  | Pick<ExpressionNode, 'kind' | 'head' | 'liquid' | 'fields' | 'fallback'>
  | { kind: 'problem'; code: ProblemCode; message: string };

const FIELD_NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_ .\-/&?#()]*$/u;
const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const LITERALS = new Set(['nil', 'true', 'false']);
const DATE_TAG = /^(sl_time_of_day|sl_day_of_week|sl_date)\b/;
const LITERAL_DEFAULT = /^\s*default\s*:\s*(?:"([^"]*)"|'([^']*)')\s*$/;
const LITERAL_DEFAULTS = /\|\s*default\s*:\s*(?:"([^"]*)"|'([^']*)')/g;

/** Undoes what an HTML editor does to the inside of braces: entities, hard spaces, curly quotes. */
export function cleanInside(inside: string, isHtml: boolean): string {
  const decoded = isHtml ? decodeEntities(inside) : inside;
  return decoded
    .replace(/[\u00a0\u200b\ufeff\s]+/g, ' ')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .trim();
}

/** Reads what stands between `{{` and `}}`. */
export function readOutput(raw: string, isHtml: boolean): Reading {
  if (isHtml && /<\/?[a-z!]/i.test(raw))
    return problem(
      'markup_in_variable',
      'Formatting has split this variable: remove the formatting inside the braces.',
    );
  const inside = cleanInside(raw, isHtml);
  if (!inside) return problem('empty_variable', 'There is nothing between the braces.');
  const pipe = firstPipe(inside);
  const head = (pipe < 0 ? inside : inside.slice(0, pipe)).trim();
  const filters = pipe < 0 ? '' : inside.slice(pipe);
  const isField = FIELD_NAME.test(head) && !LITERALS.has(head);
  const short = isField && pipe >= 0 && !DATE_TAG.test(head) ? readShortFallback(filters) : null;
  if (short !== null) return { kind: 'variable', name: head, fallback: usable(short) };
  const badFilter = findBadFilter(filters);
  if (badFilter !== null) {
    return problem(
      'unknown_filter',
      `There is no filter "${badFilter}". For a text to use when the value is missing, write {{${head} | default: "${badFilter || 'text'}"}}.`,
    );
  }
  const date = DATE_TAG.exec(head);
  if (date) return readDateTag(date[1] as DateTagName, head.slice(date[1]!.length), filters);
  if (isField) return readField(head, filters);
  return expression({ kind: 'liquid' }, inside, filters);
}

/** A fallback, or null where it may not be sent. */
const usable = (fallback: string): string | null => (hasTemplateBraces(fallback) ? null : fallback);

function readField(name: string, filters: string): Reading {
  if (!filters) return { kind: 'variable', name, fallback: null };
  const literal = LITERAL_DEFAULT.exec(filters.slice(1));
  if (literal) return { kind: 'variable', name, fallback: usable(literal[1] ?? literal[2] ?? '') };
  return expression({ kind: 'field', name }, `sl_value ${filters}`, filters);
}

function readDateTag(tag: DateTagName, rest: string, filters: string): Reading {
  const parameters: string[] = [];
  const unread = rest.replace(/"([^"]*)"|'([^']*)'|([+-]\s?\d+\s?[a-z]*)/gi, (_, double, single, bare) => {
    parameters.push((double ?? single ?? bare) as string);
    return '';
  });
  if (/[^\s,:]/.test(unread))
    return problem(
      'invalid_expression',
      `"${unread.trim()}" is not understood here. Write for example {{${tag} "+2 days" "D MMMM"}}.`,
    );
  return expression({ kind: 'date', tag, parameters }, `sl_value ${filters}`, filters);
}

function expression(head: ExpressionHead, liquid: string, filters: string): Reading {
  let variables: string[];
  try {
    compileLiquid(liquid);
    variables = variablesOfLiquid(liquid).filter((name) => !name.startsWith('sl_'));
  } catch {
    return problem('invalid_expression', 'This is not a valid variable or expression.');
  }
  const fields = head.kind === 'field' ? [...new Set([head.name, ...variables])] : variables;
  const literals = [...filters.matchAll(LITERAL_DEFAULTS)].map((match) => match[1] ?? match[2] ?? '');
  const hasDefault = /\|\s*default\s*:/.test(filters) && !literals.some(hasTemplateBraces);
  const isLiteral = /\|\s*default\s*:\s*["']/.test(filters);
  return {
    kind: 'expression',
    head,
    liquid,
    fields,
    fallback: hasDefault ? (isLiteral ? 'literal' : 'field') : 'none',
  };
}

function problem(code: ProblemCode, message: string): Reading {
  return { kind: 'problem', code, message };
}

/** The first `|` outside of quotes, or -1. */
function firstPipe(text: string): number {
  let quote = '';
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (quote) {
      if (character === quote) quote = '';
    } else if ((character === '"' || character === "'") && text.indexOf(character, index + 1) > 0) quote = character;
    else if (character === '|') return index;
  }
  return -1;
}

/** The first filter that is not allowed ('' for an empty one), or null. Expects text that begins with a pipe. */
function findBadFilter(filters: string): string | null {
  let rest = filters;
  while (rest) {
    const body = rest.slice(1);
    const pipe = firstPipe(body);
    const call = (pipe < 0 ? body : body.slice(0, pipe)).trim();
    const name = call.split(':', 1)[0]!.trim();
    if (!IDENTIFIER.test(name) || !ALLOWED_FILTERS.has(name)) return name;
    rest = pipe < 0 ? '' : body.slice(pipe);
  }
  return null;
}

/** Checks the Liquid of a condition or a loop; gives its problem or null. */
export function checkExpression(liquid: string): { code: ProblemCode; message: string } | null {
  const pipe = firstPipe(liquid);
  const badFilter = pipe < 0 ? null : findBadFilter(liquid.slice(pipe));
  if (badFilter !== null) return { code: 'unknown_filter', message: `There is no filter "${badFilter}".` };
  try {
    compileLiquid(liquid);
    return null;
  } catch {
    return { code: 'invalid_expression', message: `"${liquid}" is not a valid expression.` };
  }
}

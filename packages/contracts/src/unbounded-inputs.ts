import { allEndpoints } from './all';
import { sizedRecords } from './schemas';

interface Check {
  check?: string;
  pattern?: RegExp;
}
type Def = { type: string; [name: string]: unknown };
const defOf = (schema: unknown): Def => (schema as { _zod: { def: Def } })._zod.def;

/**
 * Paths of a request's schema where somebody may send a text, a list or a record of any length. A text is bounded by a greatest length or
 * by a form that has one (an enumeration, a format such as a UUID, a pattern without open repetition).
 */
export function unbounded(schema: unknown, path: string, seen = new Set<unknown>()): string[] {
  if (!schema || seen.has(schema)) return [];
  const inside = new Set(seen).add(schema);
  const walk = (next: unknown, name = '') => unbounded(next, path + name, inside);
  const def = defOf(schema);
  const checks = ((def['checks'] ?? []) as { _zod: { def: Check } }[]).map((check) => check._zod.def);
  const hasMaximum = checks.some(({ check }) => check === 'max_length' || check === 'length_equals');
  switch (def.type) {
    case 'string':
      return hasMaximum || [def as unknown as Check, ...checks].some(({ pattern }) => pattern && isFinite(pattern))
        ? []
        : [path];
    case 'array':
      return [...(hasMaximum ? [] : [`${path}[]`]), ...walk(def['element'], '[]')];
    case 'set':
    case 'map':
    case 'unknown':
    case 'any':
      return [`${path} (${def.type})`];
    case 'record':
      if (sizedRecords.has(schema)) return [];
      return [...walk(def['keyType'], '{key}'), ...walk(def['valueType'], '{}')];
    case 'object':
      return [
        ...Object.entries(def['shape'] as object).flatMap(([name, value]) => walk(value, `.${name}`)),
        ...(def['catchall'] && defOf(def['catchall']).type !== 'never' ? walk(def['catchall'], '.*') : []),
      ];
    case 'union':
      return (def['options'] as unknown[]).flatMap((option) => walk(option));
    case 'intersection':
      return [...walk(def['left']), ...walk(def['right'])];
    case 'tuple':
      return (def['items'] as unknown[]).flatMap((item) => walk(item));
    case 'pipe':
      // What comes behind a function that reads texts bounds what came before it.
      return pipeOf(def, walk);
    case 'lazy':
      return walk((def['getter'] as () => unknown)());
    default:
      return def['innerType'] ? walk(def['innerType']) : [];
  }
}

function pipeOf(def: Def, walk: (next: unknown) => string[]): string[] {
  const before = defOf(def['in']).type === 'transform' ? null : walk(def['in']);
  const after = defOf(def['out']).type === 'transform' ? null : walk(def['out']);
  if (!before || !after) return before ?? after ?? [];
  return after.length === 0 ? [] : before;
}

/** Whether a pattern ends after a fixed number of characters: anchored, and nothing in it repeats without end. */
function isFinite({ source }: RegExp): boolean {
  if (!source.startsWith('^') || !source.endsWith('$')) return false;
  let isClass = false;
  for (let index = 0; index < source.length; index += 1) {
    const sign = source[index];
    if (sign === '\\') index += 1;
    else if (sign === '[') isClass = true;
    else if (sign === ']') isClass = false;
    else if (!isClass && (sign === '*' || sign === '+' || /^\{\d{1,5},\}/.test(source.slice(index, index + 9))))
      return false;
  }
  return true;
}

/** Where requests of any endpoint may bring texts, lists or records of any length. */
export const unboundedInputs = (): string[] =>
  allEndpoints().flatMap(({ endpoint }) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      unbounded(endpoint[part], part).map((path) => `${endpoint.method} ${endpoint.path} ${path}`),
    ),
  );

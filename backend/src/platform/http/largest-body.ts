import type { AnyEndpoint } from '@skein/contracts/endpoint';

type Def = { type: string; [name: string]: unknown };
const defOf = (schema: unknown): Def => (schema as { _zod: { def: Def } })._zod.def;

/** Bytes that no JSON body exceeds: 400 leads with 200 custom fields each fit several times over. Files go through `rawBody`. */
const largest = 10 * 1024 * 1024;
/** Bytes for spaces, and for fields that the public wire ignores. */
const room = 64 * 1024;
/** JSON writes a UTF-16 unit in at most six bytes: a backslash, a u and four digits. */
const bytesOfUnit = 6;
/** Characters of a text that is bounded by its form alone (an enumeration, a date, an address). */
const unitsOfForm = 1_000;

const bodies = new WeakMap<object, number>();

/** Bytes that a body of this endpoint may have, read off the limits of its contract: a login is no reason to read ten megabytes. */
export function largestBodyOf(endpoint: AnyEndpoint): number {
  const known = bodies.get(endpoint);
  if (known !== undefined) return known;
  const bytes = Math.min(largest, room + bytesOf(endpoint.body, new Set()));
  bodies.set(endpoint, bytes);
  return bytes;
}

/** The longest JSON that a schema takes, in bytes; Infinity where the schema does not say. */
function bytesOf(schema: unknown, outer: ReadonlySet<unknown>): number {
  if (!schema || outer.has(schema)) return Infinity;
  const inside = new Set(outer).add(schema);
  const of = (next: unknown) => bytesOf(next, inside);
  const def = defOf(schema);
  const maximum = maximumOf(def);
  switch (def.type) {
    case 'string':
      return (maximum ?? unitsOfForm) * bytesOfUnit + 2;
    case 'array':
      return (maximum ?? Infinity) * (of(def['element']) + 1) + 2;
    case 'object':
      return Object.entries(def['shape'] as object).reduce(
        (sum, [name, value]) => sum + name.length + 5 + of(value),
        2,
      );
    case 'union':
      return Math.max(...(def['options'] as unknown[]).map(of));
    case 'intersection':
      return of(def['left']) + of(def['right']);
    case 'tuple':
      return (def['items'] as unknown[]).reduce<number>((sum, item) => sum + of(item) + 1, 2);
    case 'pipe':
      return Math.max(...[def['in'], def['out']].filter((side) => defOf(side).type !== 'transform').map(of));
    case 'lazy':
      return of((def['getter'] as () => unknown)());
    case 'set':
    case 'map':
    case 'record':
    case 'unknown':
    case 'any':
      return Infinity;
    default:
      return def['innerType'] ? of(def['innerType']) : unitsOfForm;
  }
}

function maximumOf(def: Def): number | null {
  const checks = (
    (def['checks'] ?? []) as { _zod: { def: { check: string; maximum?: number; length?: number } } }[]
  ).map((check) => check._zod.def);
  const found = checks.find(({ check }) => check === 'max_length' || check === 'length_equals');
  return found?.maximum ?? found?.length ?? null;
}

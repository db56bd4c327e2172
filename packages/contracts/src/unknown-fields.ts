/**
 * Fields of a request that its contract does not name. A schema drops them, so that somebody who misspelled one is
 * answered as if all were well; requests of ours are refused for them instead. The `/api/v1` wire keeps the tolerance
 * of the market.
 */
type Def = { type: string; [name: string]: unknown };
const defOf = (schema: unknown): Def => (schema as { _zod: { def: Def } })._zod.def;

export interface UnknownField {
  path: string;
  /** The known field that it resembles. */
  meant: string | null;
}

/** How a field is refused: what is wrong, and the way out. */
export const unknownFieldMessage = ({ meant }: UnknownField): string =>
  meant === null
    ? 'is not a field of this request; leave it out'
    : `is not a field of this request; did you mean ${meant}?`;

const readAlong = new WeakMap<object, ReadonlySet<string>>();

/** What was read can be changed and saved: the fields that only `view` has come along with it and are left as they are. */
export function savedAsRead<Schema extends { shape: object }>(schema: Schema, view: { shape: object }): Schema {
  readAlong.set(schema, new Set(Object.keys(view.shape)));
  return schema;
}

/** @param value what was sent, and is accepted by `schema` */
export function unknownFields(schema: unknown, value: unknown, path = ''): UnknownField[] {
  if (schema === undefined || typeof value !== 'object' || value === null) return [];
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return inObject(def, value as Record<string, unknown>, path, readAlong.get(schema as object));
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((item, index) => unknownFields(def['element'], item, join(path, String(index))))
        : [];
    case 'tuple':
      return Array.isArray(value)
        ? (def['items'] as unknown[]).flatMap((item, index) =>
            unknownFields(item, value[index], join(path, String(index))),
          )
        : [];
    case 'record':
      return Object.entries(value).flatMap(([key, item]) => unknownFields(def['valueType'], item, join(path, key)));
    case 'union': {
      // As parsing does: the first that takes it.
      const taken = (def['options'] as { safeParse: (value: unknown) => { success: boolean } }[]).find(
        (option) => option.safeParse(value).success,
      );
      return taken ? unknownFields(taken, value, path) : [];
    }
    case 'intersection': {
      const right = new Set(unknownFields(def['right'], value, path).map((field) => field.path));
      return unknownFields(def['left'], value, path).filter((field) => right.has(field.path));
    }
    case 'pipe':
      return unknownFields(defOf(def['in']).type === 'transform' ? def['out'] : def['in'], value, path);
    case 'lazy':
      return unknownFields((def['getter'] as () => unknown)(), value, path);
    default:
      return def['innerType'] === undefined ? [] : unknownFields(def['innerType'], value, path);
  }
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function inObject(
  def: Def,
  value: Record<string, unknown>,
  path: string,
  alsoRead: ReadonlySet<string> | undefined,
): UnknownField[] {
  if (Array.isArray(value)) return [];
  const shape = def['shape'] as Record<string, unknown>;
  const open = def['catchall'] !== undefined && defOf(def['catchall']).type !== 'never' ? def['catchall'] : null;
  return Object.entries(value).flatMap(([name, item]) => {
    if (Object.hasOwn(shape, name)) return unknownFields(shape[name], item, join(path, name));
    if (alsoRead?.has(name)) return [];
    if (open) return unknownFields(open, item, join(path, name));
    return [{ path: join(path, name), meant: nearest(name, Object.keys(shape)) }];
  });
}

const plain = (name: string): string => name.replaceAll(/[^a-zA-Z0-9]/g, '').toLowerCase();

/** A known name that differs by case, underscores or at most two letters. */
function nearest(name: string, known: readonly string[]): string | null {
  const given = plain(name).slice(0, 60);
  let best: { name: string; steps: number } | null = null;
  for (const candidate of known) {
    const steps = distance(given, plain(candidate));
    if (steps <= Math.min(2, Math.floor(given.length / 2)) && (best === null || steps < best.steps))
      best = { name: candidate, steps };
  }
  return best?.name ?? null;
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= other.length; column += 1)
      next.push(
        Math.min(
          row[column]! + 1,
          next[column - 1]! + 1,
          row[column - 1]! + (one[line - 1] === other[column - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[other.length]!;
}

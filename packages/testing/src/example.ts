import type { z } from 'zod';

/** What a test names of a value: any part of it, the rest is made up from the schema. Lists are given whole, their rows in part. */
export type Given<T> = T extends readonly (infer Row)[]
  ? Given<Row>[]
  : T extends object
    ? { [K in keyof T]?: Given<T[K]> }
    : T;

/** The parts of a zod 4 schema that are looked at here. */
interface Definition {
  type: string;
  format?: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  entries?: Record<string, string | number>;
  values?: unknown[];
  items?: z.ZodType[];
  valueType?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  in?: z.ZodType;
  getter?: () => z.ZodType;
  defaultValue?: unknown;
  checks?: { _zod: { def: { check: string; minimum?: number; value?: number | bigint } } }[];
}

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition;
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The instant at which everything of an example happened. */
export const exampleInstant = '2026-11-20T09:00:00.000Z';

const textByFormat: Record<string, string> = {
  datetime: exampleInstant,
  date: '2026-11-20',
  time: '09:00:00',
  email: 'ines@prospect.test',
  url: 'https://prospect.test/',
  uuid: '3f0e4f6a-5b0c-4c53-9d0e-1f6a4b2c7d11',
  guid: '3f0e4f6a-5b0c-4c53-9d0e-1f6a4b2c7d11',
};

const textByName: [RegExp, string][] = [
  [/(^|_)at$|_date$|^day$|_since$|_until$/, exampleInstant],
  [/email/, 'ines@prospect.test'],
  [/time_?zone/i, 'Europe/Berlin'],
  [/url|link/, 'https://prospect.test/'],
  [/colou?r/, '#3366cc'],
];

/** A text for a field: by its format, by its name, or else the name itself in words. */
function textOf({ format, checks }: Definition, name: string): string {
  const known = format ? textByFormat[format] : undefined;
  const text = known ?? textByName.find(([pattern]) => pattern.test(name))?.[1] ?? name.replaceAll('_', ' ');
  const least = checks?.find(({ _zod }) => _zod.def.check === 'min_length')?._zod.def.minimum ?? 0;
  return text.padEnd(least, 'x');
}

function numberOf({ checks }: Definition, name: string): number {
  const least = checks?.find(({ _zod }) => _zod.def.check === 'greater_than')?._zod.def.value;
  return Math.max(/(^|_)id$/.test(name) ? 1 : 0, least === undefined ? 0 : Number(least));
}

/** The first way to read the union that fits what was given. */
function optionOf(options: z.ZodType[], given: unknown, name: string): unknown {
  let last: unknown;
  for (const option of options) {
    try {
      last = build(option, given, name);
      if (option.safeParse(last).success) return last;
    } catch {
      // Another option may fit.
    }
  }
  return last;
}

function buildObject({ shape = {} }: Definition, given: unknown): Record<string, unknown> {
  const named = isPlain(given) ? given : {};
  const built: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(shape)) {
    const value = build(field, named[key], key);
    if (value !== undefined) built[key] = value;
  }
  for (const key of Object.keys(named)) if (!(key in shape)) built[key] = named[key];
  return built;
}

/** A value that takes the place of another one in every schema but these. */
const composed = new Set([
  'object',
  'array',
  'tuple',
  'nullable',
  'optional',
  'default',
  'prefault',
  'union',
  'pipe',
  'lazy',
  'readonly',
  'intersection',
  'record',
  'nonoptional',
  'catch',
]);

function build(schema: z.ZodType, given: unknown, name: string): unknown {
  const definition = definitionOf(schema);
  if (given !== undefined && (!composed.has(definition.type) || given === null)) return given;
  const make = makers[definition.type];
  if (!make) throw new Error(`No example can be made of a schema of type ${definition.type} (${name}).`);
  return make(definition, given, name);
}

const inner = (definition: Definition, given: unknown, name: string) =>
  build(definition.innerType as z.ZodType, given, name);

const makers: Record<string, (definition: Definition, given: unknown, name: string) => unknown> = {
  object: buildObject,
  array: ({ element }, given, name) =>
    Array.isArray(given) ? given.map((row: unknown) => build(element as z.ZodType, row, name)) : [],
  tuple: ({ items = [] }, given, name) =>
    items.map((item, index) => build(item, Array.isArray(given) ? (given as unknown[])[index] : undefined, name)),
  nullable: (definition, given, name) => (given === undefined ? null : inner(definition, given, name)),
  optional: (definition, given, name) => (given === undefined ? undefined : inner(definition, given, name)),
  nonoptional: inner,
  readonly: inner,
  catch: inner,
  default: (definition, given, name) => (given === undefined ? undefined : inner(definition, given, name)),
  prefault: (definition, given, name) => (given === undefined ? undefined : inner(definition, given, name)),
  union: ({ options = [] }, given, name) => optionOf(options, given, name),
  intersection: ({ left, right }, given, name) => ({
    ...(build(left as z.ZodType, given, name) as object),
    ...(build(right as z.ZodType, given, name) as object),
  }),
  pipe: (definition, given, name) => build(definition.in as z.ZodType, given, name),
  lazy: ({ getter }, given, name) => build((getter as () => z.ZodType)(), given, name),
  record: (definition, given) => {
    const keys = definitionOf((definition as { keyType?: z.ZodType }).keyType as z.ZodType).entries;
    const named = isPlain(given) ? given : {};
    const wanted = keys && definition.valueType ? Object.values(keys).map(String) : Object.keys(named);
    return Object.fromEntries(
      wanted.map((key) => [key, build(definition.valueType as z.ZodType, named[key], key)] as const),
    );
  },
  string: (definition, _given, name) => textOf(definition, name),
  number: (definition, _given, name) => numberOf(definition, name),
  boolean: () => false,
  enum: ({ entries = {} }) => Object.values(entries)[0],
  literal: ({ values = [] }) => values[0],
  date: () => new Date(exampleInstant),
  null: () => null,
  undefined: () => undefined,
  void: () => undefined,
  unknown: () => null,
  any: () => null,
};

/**
 * A valid value of a schema, as a server would send it: what is given, completed by plain values (a text is its field's name, a list
 * is empty, what may be null is null). @throws Error that names the fields when what is given does not fit.
 */
export function example<S extends z.ZodType>(schema: S, given?: Given<z.input<S>>): z.input<S> {
  const value = build(schema, given, 'value');
  const parsed = schema.safeParse(value);
  if (parsed.success) return value as z.input<S>;
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'value'}: ${issue.message}`);
  throw new Error(`This is no answer of the contract: ${wrong.join('; ')}`);
}

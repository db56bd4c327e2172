import type { z } from 'zod';

/** Values that some rule of some contract accepts; each is tried against the schema at hand. */
const candidates: unknown[] = [
  'text',
  'person@company.test',
  'https://hook.company.test/in',
  '2026-01-05',
  '2026-01-05T09:00:00.000Z',
  '09:00',
  'Europe/Berlin',
  '12',
  '123456',
  'SW-ABCDEF0123',
  'BOUNCING:campaign-1',
  'company.com',
  '#336699',
  'a text that is long enough for whatever wants one',
  1,
  2,
  5,
  25,
  100,
  true,
  false,
  null,
  [],
  {},
];

/** A value that no schema of ours accepts where it means something. */
const wrongValues: unknown[] = [{ wrong: {} }, [[]], 'no', -1, '', 1e12, null];

/* oxlint-disable typescript/no-explicit-any -- zod's inner definitions have no common type */

/**
 * A value that the schema accepts, with only what it requires; undefined when none was found.
 * `known` names values by field (`campaignId`), tried before everything else.
 */
export function sampleValue(schema: z.ZodType, known: Record<string, unknown> = {}, field = ''): unknown {
  const tried = [known[field], build(schema, known, field), ...candidates].filter((value) => value !== undefined);
  return tried.find((value) => schema.safeParse(value).success);
}

const isPreprocessor = (definition: any): boolean => definition.in?.def?.type === 'transform';

function build(schema: any, known: Record<string, unknown>, field: string): unknown {
  const definition = schema?.def ?? {};
  switch (definition.type) {
    case 'object':
      return sampleObject(schema, known);
    case 'array':
      return definition.element ? [sampleValue(definition.element, known, field)] : [];
    case 'enum':
      return Object.values(definition.entries ?? {})[0];
    case 'literal':
      return definition.values?.[0];
    case 'record':
      return {};
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return sampleValue(definition.innerType, known, field);
    // A preprocessor stands before the schema that says what is accepted.
    case 'pipe':
      return sampleValue(isPreprocessor(definition) ? definition.out : definition.in, known, field);
    case 'union':
      return (definition.options as z.ZodType[])
        .map((option) => sampleValue(option, known, field))
        .find((value) => value !== undefined);
    case 'lazy':
      return sampleValue(definition.getter(), known, field);
    default:
      return undefined;
  }
}

function sampleObject(schema: any, known: Record<string, unknown>): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const shape = Object.entries(schema.shape as Record<string, z.ZodType>);
  for (const [name, inner] of shape)
    if (!inner.safeParse(undefined).success) value[name] = sampleValue(inner, known, name);
  if (schema.safeParse(value).success) return value;
  // A rule over several fields ("name one of them"): with everything filled in it may be content.
  const full = { ...value };
  for (const [name, inner] of shape) full[name] ??= sampleValue(inner, known, name);
  return full;
}

/** The object schema inside whatever wraps it (refinements, transformations, defaults). */
function objectShape(schema: any): Record<string, z.ZodType> | null {
  const definition = schema?.def ?? {};
  if (definition.type === 'object') return schema.shape;
  if (definition.type === 'pipe') return objectShape(isPreprocessor(definition) ? definition.out : definition.in);
  if (definition.innerType) return objectShape(definition.innerType);
  return null;
}

/** The same value with one field made wrong, and that field's name; null when nothing in it can be wrong. */
export function spoil(
  schema: z.ZodType,
  sample: Record<string, unknown>,
): { value: Record<string, unknown>; field: string } | null {
  for (const name of Object.keys(objectShape(schema) ?? {})) {
    for (const wrong of wrongValues) {
      const value = { ...sample, [name]: wrong };
      const parsed = schema.safeParse(value);
      if (!parsed.success && parsed.error.issues.some((issue) => String(issue.path[0]) === name))
        return { value, field: name };
    }
  }
  return null;
}

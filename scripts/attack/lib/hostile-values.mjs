// Values that a program does not expect, and values that a contract accepts with some of them mixed in. fast-check
// makes them: it is what the property tests use already, it repeats by seed, and it mixes edge cases into its own
// kinds.
import fc from 'fast-check';

const long = (size, text = 'a') => text.repeat(size);

/** Each has broken some program before: types, sizes, characters, dates and numbers at and beyond an edge. */
export const HOSTILE = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  { $gt: '' },
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u202egnp.exe',
  '\ufffe\uffff',
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  '{{constructor}}',
  '{{#if',
  '{% for',
  'a\r\nBcc: x@stranger.test',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '1e400',
  '0x10',
  '-0',
  '9223372036854775808',
  '2026-02-31',
  '0000-00-00',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '1969-12-31T23:59:59Z',
  '25:99',
  '24:00',
  'Mars/Olympus',
  0,
  -1,
  -0,
  0.1,
  1e-320,
  1e21,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  Number.MAX_VALUE,
  long(300),
  long(5_000, 'ä😀'),
  long(60_000),
  long(20_000, '<'),
  long(3_000, '{{'),
  Array.from({ length: 3_000 }, (_, index) => index),
];

/** What JSON says and JavaScript's own writer does not: a key that reaches for the prototype. */
export const PROTOTYPE_KEYS =
  '"__proto__":{"isAdmin":true,"workspace_id":1},"constructor":{"prototype":{"polluted":1}}';

const hostile = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

const isPreprocessor = (definition) => definition.in?.def?.type === 'transform';

/**
 * Values for a schema: mostly such as it accepts, one in `oneIn` places something hostile.
 * @param sample `(schema, known, field)`: one value that the schema accepts
 * @param known values by field: ids of rows that exist
 */
export function valuesOf(schema, { sample, known, oneIn }, field = '', depth = 0) {
  const definition = schema?.def ?? {};
  const inner = (each, name = field) => valuesOf(each, { sample, known, oneIn }, name, depth + 1);
  const byType = {
    object: () =>
      fc.record(Object.fromEntries(Object.entries(schema.shape).map(([name, each]) => [name, inner(each, name)])), {
        requiredKeys: Object.entries(schema.shape)
          .filter(([, each]) => !each.safeParse(undefined).success)
          .map(([name]) => name),
      }),
    array: () => fc.array(inner(definition.element), { maxLength: 4 }),
    enum: () => fc.constantFrom(...Object.values(definition.entries)),
    literal: () => fc.constantFrom(...definition.values),
    boolean: () => fc.boolean(),
    record: () => fc.dictionary(fc.string({ maxLength: 12 }), inner(definition.valueType), { maxKeys: 4 }),
    optional: () => inner(definition.innerType),
    nullable: () => fc.option(inner(definition.innerType)),
    default: () => inner(definition.innerType),
    readonly: () => inner(definition.innerType),
    pipe: () => inner(isPreprocessor(definition) ? definition.out : definition.in),
    union: () => fc.oneof(...definition.options.map((option) => inner(option))),
    lazy: () => inner(definition.getter()),
    number: () => fc.oneof(fc.constant(accepted()), fc.integer({ min: 0, max: 40 })),
    string: () => fc.oneof(fc.constant(accepted()), fc.string({ maxLength: 30 })),
  };
  const accepted = () => {
    const given = known[field];
    if (given !== undefined && schema.safeParse(given).success) return given;
    return sample(schema, known, field) ?? 'text';
  };
  const make = depth < 8 && Object.hasOwn(byType, definition.type) ? byType[definition.type] : undefined;
  const fitting = make ? make() : fc.constant(accepted());
  if (depth === 0)
    return fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 5, arbitrary: fc.constant(accepted()) }, hostile);
  return fc.oneof({ weight: oneIn - 1, arbitrary: fitting }, { weight: 1, arbitrary: hostile });
}

export { fc };

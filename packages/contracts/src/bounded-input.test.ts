import { z } from 'zod';
import { unbounded, unboundedInputs } from './unbounded-inputs';

it('bounds every text, list and record that a request may bring', () => {
  expect(unboundedInputs()).toEqual([]);
});

it('tells a text that is bounded from one that is not', () => {
  for (const [schema, expected] of [
    [z.string(), ['x']],
    [z.string().max(5), []],
    [z.string().regex(/^\d{4}$/), []],
    [z.string().regex(/^\d+$/), ['x']],
    [z.uuid(), []],
    [z.url(), ['x']],
    [z.array(z.string().max(5)), ['x[]']],
    [z.object({ a: z.string().nullable().default(null) }), ['x.a']],
    [z.preprocess((value) => value, z.string().max(3).optional()), []],
    [z.record(z.string(), z.unknown()), ['x{key}', 'x{} (unknown)']],
  ] as const)
    expect(unbounded(schema, 'x')).toEqual(expected);
});

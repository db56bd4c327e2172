import { allEndpoints } from '@skein/contracts/all';
import { savedAsRead, unknownFieldMessage, unknownFields } from '@skein/contracts/unknown-fields';
import { z } from 'zod';
import { sampleBody } from '#services/testing/every-route-fixtures';
import { sampleValue } from '#services/testing/sample-value';

/** Every request of ours that brings a body or a query. The public wire keeps the market's tolerance. */
const requests = allEndpoints()
  .filter(({ endpoint }) => endpoint.answer !== 'bare' && !endpoint.path.startsWith('/api/v1/') && !endpoint.rawBody)
  .flatMap(({ endpoint }) =>
    (['body', 'query'] as const).flatMap((part) => {
      const schema = endpoint[part];
      return schema ? [[`${endpoint.method} ${endpoint.path} ${part}`, schema] as [string, z.ZodType]] : [];
    }),
  );
const made = 'field_of_nobody';
/** Rows that nobody looks for here. */
const anyIds = {
  mailboxId: 1,
  leadId: 1,
  otherLeadId: 2,
  tagId: 1,
  listId: 1,
  webhookId: 1,
  leadEmail: 'a@company.test',
};

it('covers every contract', () => {
  expect(requests.length).toBeGreaterThan(300);
});

it.each(requests)('names a field that the contract does not, and none that it does: %s', (name, schema) => {
  const sample = sampleBody(name.replace(/ body$/, ''), anyIds) ?? sampleValue(schema);
  expect(sample).toBeDefined();
  expect(unknownFields(schema, sample)).toEqual([]);
  if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return;
  const wrong = { ...sample, [made]: 1 };
  if (!schema.safeParse(wrong).success) return; // refused by its own rule already
  const isOpen = made in (schema.parse(wrong) as object);
  expect(unknownFields(schema, wrong).map((field) => field.path)).toEqual(isOpen ? [] : [made]);
});

it('goes into lists, records, alternatives and what wraps them, and guesses what was meant', () => {
  const schema = z.object({
    steps: z.array(z.object({ email_body: z.string() })).optional(),
    by_name: z.record(z.string(), z.object({ a: z.number() })).default({}),
    rule: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('one'), days: z.number() }),
      z.object({ kind: z.literal('two') }),
    ]),
    free: z.record(z.string(), z.unknown()),
    open: z.looseObject({}),
    pair: z.union([z.string(), z.object({ x: z.number() }).nullable()]),
  });
  const value = {
    steps: [{ email_body: 'Hi', emailBody: 'Hi' }],
    by_name: { some: { a: 1, b: 2 } },
    rule: { kind: 'two', days: 3 },
    free: { anything: { at: 'all' } },
    open: { anything: 1 },
    pair: { x: 1, y: 2 },
    stpes: [],
  };
  expect(schema.safeParse(value).success).toBe(true);
  const found = unknownFields(schema, value);
  expect(found).toEqual([
    { path: 'steps.0.emailBody', meant: 'email_body' },
    { path: 'by_name.some.b', meant: null },
    { path: 'rule.days', meant: null },
    { path: 'pair.y', meant: null },
    { path: 'stpes', meant: 'steps' },
  ]);
  expect(unknownFieldMessage(found[0]!)).toBe('is not a field of this request; did you mean email_body?');
  expect(unknownFieldMessage(found[1]!)).toBe('is not a field of this request; leave it out');
});

it('takes what was read together with what was changed, and still refuses what was misspelled', () => {
  const view = z.object({ id: z.number(), name: z.string(), sent: z.number() });
  const schema = z.object({ rows: z.array(savedAsRead(z.object({ name: z.string() }), view)) });
  expect(unknownFields(schema, { rows: [{ id: 1, name: 'A', sent: 3 }] })).toEqual([]);
  expect(unknownFields(schema, { rows: [{ name: 'A', nmae: 'B' }] })).toEqual([{ path: 'rows.0.nmae', meant: 'name' }]);
});

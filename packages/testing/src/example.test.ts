import { z } from 'zod';
import { example } from './example';

const row = z.object({
  id: z.number().int(),
  name: z.string().min(1),
  status: z.enum(['DRAFTED', 'ACTIVE']),
  created_at: z.iso.datetime(),
  owner: z.object({ email: z.email(), phone: z.string().optional() }).nullable(),
  tags: z.array(z.object({ id: z.number(), label: z.string() })),
  shares: z.record(z.enum(['a', 'b']), z.number()),
  last: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('mail'), subject: z.string() }),
  ]),
});

it('makes a valid value from the schema alone', () => {
  expect(example(row)).toEqual({
    id: 1,
    name: 'name',
    status: 'DRAFTED',
    created_at: '2026-11-20T09:00:00.000Z',
    owner: null,
    tags: [],
    shares: { a: 0, b: 0 },
    last: { kind: 'none' },
  });
});

it('completes what is given, in rows of lists and in the option of a union too', () => {
  expect(
    example(row, { owner: {}, tags: [{ label: 'Warm' }], last: { kind: 'mail', subject: 'Hello' } }),
  ).toMatchObject({
    owner: { email: 'ines@prospect.test' },
    tags: [{ id: 1, label: 'Warm' }],
    last: { kind: 'mail', subject: 'Hello' },
  });
});

it('refuses what the schema does not allow, and names the field', () => {
  expect(() => example(row, { status: 'SLEEPING' as 'ACTIVE' })).toThrow(/status/);
  expect(() => example(row, { tags: [{ label: 4 as unknown as string }] })).toThrow(/tags\.0\.label/);
});

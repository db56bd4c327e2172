import type { WireStep } from '@skein/contracts/v1/sequences.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { wireApi, type Api } from './testing';

let main: TestMain;
let me: SignedIn;
let api: Api;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  api = await wireApi(main, me);
});
afterAll(() => main.close());

const create = async () => ((await api('POST', '/campaigns/create', { name: 'One' })).json as { id: number }).id;
const steps = async (id: number) =>
  (await api('GET', `/campaigns/${id}/sequences`)).json as (WireStep & {
    sequence_variants: NonNullable<WireStep['sequence_variants']>;
  })[];
const saved = { ok: true, data: { sequences: expect.any(Array) } };

test('a sequence of steps and variants is saved and read back under both names of the delay', async () => {
  const id = await create();
  const answer = await api('POST', `/campaigns/${id}/sequences`, {
    sequences: [
      {
        id: null,
        seq_number: 1,
        seq_delay_details: { delay_in_days: 0 },
        variant_distribution_type: 'MANUAL_PERCENTAGE',
        seq_variants: [
          { subject: 'One', email_body: '<p>1</p>', variant_label: 'A', variant_distribution_percentage: 60 },
          { subject: 'Two', email_body: '<p>2</p>', variant_label: 'B', variant_distribution_percentage: 40 },
        ],
      },
      {
        seq_number: 2,
        seq_delay_details: { delay_in_days: 3, delay_in_hours: 2, delay_in_minutes: 5 },
        subject: '',
        email_body: '<p>Again {{first_name}}</p>',
        seq_type: 'EMAIL',
      },
      { seq_number: 3, delayInDays: 4, email_body: '<p>Last</p>' },
    ],
  });
  expect(answer.json).toEqual({
    ok: true,
    data: { sequences: [1, 2, 3].map((seqNumber) => ({ id: expect.any(Number), seqNumber })) },
  });
  const [first, second, third] = await steps(id);
  expect(first).toMatchObject({
    seq_number: 1,
    email_campaign_id: id,
    subject: 'One',
    seq_delay_details: { delayInDays: 0, delay_in_days: 0 },
    sequence_variants: [
      { variant_label: 'A', variant_distribution_percentage: 60, is_deleted: false, email_campaign_seq_id: first?.id },
      { variant_label: 'B', subject: 'Two' },
    ],
  });
  expect(second).toMatchObject({
    subject: '',
    email_body: '<p>Again {{first_name}}</p>',
    seq_delay_details: { delayInDays: 3, delay_in_days: 3, delayInHours: 2, delayInMinutes: 5 },
    sequence_variants: null,
  });
  expect(third).toMatchObject({ seq_delay_details: { delayInDays: 4 }, subject: '' });
});

test('every other spelling of a sequence is read', async () => {
  const id = await create();
  const forms: unknown[] = [
    {
      sequence: [
        {
          seq_number: 1,
          seq_delay_details: { delayInDays: 0 },
          subject: 'S',
          email_body: 'B',
          ab_testing_config: { enabled: false },
        },
      ],
    },
    [
      {
        seq_number: 1,
        delay_in_days: 0,
        subject: 'S',
        email_body: 'B',
        seq_variants: null,
        variant_distribution_type: null,
      },
    ],
    { sequences: [{ subject: 'S', email_body: 'B' }] },
    {
      sequences: [
        {
          seq_number: '1',
          seq_delay_details: { delay_in_days: '0' },
          sequence_variants: [{ subject: 'S', email_body: 'B' }],
        },
      ],
    },
    { sequences: [{ seq_number: 1, variants: [{ subject: 'S', email_body: 'B', label: 'a' }] }] },
  ];
  for (const form of forms) {
    expect((await api('POST', `/campaigns/${id}/sequences`, form)).json).toEqual(saved);
    expect(await steps(id)).toMatchObject([
      { seq_number: 1, subject: 'S', email_body: 'B', seq_delay_details: { delayInDays: 0 } },
    ]);
  }
  expect(
    (
      await api('POST', `/campaigns/${id}/sequences`, {
        sequences: [
          {
            seq_number: 1,
            seq_variants: [
              { variant_id: 'A', subject: 'One', email_body: '1', distribution: 50 },
              { variant_id: 'B', subject: 'Two', email_body: '2', distribution: 50 },
            ],
          },
        ],
      })
    ).json,
  ).toEqual(saved);
  expect(await steps(id)).toMatchObject([
    {
      variant_distribution_type: 'MANUAL_PERCENTAGE',
      sequence_variants: [
        { variant_label: 'A', variant_distribution_percentage: 50 },
        { variant_label: 'B', subject: 'Two' },
      ],
    },
  ]);
  expect(
    (
      await api('POST', `/campaigns/${id}/sequences`, {
        sequences: [
          {
            seq_number: 1,
            variant_distribution_type: 'MANUALLY_EQUAL',
            seq_variants: [
              { subject: 'One', email_body: '1', distribution_percentage: 70 },
              { subject: 'Two', email_body: '2', distribution_percentage: 30 },
            ],
          },
        ],
      })
    ).json,
  ).toEqual(saved);
  expect(await steps(id)).toMatchObject([
    {
      variant_distribution_type: 'MANUAL_EQUAL',
      sequence_variants: [{ variant_distribution_percentage: 70 }, { variant_distribution_percentage: 30 }],
    },
  ]);
  expect(
    (
      await api('POST', `/campaigns/${id}/sequences`, {
        sequences: [
          {
            seq_number: 1,
            variant_distribution_type: 'AI_BEST_PERFORMING',
            lead_distribution_percentage: 30,
            winning_metric_property: 'reply_rate',
            seq_variants: [
              { subject: 'One', email_body: '1' },
              { subject: 'Two', email_body: '2' },
            ],
          },
        ],
      })
    ).json,
  ).toEqual(saved);
  expect(await steps(id)).toMatchObject([
    { variant_distribution_type: 'AI_EQUAL', lead_distribution_percentage: 30, winning_metric_property: 'REPLY_RATE' },
  ]);
  expect((await api('POST', `/campaigns/${id}/sequences`, [])).json).toEqual({ ok: true, data: { sequences: [] } });
  expect(await steps(id)).toEqual([]);
});

test('one step by itself is added or replaced, at the singular address', async () => {
  const id = await create();
  await api('POST', `/campaigns/${id}/sequence`, {
    seq_number: 1,
    subject: 'One',
    email_body: '1',
    seq_delay_details: { delay_in_days: 0 },
  });
  await api('POST', `/campaigns/${id}/sequence`, {
    seq_number: 2,
    subject: '',
    email_body: '2',
    seq_delay_details: { delay_in_days: 2 },
  });
  await api('POST', `/campaigns/${id}/sequence`, {
    seq_number: 1,
    subject: 'New',
    email_body: '1',
    seq_delay_details: { delay_in_days: 0 },
  });
  expect((await api('GET', `/campaigns/${id}/sequence`)).json).toMatchObject([
    { seq_number: 1, subject: 'New' },
    { seq_number: 2, email_body: '2', seq_delay_details: { delayInDays: 2 } },
  ]);
});

test('what was read can be sent back, and steps sent without ids keep their identity by number', async () => {
  const id = await create();
  await api('POST', `/campaigns/${id}/sequences`, {
    sequences: [
      {
        seq_number: 1,
        seq_variants: [
          { subject: 'One', email_body: '1' },
          { subject: 'Two', email_body: '2' },
        ],
      },
      { seq_number: 2, email_body: '2', delay_in_days: 3 },
    ],
  });
  const before = await steps(id);
  expect((await api('POST', `/campaigns/${id}/sequences`, { sequences: before })).status).toBe(200);
  expect((await steps(id)).map((step) => [step.id, step.sequence_variants?.map((variant) => variant.id)])).toEqual(
    before.map((step) => [step.id, step.sequence_variants?.map((variant) => variant.id)]),
  );
  await api('POST', `/campaigns/${id}/sequences`, {
    sequences: [
      { seq_number: 1, subject: 'Changed', email_body: '1' },
      { seq_number: 2, email_body: 'Changed', delay_in_days: 3 },
    ],
  });
  expect((await steps(id)).map((step) => [step.id, step.email_body])).toEqual([
    [before[0]?.id, '1'],
    [before[1]?.id, 'Changed'],
  ]);
  await api('POST', `/campaigns/${id}/sequences`, {
    sequences: [
      { seq_number: 1, subject: 'Before', email_body: '0' },
      { id: before[0]?.id, seq_number: 2, email_body: '1' },
    ],
  });
  expect((await steps(id)).map((step) => step.id)).toEqual([expect.any(Number), before[0]?.id]);
});

test('a wrong step is named as it was sent', async () => {
  const id = await create();
  expect(
    await api('POST', `/campaigns/${id}/sequences`, {
      sequences: [{ seq_number: 1, seq_delay_details: { delay_in_days: 400 }, email_body: 'x' }],
    }),
  ).toMatchObject({ status: 400, json: { validation: { keys: ['sequences.0.seq_delay_details.delay_in_days'] } } });
  expect(
    await api('POST', `/campaigns/${id}/sequences`, {
      sequences: [
        {
          seq_number: 1,
          variant_distribution_type: 'MANUAL_PERCENTAGE',
          seq_variants: [
            { email_body: 'x', variant_distribution_percentage: 10 },
            { email_body: 'y', variant_distribution_percentage: 10 },
          ],
        },
      ],
    }),
  ).toMatchObject({ status: 400, json: { validation: { keys: ['sequences.0.seq_variants'] } } });
  expect(await api('POST', `/campaigns/${id}/sequences`, { id: 1 })).toMatchObject({
    status: 400,
    json: { validation: { keys: ['sequences'] } },
  });
});

import { createClient } from '@skein/contracts/client';
import { placementDraftsContract } from '@skein/contracts/smart-delivery/placement-drafts.contract';
import { startListServer, type ListServer } from '#platform/dns-reputation/testing';
import { createPlacementWorld, minute, type PlacementWorld } from './testing';

let placement: PlacementWorld;
let lists: ListServer;
let mailbox: number;
let second: number;
let campaignId: number;
let variantIds: number[];

beforeAll(async () => {
  lists = await startListServer();
  lists.openAll();
  placement = await createPlacementWorld(undefined, { lists: lists.lookUp });
  const { world } = placement;
  const fast = { min_time_to_wait_minutes: 1, message_per_day: 500 };
  mailbox = await world.connect('rosa@northlight.test', fast);
  second = await world.connect('jon@northlight.test', fast);
  campaignId = await world.campaign({
    mailboxIds: [mailbox],
    leads: ['ada@prospects.test', 'ben@prospects.test', 'cleo@prospects.test', 'dan@prospects.test'],
    settings: { status: 'PAUSED', next_trigger_at: null },
  });
  const { test } = world.main;
  await test.query(
    `
      insert into step_variant (workspace_id, step_id, label, subject, email_body)
      select s.workspace_id, s.id, 'B', 'Two lines', '<p>Hi</p>'
      from sequence_step s
      where s.campaign_id = $1
    `,
    [campaignId],
  );
  const variants = await test.query<{ id: number }>(
    'select v.id from step_variant v join sequence_step s on s.id = v.step_id where s.campaign_id = $1 order by v.label',
    [campaignId],
  );
  variantIds = variants.map(({ id }) => id);
});
afterAll(async () => {
  await placement.world.close();
  await lists.close();
});

const me = () => ({ ...placement.world.me.headers });
const client = () => placement.clientOf(me());
const drafts = (headers: Record<string, string> = me()) =>
  createClient(placementDraftsContract, placement.transportOf(headers));
const written = { type: 'manual' as const, subject: 'A question', body_text: 'Hello Sam, how do you plan the docks?' };
const europe = { regions: ['Europe'] };

test('a paused test begins no run until it is resumed, and then keeps its schedule', async () => {
  const { id } = await client().addTest({
    body: { ...written, type: 'auto', name: 'Paused', every_days: 1, sender_ids: [mailbox], ...europe },
  });
  const params = { placementTestId: id };
  await placement.runFor(20);
  await client().pause({ params });
  await client().pause({ params });
  expect(await client().report({ params })).toMatchObject({ is_paused: true, next_run_at: null, is_stopped: false });
  const { monitors } = await client().choices({});
  expect(monitors.used).toBe(0);
  placement.world.main.clock.set(placement.world.main.clock.now() + 3 * 1_440 * minute);
  await placement.runFor(3);
  expect(await client().report({ params })).toMatchObject({ runs: 1, is_paused: true });

  // Run once now, and still paused after.
  await client().runAgain({ params });
  await placement.runFor(20);
  expect(await client().report({ params })).toMatchObject({ runs: 2, is_paused: true, next_run_at: null });

  await client().resume({ params });
  await expect(client().resume({ params })).rejects.toMatchObject({ code: 'CONFLICT' });
  const next = Date.parse((await client().report({ params })).next_run_at ?? '');
  expect(next).toBe(placement.world.main.clock.now() + 1_440 * minute);
  placement.world.main.clock.set(next);
  await placement.runFor(2);
  expect(await client().report({ params })).toMatchObject({ runs: 3, is_paused: false });
  await client().stop({ params });
  await expect(client().pause({ params })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a draft stands in the list with all it holds, never runs, and is replaced by the test that is made of it', async () => {
  const held = {
    ...written,
    type: 'auto' as const,
    name: '',
    subject: '',
    cron: '0 9 * *',
    campaign_id: campaignId,
    variant_id: variantIds[1] as number,
    variants: variantIds.map((variant_id) => ({ variant_id })),
    sender_ids: [second, mailbox],
    seed_groups: [{ provider: 'Gmail stand-in', region: 'Asia' }],
    like_leads: true,
    rest_below: 60,
    below_runs: 3,
    has_control: true,
    pass_percent: 70,
  };
  const { id } = await drafts().addDraft({ body: held });
  const listed = await client().tests({ query: { status: 'DRAFT' } });
  expect(listed.rows).toMatchObject([
    { id, name: 'Untitled test', status: 'DRAFT', campaign: expect.any(String), senders: 2, runs: 0 },
  ]);
  const params = { placementDraftId: id };
  const opened = await drafts().draft({ params });
  expect(opened.test).toMatchObject({ ...held, variants: held.variants });
  expect(opened.campaign).toEqual(expect.any(String));
  await drafts().saveDraft({ params, body: { ...held, name: 'Before launch', cron: '0 9 * * 1' } });
  expect((await drafts().draft({ params })).test).toMatchObject({ name: 'Before launch', cron: '0 9 * * 1' });

  // It is no test: nothing of a test is there, and no clock makes it run.
  const asTest = { params: { placementTestId: id } };
  for (const call of [client().report, client().runAgain, client().stop, client().pause, client().resume])
    await expect(call(asTest)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  placement.world.main.clock.set(placement.world.main.clock.now() + 10 * 1_440 * minute);
  await placement.runFor(1);
  const runs = await placement.world.main.test.query('select 1 from placement_run where test_id = $1', [id]);
  expect(runs).toEqual([]);

  // Nobody else opens it or makes a test of it; a campaign or mailbox of others cannot be put into one.
  const stranger = { ...(await placement.world.main.signIn()).headers };
  await expect(drafts(stranger).draft({ params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(drafts(stranger).saveDraft({ params, body: held })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  for (const theirs of [{ campaign_id: campaignId }, { sender_ids: [mailbox] }])
    await expect(drafts(stranger).addDraft({ body: { type: 'manual', ...theirs } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  const ownTest = await client().addTest({ body: { ...written, name: 'Own', sender_ids: [mailbox], ...europe } });
  await expect(drafts().draft({ params: { placementDraftId: ownTest.id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const taken = { ...written, name: 'Taken', sender_ids: [mailbox], ...europe, draft_id: ownTest.id };
  await expect(client().addTest({ body: taken })).rejects.toMatchObject({ code: 'NOT_FOUND' });

  const started = await client().addTest({ body: { ...taken, draft_id: id } });
  await expect(drafts().draft({ params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const other = await drafts().addDraft({ body: { type: 'manual' } });
  await client().deleteTest({ params: { placementTestId: other.id } });
  expect((await client().tests({ query: { status: 'DRAFT' } })).rows).toEqual([]);
  for (const { id: made } of [ownTest, started]) await client().deleteTest({ params: { placementTestId: made } });
});

test('each variant of a step goes to every second seed of each mailbox, and the result tells them apart', async () => {
  const [a, b] = variantIds as [number, number];
  const variants = [
    { variant_id: a, subject: 'How are the docks planned?', body_text: 'Hello Sam, a short question about docks.' },
    {
      variant_id: b,
      subject: 'FREE cash, act now!!!!',
      body_text: 'You are a winner. Click here: free cash, guaranteed, no obligation, urgent: https://go.bad.example/x',
      body_html: '<p>You are a winner. Click here: free cash, guaranteed, urgent: https://go.bad.example/x</p>',
    },
  ];
  const body = { ...written, name: 'Variants', campaign_id: campaignId, variants, ...europe };
  await expect(
    client().addTest({
      body: { ...body, sender_ids: [mailbox], variants: [variants[0], variants[0]] as typeof variants },
    }),
  ).rejects.toMatchObject({ details: [{ field: 'variants', message: 'names a variant twice' }] });
  await expect(
    client().addTest({
      body: { ...body, sender_ids: [mailbox], variants: [variants[0] as (typeof variants)[0], { variant_id: b }] },
    }),
  ).rejects.toMatchObject({ details: [{ field: 'variants.1', message: 'needs a subject and a text' }] });
  await expect(client().addTest({ body: { ...body, sender_ids: [mailbox], campaign_id: null } })).rejects.toMatchObject(
    { details: [{ field: 'campaign_id', message: 'is needed' }] },
  );

  // The campaign sends the variants as they are now; what the request says of them is shown until they arrive.
  for (const { variant_id: id, subject, body_text: text, body_html: html } of variants)
    await placement.world.main.test.query(
      'update step_variant set subject = $2, email_body = $3, updated_at = now() where id = $1',
      [id, subject, html ?? text],
    );

  // One list names the registered domain, and one refuses the resolver that asks for it.
  lists.records.set('bad.example.multi.surbl.org', { A: ['127.0.0.8'] });
  lists.records.set('bad.example.dbl.spamhaus.org', { A: ['127.255.255.254'] });

  const { id } = await client().addTest({ body: { ...body, sender_ids: [mailbox, second] } });
  await placement.runFor(40);
  const report = await client().report({ params: { placementTestId: id } });
  expect(report).toMatchObject({ source: { variant_id: a, variant: 'A', step: 1 }, subject: variants[0]?.subject });
  expect(report.variants.map(({ label, subject }) => [label, subject])).toEqual([
    ['A', variants[0]?.subject],
    ['B', variants[1]?.subject],
  ]);
  for (const sender of ['rosa@northlight.test', 'jon@northlight.test'])
    expect(
      ['A', 'B'].map((label) => report.mails.filter((mail) => mail.sender === sender && mail.variant === label).length),
    ).toEqual([4, 4]);
  expect(new Set(report.mails.filter(({ variant }) => variant === 'A').map(({ provider }) => provider)).size).toBe(8);
  const score = (name: string) => report.by_variant.find((group) => group.name === name)?.score as number;
  expect(score('A')).toBeGreaterThan(score('B') + 40);
  expect(report.diagnosis).toMatchObject({ cause: 'COPY', subject: 'B' });

  // What arrived is the text of its own variant.
  for (const [label, word] of [
    ['A', 'short question'],
    ['B', 'winner'],
  ] as const) {
    const mail = report.mails.find(
      (each) => each.variant === label && each.landed !== 'MISSING' && each.landed !== null,
    );
    const whole = await client().message({
      params: { placementTestId: id, placementMailId: mail?.id as number },
    });
    expect(whole.body).toContain(word);
  }
  const finding = report.content.findings.find(({ text }) => /winner|free cash|guaranteed/i.test(text));
  expect(finding).toMatchObject({ area: 'words', variant: 'B' });
  expect(report.steps.find(({ title }) => title.endsWith(' in variant B'))).toMatchObject({ weight: 'high' });
  expect(report.content.links.map(({ url }) => url)).toContain('https://go.bad.example/x');

  // The listed link is a finding and a step; the list that could not be asked says nothing.
  expect(report.content.findings.filter(({ area }) => area === 'links')).toEqual([
    { area: 'links', text: 'bad.example', reason: 'Linked domain on a block list: SURBL.', variant: null },
  ]);
  expect(report.steps.find(({ title }) => title === 'Replace links to bad.example')).toMatchObject({ who: 'writer' });
  const dbl = report.domain_lists
    .find(({ domain }) => domain === 'bad.example')
    ?.lists.find(({ zone }) => zone === 'dbl.spamhaus.org');
  expect(dbl).toMatchObject({ state: 'NOT_ASKED' });
});

test('seeds are chosen as leads are spread over providers', async () => {
  await placement.world.main.test.query(
    `
      update enrolment e
      set provider = case when l.email like any('{ada%,ben%,cleo%}') then 'GMAIL' else 'OUTLOOK' end
      from lead l
      where l.id = e.lead_id and e.campaign_id = $1
    `,
    [campaignId],
  );
  const query = { campaign_id: campaignId };
  const shares = await client().leadShares({ query });
  expect(shares).toEqual({
    leads: 4,
    rows: [
      { provider: 'GMAIL', leads: 3, seeds: 10, chosen: 10 },
      { provider: 'OUTLOOK', leads: 1, seeds: 10, chosen: 3 },
      { provider: 'OTHER', leads: 0, seeds: 20, chosen: 0 },
    ],
  });
  const { id } = await client().addTest({
    body: {
      ...written,
      name: 'Like leads',
      sender_ids: [mailbox],
      campaign_id: campaignId,
      variant_id: variantIds[0] ?? null,
      like_leads: true,
    },
  });
  const { mails } = await client().report({ params: { placementTestId: id } });
  const of = (pattern: RegExp) => mails.filter(({ provider }) => pattern.test(provider)).length;
  expect([mails.length, of(/gmail|google/i), of(/outlook|microsoft/i)]).toEqual([13, 10, 3]);
  await client().stop({ params: { placementTestId: id } });
  const stranger = await placement.world.main.signIn();
  const theirs = placement.clientOf({ ...stranger.headers });
  await expect(theirs.leadShares({ query })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await theirs.leadShares({})).toMatchObject({ leads: 0 });
});

import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createCampaign } from '../setup/create-campaign';
import { emailStep, readyCampaign, reserve, whoIs } from '../setup/testing';
import { given } from '#lifecycle/lead-state/testing';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const sequences = (person = me) => main.asClient(sequencesContract, person);

it('keeps the ids of steps and variants over a save, stores each version, and refuses a stale one', async () => {
  const { id } = await createCampaign(main.deps, whoIs(me), {});
  const params = { campaignId: id };
  const first = await sequences().saveSequence({
    params,
    body: {
      steps: [emailStep('<p>One</p>', { subject: 'S' }), emailStep('<p>Two</p>', { days: 2 })],
      expected_version: 0,
    },
  });
  expect(first).toMatchObject({
    version: 1,
    steps: [{ seq_number: 1 }, { seq_number: 2, seq_delay_details: { delayInDays: 2 } }],
    problems: [],
  });
  const [one, two] = first.steps;
  const second = await sequences().saveSequence({
    params,
    body: {
      expected_version: 1,
      steps: [
        { ...two, variants: [...(two?.variants ?? []), { subject: '', email_body: '<p>Two B</p>' }] },
        { ...one },
      ] as never,
    },
  });
  expect(
    second.steps.map((step) => [
      step.id,
      step.seq_number,
      step.variants.map((variant) => variant.variant_label).join(''),
    ]),
  ).toEqual([
    [two?.id, 1, 'AB'],
    [one?.id, 2, 'A'],
  ]);
  expect(second.steps[0]?.variants[0]?.id).toBe(two?.variants[0]?.id);
  expect(second.problems).toMatchObject([
    { seq_number: 1, variant_label: 'A', part: 'subject', code: 'empty_subject' },
    { variant_label: 'B' },
  ]);
  await expect(sequences().saveSequence({ params, body: { expected_version: 1, steps: [] } })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await expect(
    sequences().saveSequence({ params, body: { steps: [{ ...emailStep('x'), id: 999_999 }] } }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
  expect((await sequences().listVersions({ params })).versions.map((version) => version.version)).toEqual([2, 1]);
  const old = await sequences().getVersion({ params: { ...params, version: 1 } });
  const restored = await sequences().saveSequence({ params, body: { steps: old.steps } });
  expect(restored.steps.map((step) => step.id)).toEqual([one?.id, two?.id]);
});

it('names what is wrong where it stands, before anything is saved', async () => {
  const { id } = await createCampaign(main.deps, whoIs(me), {});
  const { problems } = await sequences().checkSequence({
    params: { campaignId: id },
    body: { steps: [emailStep('<p>Hi {Any chance|Would you</p><p>{{first_name</p>', { subject: 'S' })] },
  });
  expect(problems.length).toBeGreaterThanOrEqual(2);
  expect(problems.every((problem) => problem.is_blocking && problem.seq_number === 1 && problem.part === 'body')).toBe(
    true,
  );
  await expect(
    sequences().saveSequence({
      params: { campaignId: id },
      body: {
        steps: [
          emailStep('x', {
            variant_distribution_type: 'MANUAL_PERCENTAGE',
            variants: [{ subject: 'S', email_body: 'x', variant_distribution_percentage: 40, is_paused: false }],
          }),
        ],
      },
    }),
  ).rejects.toThrow('add up to 40 %');
});

it('refuses a sequence whose emails are too long together, saved or only checked', async () => {
  const { id } = await createCampaign(main.deps, whoIs(me), {});
  const of = (count: number) => ({
    params: { campaignId: id },
    body: { steps: Array.from({ length: count }, () => emailStep('x'.repeat(99_000))) },
  });
  for (const ask of [sequences().saveSequence(of(11)), sequences().checkSequence(of(11))])
    await expect(ask).rejects.toMatchObject({
      code: 'VALIDATION',
      details: [
        { field: 'steps', message: expect.stringMatching(/at most 1,000,000 characters.* have 1,089,/) as string },
      ],
    });
  expect((await sequences().saveSequence(of(10))).steps).toHaveLength(10);
});

it('moves leads under way by the edit of a live campaign: none is sent a step twice, none misses one', async () => {
  const { id, enrolmentIds, mailboxId } = await readyCampaign(main, me, ['past@edit.test', 'new@edit.test']);
  const params = { campaignId: id };
  const [first, second] = (await sequences().getSequence({ params })).steps;
  const [past] = enrolmentIds as [number, number];
  const sentAt = new Date(main.clock.now() - 86_400_000);
  await given(main).lead(past).emailed(sentAt);
  await reserve(main, me.workspaceId, { campaignId: id, enrolmentId: enrolmentIds[1] as number, mailboxId });
  const insert = emailStep('<p>Between</p>', { days: 1 });
  const saved = await sequences().saveSequence({
    params,
    body: { steps: [emailStep('<p>Opener</p>', { subject: 'New opener' }), first, insert, second] as never },
  });
  const ids = saved.steps.map((step) => step.id);
  expect(
    await main.test.query(
      `
        select id, status, next_step_id, next_seq_number, last_seq_number, next_due_at
        from enrolment
        where campaign_id = $1
        order by id
      `,
      [id],
    ),
  ).toEqual([
    {
      id: past,
      status: 'INPROGRESS',
      next_step_id: ids[2],
      next_seq_number: 3,
      last_seq_number: 2,
      next_due_at: new Date(sentAt.getTime() + 86_400_000),
    },
    {
      id: enrolmentIds[1],
      status: 'STARTED',
      next_step_id: ids[0],
      next_seq_number: 1,
      last_seq_number: 0,
      next_due_at: null,
    },
  ]);
  expect(await main.test.query('select state, cancel_reason from intent where campaign_id = $1', [id])).toEqual([
    { state: 'CANCELLED', cancel_reason: 'SEQUENCE_CHANGED' },
  ]);
  await expect(
    sequences().saveSequence({ params, body: { steps: [saved.steps[1], saved.steps[0]] as never } }),
  ).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  await sequences().saveSequence({ params, body: { steps: [saved.steps[0], saved.steps[1]] as never } });
  expect(await main.test.query('select status, next_step_id from enrolment where id = $1', [past])).toEqual([
    { status: 'COMPLETED', next_step_id: null },
  ]);
});

it('previews a step for a lead as it is sent, in the thread of the first', async () => {
  const { id, enrolmentIds, mailboxId } = await readyCampaign(main, me, ['ada@preview.test']);
  const params = { campaignId: id };
  const first = await sequences().previewStep({ params, body: { seq_number: 1, enrolment_id: enrolmentIds[0] } });
  expect(first).toMatchObject({
    subject: 'Docks at Company',
    html: '<p>Hello Ada</p>',
    text: 'Hello Ada',
    is_reply_in_thread: false,
    missing: [],
    mailbox: { id: mailboxId },
    lead: { email: 'ada@preview.test' },
    variant_label: 'A',
  });
  expect(await sequences().previewStep({ params, body: { seq_number: 2 } })).toMatchObject({
    subject: 'Re: Docks at Company',
    is_reply_in_thread: true,
  });
  expect(
    await sequences().previewStep({
      params,
      body: { seq_number: 1, draft: { subject: '{Hi|Hello} {{city}}', email_body: '<p>{a|b|c}</p>' } },
    }),
  ).toMatchObject({
    spin_variations: 6,
    missing: [{ name: 'city', reason: 'absent' }],
    variant_reason: 'Not saved yet',
  });
  await expect(sequences().previewStep({ params, body: { seq_number: 9 } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const stranger = await main.signIn();
  await expect(sequences(stranger).previewStep({ params, body: { seq_number: 1 } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

it('sends at most 30 test mails an hour for one person', async () => {
  const eager = await main.signIn({ workspaceId: me.workspaceId });
  const { id } = await readyCampaign(main, me, ['ada@eager.test']);
  const send = () =>
    sequences(eager).sendTest({ params: { campaignId: id }, body: { seq_number: 1, to: 'me@own.test' } });
  for (let count = 0; count < 30; count += 1) await send();
  await expect(send()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await expect(
    sequences().sendTest({ params: { campaignId: id }, body: { seq_number: 1, to: 'me@own.test' } }),
  ).resolves.toMatchObject({ state: 'WAITING' });
});

it('reserves a test mail with its content, which counts nowhere', async () => {
  const { id, mailboxId } = await readyCampaign(main, me, ['ada@trial.test']);
  const params = { campaignId: id };
  const sent = await sequences().sendTest({ params, body: { seq_number: 1, to: 'me@own.test' } });
  expect(sent).toMatchObject({ state: 'WAITING', to: 'me@own.test', subject: 'Docks at Company' });
  expect(
    await main.test.query(
      'select kind, state, mailbox_id, enrolment_id, step_id, to_email, body_html from intent where id = $1',
      [sent.id],
    ),
  ).toEqual([
    {
      kind: 'TEST',
      state: 'RESERVED',
      mailbox_id: mailboxId,
      enrolment_id: null,
      step_id: null,
      to_email: 'me@own.test',
      body_html: '<p>Hello Ada</p>',
    },
  ]);
  await main.test.query(`update intent set state = 'SENT', sent_at = now() where id = $1`, [sent.id]);
  expect((await sequences().getTestMail({ params: { ...params, testMailId: sent.id } })).state).toBe('SENT');
  expect((await sequences().getSequence({ params })).steps[0]?.sent).toBe(0);
});

import { referralsContract } from '@skein/contracts/main/referrals.contract';
import { maintenanceChoice } from '@skein/contracts/subscription/offers';
import { createBillingWorld } from './testing';

let world: Awaited<ReturnType<typeof createBillingWorld>>;
beforeAll(async () => {
  world = await createBillingWorld();
});
afterAll(() => world.services.close());

const day = 86_400_000;
const sql = <Row>(text: string, values: unknown[] = []) => world.services.main.test.query<Row & object>(text, values);
const signUp = (email: string, code: string) =>
  world.services.main.app.request('/api/auth/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email, password: 'a long enough password', referral_code: code }),
  });
const workspaceOf = async (email: string) =>
  (await sql<{ workspace_id: number }>('select workspace_id from app_user where email = $1', [email]))[0]!.workspace_id;

it('a code lengthens the trial of who signs up with it, and rewards who gave it once the other has paid, once', async () => {
  const { services } = world;
  const referrer = await services.main.signIn({ plan: 'trial' });
  const referrals = () => services.asClient(referralsContract, referrer).readReferrals({});
  const mine = await referrals();
  expect(mine).toMatchObject({ code: expect.stringMatching(/^SW-[A-Z0-9]{10}$/), total: 0, paid: 0, credits: 0 });
  expect(mine.link).toContain(`/sign-up?ref=${mine.code}`);
  expect((await referrals()).code).toBe(mine.code);

  expect((await signUp('new@referred.test', mine.code)).status).toBe(200);
  const workspaceId = await workspaceOf('new@referred.test');
  // Nothing is left to verify, so that no mail is sent: this world has no mail server.
  await sql('update app_user set is_email_verified = true where workspace_id = $1', [workspaceId]);
  const [trial] = await sql<{ days: number }>(
    'select extract(epoch from trial_end_at - trial_start_at)::int / 86400 as days from workspace where id = $1',
    [workspaceId],
  );
  expect(trial).toEqual({ days: 19 });
  expect(await referrals()).toMatchObject({ total: 1, paid: 0, credits: 0, referred: [{ paid_at: null, credits: 0 }] });

  const referred = await services.main.signIn({ workspaceId });
  const balance = async () =>
    (
      await sql<{ balance: number }>('select balance from verification_account where workspace_id = $1', [
        referrer.workspaceId,
      ])
    )[0]?.balance ?? 0;
  // Whoever only keeps a workspace is no customer yet.
  await world.pay(referred, maintenanceChoice);
  await world.tell();
  expect((await world.api(referred).readBilling({})).plan_type).toBe('maintenance');
  expect(await balance()).toBe(0);
  const base = { ...maintenanceChoice, offer: 'base' as const };
  const { due_now_cents } = await world.api(referred).previewChange({ body: base });
  await world.api(referred).changePlan({ body: { ...base, due_now_cents } });
  await world.tell();
  expect(await balance()).toBe(1_000);
  // The same event again, and a second payment, change nothing.
  const last = world.deliveries.at(-1)!;
  for (let times = 0; times < 3; times += 1)
    await services.apps.subscription!.request('/api/subscription/payment-events', {
      method: 'POST',
      body: last.body,
      headers: last.headers,
    });
  expect(await balance()).toBe(1_000);
  expect(await referrals()).toMatchObject({
    total: 1,
    paid: 1,
    credits: 1_000,
    referred: [{ paid_at: expect.any(String), credits: 1_000 }],
  });
  expect(
    await sql('select kind, credits from verification_ledger where workspace_id = $1', [referrer.workspaceId]),
  ).toEqual([{ kind: 'REFERRAL', credits: 1_000 }]);
});

it('refuses a code that nobody has, whether the address has an account or not, and makes none', async () => {
  for (const email of ['somebody@code.test', 'somebody@code.test']) {
    const answer = await signUp(email, 'SW-ABCDE12345');
    expect([answer.status, await answer.json()]).toMatchObject([400, { details: [{ field: 'referral_code' }] }]);
  }
  expect(await sql('select 1 from app_user where email = $1', ['somebody@code.test'])).toEqual([]);
});

it('without a code the trial is as long as before', async () => {
  const { main } = world.services;
  await main.app.request('/api/auth/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'plain@code.test', password: 'a long enough password' }),
  });
  const [row] = await sql<{ trial_start_at: Date; trial_end_at: Date }>('select * from workspace where id = $1', [
    await workspaceOf('plain@code.test'),
  ]);
  expect(row!.trial_end_at.getTime() - row!.trial_start_at.getTime()).toBe(12 * day);
});

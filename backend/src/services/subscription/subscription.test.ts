import { includedIn } from '@skein/contracts/plan-limits';
import { authContract } from '@skein/contracts/main/auth.contract';
import { createClient } from '@skein/contracts/client';
import { subscriptionContract } from '@skein/contracts/subscription/subscription.contract';
import { createTestServices, type TestServices } from '#server/testing/test-services';

let services: TestServices;

beforeAll(async () => {
  services = await createTestServices();
});

afterAll(() => services.close());

it('answers with the plan that the main service knows, and what is left of it', async () => {
  const owner = await services.main.signIn({ plan: 'popular' });
  await services.main.test.query(
    'update workspace set lead_credits_used = 9990, email_credits_used = 40000 where id = $1',
    [owner.workspaceId],
  );
  const current = await services.asClient(subscriptionContract, owner).current({});
  expect(current.plan).toEqual((await createClient(authContract, services.transport(owner)).me({})).plan);
  expect(current.leads).toEqual({ used: 9990, included: 10_000, left: 10, is_exhausted: false });
  expect(current.emails).toEqual({ used: 40_000, included: 40_000, left: 0, is_exhausted: true });
  expect(current.ends_at).toBeNull();
});

it('tells a client nothing of what the agency has used or may use', async () => {
  const owner = await services.main.signIn({ plan: 'pro' });
  await services.main.test.query('update workspace set lead_credits_used = 77 where id = $1', [owner.workspaceId]);
  const client = await services.main.signIn({
    workspaceId: owner.workspaceId,
    client: { permissions: ['full_access'] },
  });
  const current = await services.asClient(subscriptionContract, client).current({});
  expect([current.leads.used, current.leads.included, current.emails.included]).toEqual([0, 0, 0]);
  const { plan } = await createClient(authContract, services.transport(client)).me({});
  expect(plan).toMatchObject({ lead_credits: 0, lead_credits_used: 0, email_credits: 0, email_credits_used: 0 });
});

it('counts the days of a trial, also for an API key in the address', async () => {
  const owner = await services.main.signIn({ plan: 'trial' });
  const key = await services.main.apiKey(owner);
  const answer = await services.apps.subscription?.request(`/api/subscription/plan?api_key=${key}`);
  expect(((await answer?.json()) as { data: { days_left: number } }).data.days_left).toBe(12);
});

it('lists what each plan includes, and refuses strangers', async () => {
  const owner = await services.main.signIn();
  const { plans } = await services.asClient(subscriptionContract, owner).plans({});
  expect(plans.find((plan) => plan.plan_type === 'pro')).toEqual({
    plan_type: 'pro',
    ...includedIn({ plan_type: 'pro' }),
  });
  expect((await services.apps.subscription?.request('/api/subscription/plan'))?.status).toBe(401);
});

it('is live, and ready as long as the database answers', async () => {
  for (const path of ['/api/subscription/health', '/api/subscription/health/live', '/api/subscription/health/ready'])
    expect((await services.apps.subscription?.request(path))?.status).toBe(200);
});

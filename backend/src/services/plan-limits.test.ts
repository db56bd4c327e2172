import { authContract } from '@skein/contracts/main/auth.contract';
import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';
import { webhooksContract } from '@skein/contracts/main/webhooks.contract';
import { whitelabelContract } from '@skein/contracts/main/whitelabel.contract';
import { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import { placementContract } from '@skein/contracts/smart-delivery/placement.contract';
import type { PlanType } from '@skein/contracts/constants';
import { unlocksFeature, type PlanFeature } from '@skein/contracts/plan-limits';
import { notePlans } from '#platform/auth/installation.store';
import { createTestServices, type TestServices } from '#server/testing/test-services';
import type { SignedIn } from '#main/testing';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});
afterAll(() => services.close());

const person = (plan: PlanType, more: object = {}) => services.main.signIn({ plan, ...more });

/** What asks for each feature of the plan, at its own route. */
const asks: Record<Exclude<PlanFeature, 'global-analytics'>, (who: SignedIn) => Promise<unknown>> = {
  api: async (who) => {
    const { api_key } = await services.asClient(authContract, who).createApiKey({ body: { name: 'Tool' } });
    expect((await services.main.app.request(`/api/v1/campaigns?api_key=${api_key}`)).status).toBe(200);
  },
  webhooks: (who) => services.asClient(webhooksContract, who).listWebhooks({ query: {} }),
  'global-block-list': (who) =>
    services.asClient(blockListContract, who).addBlockEntries({ body: { entries: ['blocked.test'] } }),
  'client-views': (who) =>
    services.asClient(clientsContract, who).createClient({ body: { name: 'C', email: `c${who.userId}@client.test` } }),
  whitelabel: (who) => services.asClient(whitelabelContract, who).change({ body: { name: 'Agency' } }),
  linkedin: (who) =>
    services
      .asClient(linkedInContract, who)
      .connectLinkedInAccount({ body: { name: 'Rosa', provider_account: `rosa-${who.userId}` } }),
  'dedicated-servers': (who) =>
    services.asClient(serversContract, who).addGroup({
      body: { name: 'Elm', domain: `elm-${who.userId}.test`, location: 'nbg1', servers: 1 },
    }),
  'smart-delivery': (who) => services.asClient(placementContract, who).addFolder({ body: { name: 'Mine' } }),
};
const refused = async (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: { code?: string; message: string }) => (error.code === 'PLAN_REQUIRED' ? error.message : null),
  );

it.each(Object.keys(asks) as (keyof typeof asks)[])(
  'refuses %s without it, and says what unlocks it',
  async (feature) => {
    expect(await refused(asks[feature](await person('free')))).toBe(unlocksFeature(feature));
    expect(await refused(asks[feature](await person('pro')))).toBeNull();
    await notePlans(services.main.test.database, 'none');
    try {
      expect(await refused(asks[feature](await person('free')))).toBeNull();
    } finally {
      await notePlans(services.main.test.database, 'trial');
    }
  },
);

it('refuses a key that was made before its plan lost the API, and hides the plan from a client', async () => {
  const owner = await person('pro');
  const { api_key } = await services.asClient(authContract, owner).createApiKey({ body: { name: 'Tool' } });
  await services.main.test.query(`update workspace set plan_type = 'popular' where id = $1`, [owner.workspaceId]);
  services.main.deps.authenticator.forget(owner.workspaceId);
  const answer = await services.main.app.request(`/api/v1/campaigns?api_key=${api_key}`);
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining(unlocksFeature('api'))]);
  const client = await person('popular', { workspaceId: owner.workspaceId, client: { permissions: ['full_access'] } });
  await services.main.test.query('update workspace set sequence_limit = 0 where id = $1', [owner.workspaceId]);
  const made = services.asClient(campaignsContract, client).createCampaign({ body: { name: 'Mine' } });
  await expect(made).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
    message: 'There is no room for more in this workspace. Ask your agency.',
    details: [],
  });
});

it('holds sequences wherever one more begins: a campaign, a copy, a subsequence, one from the archive', async () => {
  const owner = await person('growth');
  const campaigns = services.asClient(campaignsContract, owner);
  const { id } = await campaigns.createCampaign({ body: { name: 'One' } });
  const { id: archived } = await campaigns.createCampaign({ body: { name: 'Two' } });
  const status = (action: 'ARCHIVE' | 'UNARCHIVE') =>
    campaigns.setStatus({ params: { campaignId: archived }, body: { action } });
  await status('ARCHIVE');
  await services.main.test.query('update workspace set sequence_limit = 1 where id = $1', [owner.workspaceId]);
  const full = { code: 'LIMIT_REACHED', message: expect.stringContaining('Your plan includes 1 sequences') as string };
  const subsequences = services.asClient(subsequencesContract, owner);
  for (const ask of [
    () => campaigns.createCampaign({ body: { name: 'Three' } }),
    () => campaigns.duplicateCampaign({ params: { campaignId: id }, body: {} }),
    () => subsequences.createSubsequence({ params: { campaignId: id }, body: { name: 'After' } }),
    () => status('UNARCHIVE'),
  ])
    await expect(ask()).rejects.toMatchObject(full);
  await notePlans(services.main.test.database, 'none');
  try {
    await status('UNARCHIVE');
  } finally {
    await notePlans(services.main.test.database, 'trial');
  }
});

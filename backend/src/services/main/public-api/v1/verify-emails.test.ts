import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { v1VerifyEmailsContract } from '@skein/contracts/v1/verify-emails.contract';
import { postCredits } from '#leads/verification/credits.store';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const wire = (person = me) => main.asClient(v1VerifyEmailsContract, person);

test('addresses of leads are verified by name, those of nobody are named, and the status tells what came of each', async () => {
  const { id: campaignId } = await main.asClient(campaignsContract, me).createCampaign({ body: { name: 'Wire' } });
  const leads = ['ada@wire.test', 'bob@wire.test'].map((email) => ({ email }));
  await main.asClient(campaignLeadsContract, me).addLeads({ params: { campaignId }, body: { leads } });
  await main.deps.db.tenantSql(me.workspaceId, (sql) =>
    postCredits(me.workspaceId, sql, {
      kind: 'PURCHASE',
      credits: 10,
      key: 'order:0:1',
      userId: null,
      at: new Date(main.realClock.now()),
    }),
  );
  const emails = ['Ada@wire.test', 'bob@wire.test', 'nobody@wire.test'];
  const { data, ok } = await wire().verifyEmails({ body: { emails } });
  expect({ ok, ...data }).toMatchObject({ ok: true, status: 'IN_PROGRESS', total: 2, not_found: ['nobody@wire.test'] });
  await main.test.query(
    `update verification_address set result = 'VALID', checked_at = now() where email = 'ada@wire.test'`,
  );
  const params = { verificationId: data.verification_id };
  const status = await wire().verifyEmailsStatus({ params });
  expect(status.data.results.map(({ email, result }) => [email, result])).toEqual([
    ['ada@wire.test', 'VALID'],
    ['bob@wire.test', null],
  ]);
  await expect(wire().verifyEmails({ body: { emails: ['nobody@wire.test'] } })).rejects.toMatchObject({
    details: [{ field: 'emails' }],
  });
  const stranger = await main.signIn();
  await expect(wire(stranger).verifyEmailsStatus({ params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { gatherLeadCounts } from './lead-counts.store';
import { readyCampaign } from '#campaigns/setup/testing';
import { given, leadsIn } from '../lead-state/testing';

let main: TestMain;
let me: SignedIn;
beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const difference = `
  select campaign_id, status, sum(n)::int as n
  from (
    select campaign_id, status, count(*) as n
    from enrolment
    group by 1, 2
    union all
    select campaign_id, status, -sum(leads)
    from lead_count
    group by 1, 2
  ) d
  group by 1, 2
  having sum(n) <> 0
`;
const rows = async () =>
  (await main.test.query<{ n: number }>('select count(*)::int as n from lead_count'))[0]?.n as number;

it('counts the leads of each campaign by state through everything that happens to them', async () => {
  const large = await readyCampaign(main, me, ['a@count.test', 'b@count.test', 'c@count.test', 'd@count.test']);
  const small = await readyCampaign(main, me, ['e@count.test']);
  const leads = main.asClient(campaignLeadsContract, me);
  await leads.removeLeads({
    params: { campaignId: large.id },
    body: { selection: { enrolment_ids: [large.enrolmentIds[0] as number] } },
  });
  await given(main)
    .lead(large.enrolmentIds[1] as number)
    .paused();
  expect(await main.test.query(difference)).toEqual([]);

  // What others are just writing is left to them, and theirs is counted once they are done, or not at all.
  const before = await rows();
  const others = main.test.database.tenantSql(me.workspaceId, async (sql) => {
    await leadsIn(sql, large.enrolmentIds[2] as number, main.clock.now()).finished();
    await sql.query('select from lead_count for update');
    await gatherLeadCounts(main.test.database);
    throw new Error('given up');
  });
  await expect(others).rejects.toThrow('given up');
  expect(await rows()).toBe(before);
  await gatherLeadCounts(main.test.database);
  expect(await rows()).toBeLessThan(before);
  expect(await main.test.query(difference)).toEqual([]);

  const list = (sort: 'leads') =>
    main.asClient(campaignsContract, me).listCampaigns({ query: { sort, direction: 'desc' } });
  expect((await list('leads')).rows.map((row) => row.id)).toEqual([large.id, small.id]);
  const [lead] = await main.test.query<{ lead_id: number }>('select lead_id from enrolment where id = $1', [
    large.enrolmentIds[3],
  ]);
  await main.asClient(leadsContract, me).eraseLead({ params: { leadId: lead?.lead_id as number }, body: {} });
  expect(await main.test.query(difference)).toEqual([]);
  await main.test.query('delete from campaign where id = $1', [large.id]);
  await gatherLeadCounts(main.test.database);
  expect(await main.test.query('select campaign_id, status, leads from lead_count')).toEqual([
    { campaign_id: small.id, status: 'STARTED', leads: 1 },
  ]);
});

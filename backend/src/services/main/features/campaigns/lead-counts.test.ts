import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { createTestMain, type SignedIn, type TestMain } from '../../testing';
import { gatherLeadCounts } from './lead-counts.store';
import { readyCampaign } from './testing';

let main: TestMain;
let me: SignedIn;
beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const difference = `SELECT campaign_id, status, sum(n)::int AS n FROM (SELECT campaign_id, status, count(*) AS n FROM enrolment GROUP BY 1, 2 UNION ALL SELECT campaign_id, status, -sum(leads) FROM lead_count GROUP BY 1, 2) d GROUP BY 1, 2 HAVING sum(n) <> 0`;
const rows = async () =>
  (await main.test.query<{ n: number }>('SELECT count(*)::int AS n FROM lead_count'))[0]?.n as number;

it('counts the leads of each campaign by state through everything that happens to them', async () => {
  const large = await readyCampaign(main, me, ['a@count.test', 'b@count.test', 'c@count.test', 'd@count.test']);
  const small = await readyCampaign(main, me, ['e@count.test']);
  const leads = main.asClient(campaignLeadsContract, me);
  await leads.removeLeads({
    params: { campaignId: large.id },
    body: { selection: { enrolment_ids: [large.enrolmentIds[0] as number] } },
  });
  await main.test.query(`UPDATE enrolment SET status = 'PAUSED' WHERE id = $1`, [large.enrolmentIds[1]]);
  expect(await main.test.query(difference)).toEqual([]);

  // What others are just writing is left to them, and theirs is counted once they are done, or not at all.
  const before = await rows();
  const others = main.test.database.tenantSql(me.workspaceId, async (sql) => {
    await sql.query(`UPDATE enrolment SET status = 'COMPLETED' WHERE id = $1`, [large.enrolmentIds[2]]);
    await sql.query('SELECT FROM lead_count FOR UPDATE');
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
  const [lead] = await main.test.query<{ lead_id: number }>('SELECT lead_id FROM enrolment WHERE id = $1', [
    large.enrolmentIds[3],
  ]);
  await main.asClient(leadsContract, me).eraseLead({ params: { leadId: lead?.lead_id as number }, body: {} });
  expect(await main.test.query(difference)).toEqual([]);
  await main.test.query('DELETE FROM campaign WHERE id = $1', [large.id]);
  await gatherLeadCounts(main.test.database);
  expect(await main.test.query('SELECT campaign_id, status, leads FROM lead_count')).toEqual([
    { campaign_id: small.id, status: 'STARTED', leads: 1 },
  ]);
});

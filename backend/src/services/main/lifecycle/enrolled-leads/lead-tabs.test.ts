import { campaignLeadsContract, leadStateTabs, leadTabs } from '@skein/contracts/main/campaign-leads.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { readyCampaign } from '#campaigns/setup/testing';
import { given } from '../lead-state/testing';

let main: TestMain;
let me: SignedIn;
beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const names = ['fresh', 'busy', 'paused', 'finished', 'replied', 'unsubscribed', 'bounced'] as const;
type Name = (typeof names)[number];
const stateTabs = Object.keys(leadStateTabs) as (keyof typeof leadStateTabs)[];

it('has each lead in exactly one tab of a state, so that those sum to all of them', async () => {
  const { id, enrolmentIds } = await readyCampaign(
    main,
    me,
    names.map((name) => `${name}@tabs.test`),
  );
  const of = (name: Name) => enrolmentIds[names.indexOf(name)] as number;
  const lead = (name: Name) => given(main).lead(of(name));
  await lead('busy').emailed();
  await lead('paused').paused();
  await lead('finished').finished();
  await lead('replied').replied();
  await lead('bounced').bounced();
  const leads = main.asClient(campaignLeadsContract, me);
  const params = { campaignId: id };
  await leads.unsubscribeLeads({
    params,
    body: { selection: { enrolment_ids: [of('unsubscribed')] }, everywhere: false },
  });
  const { total, tabs, by_status: byStatus } = await leads.countCampaignLeads({ params });
  const listed = new Map(
    await Promise.all(
      leadTabs.map(async (tab) => {
        const { rows } = await leads.listCampaignLeads({ params, query: { tab } });
        return [tab, rows.map((row) => (row.lead.email as string).split('@')[0])] as const;
      }),
    ),
  );
  expect(Object.fromEntries(stateTabs.map((tab) => [tab, listed.get(tab)]))).toEqual({
    scheduled: ['fresh'],
    active: ['busy'],
    paused: ['paused'],
    completed: ['finished'],
    stopped: ['unsubscribed', 'replied'],
    blocked: ['bounced'],
  });
  expect(stateTabs.flatMap((tab) => listed.get(tab) ?? []).toSorted()).toEqual([...names].toSorted());
  for (const tab of leadTabs) expect([tab, tabs[tab]]).toEqual([tab, listed.get(tab)?.length]);
  for (const tab of stateTabs) expect(tabs[tab]).toBe(byStatus[leadStateTabs[tab]]);
  expect(stateTabs.reduce((sum, tab) => sum + tabs[tab], 0)).toBe(total);
  expect([total, tabs.all]).toEqual([names.length, names.length]);
});

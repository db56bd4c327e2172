import { campaignLeadFilter, campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { leadActionsContract, type LeadAction } from '@skein/contracts/main/lead-actions.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { readyCampaign } from '#campaigns/setup/testing';
import { given } from '#lifecycle/lead-state/testing';
import { runActionNow } from './testing';

let main: TestMain;
let me: SignedIn;
beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const names = ['ann', 'bea', 'cem', 'dov'].map((name) => `${name}@states.test`);
const actions = (person = me) => main.asClient(leadActionsContract, person);
const filterOf = (filter: object = {}) => ({ filter: campaignLeadFilter.parse(filter) });
const ofCampaign = (campaignId: number, enrolments: ReturnType<typeof filterOf> | { enrolment_ids: number[] }) => ({
  campaign_id: campaignId,
  enrolments,
});

/** Exports leads of a campaign; answers what came of it, and the rows of the file by column. */
async function exported(selection: ReturnType<typeof ofCampaign>) {
  const { id } = await actions().startLeadAction({ body: { selection, action: { kind: 'EXPORT' } } });
  await runActionNow(main, id);
  const action = await actions().getLeadAction({ params: { actionId: id } });
  const file = await (await main.app.request(`/api/lead-actions/${id}/file`, { headers: me.headers })).text();
  const [header, ...lines] = file.replace('\ufeff', '').trim().split('\r\n');
  const columns = (header as string).split(',');
  const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, place) => [columns[place], cell])));
  return { action, columns, rows };
}

it('exports the leads that the list of a campaign shows, with where each of them is', async () => {
  const { id, enrolmentIds } = await readyCampaign(main, me, names);
  await readyCampaign(main, me, ['other@states.test']);
  const [ann, bea, cem] = enrolmentIds as [number, number, number];
  const sentAt = new Date('2026-11-20T09:00:00.000Z');
  await given(main).lead([ann, bea]).emailed(sentAt);
  await given(main).lead(ann).replied();
  await main.test.query(
    `update enrolment set last_reply_at = $2, first_reply_at = $2, reply_count = 1, open_count = 3 where id = $1`,
    [ann, new Date('2026-11-21T10:00:00.000Z')],
  );
  await given(main).lead(cem).paused();
  await main.asClient(campaignLeadsContract, me).categoriseLeads({
    params: { campaignId: id },
    body: { selection: { enrolment_ids: [ann] }, category_id: 1 },
  });
  await main.test.query(`update lead set custom_fields = '{"city": "=1+1"}' where email = 'bea@states.test'`);

  const { action, columns, rows } = await exported(ofCampaign(id, filterOf()));
  expect(action).toMatchObject({
    ...{ status: 'COMPLETED', total: 4, done: 4, has_file: true, campaign: { id, name: 'Ready' } },
    file_name: expect.stringMatching(new RegExp(`^campaign-${id}-leads-\\d{4}-\\d\\d-\\d\\d\\.csv$`)) as string,
  });
  expect(columns.join(',')).toBe(
    'email,first_name,last_name,phone_number,company_name,website,linkedin_profile,location,company_url,city,lead_esp,status,status_reason,current_step,category,mailbox,first_sent_at,last_sent_at,last_reply_at,open_count,click_count,reply_count,is_unsubscribed,is_bounced,created_at',
  );
  expect(rows.map((row) => row.email)).toEqual([...names].reverse());
  expect(rows[3]).toMatchObject({
    ...{ email: 'ann@states.test', first_name: 'Ada', company_name: 'Company', status: 'Stopped' },
    ...{ status_reason: 'Replied', current_step: '1', category: 'Interested', open_count: '3', reply_count: '1' },
    ...{ last_sent_at: '2026-11-20T09:00:00.000Z', last_reply_at: '2026-11-21T10:00:00.000Z' },
  });
  expect(rows[2]).toMatchObject({ status: 'In progress', status_reason: '', city: "'=1+1", category: '' });
  expect(rows.map((row) => row.status)).toEqual(['Not contacted yet', 'Paused', 'In progress', 'Stopped']);

  const shown = await exported(ofCampaign(id, filterOf({ tab: 'paused' })));
  expect(shown.action.total).toBe(1);
  expect(shown.rows.map((row) => row.email)).toEqual(['cem@states.test']);
  const found = await exported(ofCampaign(id, filterOf({ search: 'bea@' })));
  expect(found.rows.map((row) => row.email)).toEqual(['bea@states.test']);
  const named = await exported(ofCampaign(id, { enrolment_ids: [bea, ann] }));
  expect(named.action.total).toBe(2);
  expect(named.rows.map((row) => row.email)).toEqual(['bea@states.test', 'ann@states.test']);
});

it('exports no campaign of others, needs the right to export, and does nothing else with such leads', async () => {
  const { id } = await readyCampaign(main, me, names.slice(0, 1));
  const start = (person: SignedIn, action: LeadAction = { kind: 'EXPORT' }) =>
    actions(person).startLeadAction({ body: { selection: ofCampaign(id, filterOf()), action } });
  await expect(start(await main.signIn())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const member = await main.signIn({ workspaceId: me.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  await expect(start(member)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(start(me, { kind: 'DELETE' })).rejects.toThrow('can only be exported');
});

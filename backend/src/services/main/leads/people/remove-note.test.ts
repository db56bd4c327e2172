import { leadTasksContract } from '@skein/contracts/main/lead-tasks.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { whoIs } from '#campaigns/setup/testing';
import { addLeads } from './add-leads';

let main: TestMain;
let ada: SignedIn;
let rows: { id: number; lead_id: number }[];

beforeAll(async () => {
  main = await createTestMain();
  ada = await main.signIn();
  const { id: campaignId } = await createCampaign(main.deps, whoIs(ada), { name: 'Yard time' });
  await addLeads(main.deps, whoIs(ada), {
    campaignId,
    input: { leads: ['a@alder.test', 'b@alder.test'].map((email) => ({ email })) },
  });
  rows = await main.test.query('select id, lead_id from enrolment where campaign_id = $1 order by id', [campaignId]);
});
afterAll(() => main.close());

const leads = (person = ada) => main.asClient(leadsContract, person);

test('a note on a lead is taken away by who wrote it, once, and only from its lead', async () => {
  const [leadId, otherId] = rows.map((row) => row.lead_id) as [number, number];
  const { id: noteId } = await leads().addNote({ params: { leadId }, body: { note_message: 'Prefers mornings' } });
  const tom = await main.signIn({ workspaceId: ada.workspaceId, role: 'ADMIN_ACCESS' });
  for (const refused of [
    () => leads(tom).removeNote({ params: { leadId, noteId } }),
    () => leads().removeNote({ params: { leadId: otherId, noteId } }),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 404 });
  expect((await leads().listNotes({ params: { leadId } })).notes).toHaveLength(1);
  await leads().removeNote({ params: { leadId, noteId } });
  expect((await leads().listNotes({ params: { leadId } })).notes).toEqual([]);
  await expect(leads().removeNote({ params: { leadId, noteId } })).rejects.toMatchObject({ status: 404 });
});

test('a task comes back to its conversation, and to none of another lead', async () => {
  const tasks = main.asClient(leadTasksContract, ada);
  const [one, other] = rows as [(typeof rows)[number], (typeof rows)[number]];
  const add = (enrolment_id: number) =>
    tasks.createLeadTask({ params: { leadId: one.lead_id }, body: { name: 'Call', enrolment_id } });
  expect(await add(one.id)).toMatchObject({ name: 'Call', enrolment_id: one.id });
  await expect(add(other.id)).rejects.toMatchObject({ status: 400, details: [{ field: 'enrolment_id' }] });
});

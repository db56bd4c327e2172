import { leadsContract } from '@skein/contracts/main/leads.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { readyCampaign } from '#campaigns/setup/testing';
import { given } from '#lifecycle/lead-state/testing';

let main: TestMain;
let me: SignedIn;
beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const statuses = ['STARTED', 'INPROGRESS', 'PAUSED', 'COMPLETED', 'STOPPED', 'BLOCKED'] as const;
async function bring(id: number, status: (typeof statuses)[number]): Promise<void> {
  const lead = given(main).lead(id);
  if (status === 'INPROGRESS') await lead.emailed();
  if (status === 'PAUSED') await lead.paused();
  if (status === 'COMPLETED') await lead.finished();
  if (status === 'STOPPED') await lead.replied();
  if (status === 'BLOCKED') await lead.bounced();
}
const isOpen = (status: string) => ['STARTED', 'INPROGRESS', 'PAUSED'].includes(status);

test('leads by the states of their enrolments are those that match, in order, page by page, whatever else is asked with it', async () => {
  const names = Array.from({ length: 12 }, (_, place) => `lead${String(place).padStart(2, '0')}@states.test`);
  const one = await readyCampaign(main, me, names);
  const two = await readyCampaign(main, me, names.slice(0, 4));
  const stateOf = new Map<string, string[]>(names.map((name) => [name, []]));
  for (const [ids, of] of [
    [one.enrolmentIds, names],
    [two.enrolmentIds, names.slice(0, 4)],
  ] as const) {
    for (const [place, id] of ids.entries()) {
      const status = statuses[(place * 5 + ids.length) % statuses.length] as (typeof statuses)[number];
      await bring(id, status);
      stateOf.get(of[place] as string)?.push(status);
    }
  }
  await main.test.query(
    `insert into lead (workspace_id, email, domain) values ($1, 'unused@states.test', 'states.test')`,
    [me.workspaceId],
  );
  const read = async (query: Record<string, unknown>): Promise<string[]> => {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { rows: { email: string }[]; next_cursor: string | null; total: number } = await main
        .asClient(leadsContract, me)
        .listLeads({ query: { ...query, limit: 3, ...(cursor ? { cursor } : {}) } } as never);
      found.push(...page.rows.map((row) => row.email));
      cursor = page.next_cursor;
      if (cursor === null) expect(page.total).toBe(found.length);
    }
    return found;
  };
  const match = (of: (states: string[]) => boolean) =>
    names.filter((name) => of(stateOf.get(name) as string[])).reverse();
  for (const more of [{}, { domain: 'states.test' }]) {
    expect(await read({ ...more, lead_type: 'active' })).toEqual(match((states) => states.some(isOpen)));
    expect(await read({ ...more, lead_type: 'previously_active' })).toEqual(match((states) => !states.some(isOpen)));
    expect(await read({ ...more, lead_type: 'yet_to_use' })).toEqual(['unused@states.test']);
    expect(await read({ ...more, lead_statuses: ['PAUSED', 'STOPPED'] })).toEqual(
      match((states) => states.some((status) => status === 'PAUSED' || status === 'STOPPED')),
    );
    expect(await read({ ...more, lead_statuses: ['STOPPED'], lead_type: 'previously_active' })).toEqual(
      match((states) => states.includes('STOPPED') && !states.some(isOpen)),
    );
    expect(await read({ ...more, lead_statuses: ['COMPLETED'], lead_type: 'active', sort: 'oldest' })).toEqual(
      match((states) => states.includes('COMPLETED') && states.some(isOpen)).reverse(),
    );
  }
});

import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { inboxRecentContract } from '@skein/contracts/main/inbox-recent.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { whoIs } from '#campaigns/setup/testing';
import { addLeads } from '#leads/people/add-leads';

export const doNotContact = { do: 'category', category_id: 4, pause_lead: false } as const;

/** What an undo answers that left its one lead as it is. */
export const kept = (reason: string) => ({ restored: 0, kept: 1, leads_resumed: 0, reasons: [{ reason, count: 1 }] });

/** Ada with `a@alder.test` and `b@alder.test` in two campaigns, anew for each test of the file that calls it. */
export function openAlder() {
  let main: TestMain;
  let ada: SignedIn;
  let first: number[];
  let second: number[];
  beforeAll(async () => {
    main = await createTestMain();
  });
  afterAll(() => main.close());
  beforeEach(async () => {
    ada = await main.signIn();
    first = await campaign('Yard time');
    second = await campaign('Dock time');
  });

  async function campaign(name: string): Promise<number[]> {
    const { id } = await createCampaign(main.deps, whoIs(ada), { name });
    await addLeads(main.deps, whoIs(ada), {
      campaignId: id,
      input: { leads: ['a@alder.test', 'b@alder.test'].map((email) => ({ email })) },
    });
    const rows = await main.test.query<{ id: number }>('select id from enrolment where campaign_id = $1 order by id', [
      id,
    ]);
    return rows.map((row) => row.id);
  }
  const states = () =>
    main.test.query<{ id: number; status: string; category_id: number | null }>(
      `
        select id, status, reason, category_id, category_by, hold_kind, hold_until, ended_at, next_step_id
        from enrolment
        where workspace_id = $1
        order by id
      `,
      [ada.workspaceId],
    );

  return {
    main: () => main,
    ada: () => ada,
    /** Enrolments of the first campaign, and of the second. */
    first: () => first,
    second: () => second,
    /** That of `a@alder.test` in the first. */
    one: () => first[0] as number,
    states,
    statusesOf: async (ids: number[]) =>
      (await states()).filter(({ id }) => ids.includes(id)).map(({ status }) => status),
    /** The block list. */
    blocked: async () =>
      (await main.asClient(blockListContract, ada).listBlockEntries({ query: {} })).rows
        .map(({ value }) => value)
        .sort(),
    /** Presses Do not contact. @returns the key that undoes it */
    press: async (enrolment_ids: number[], person = ada) =>
      (
        await main
          .asClient(inboxContract, person)
          .changeConversations({ body: { enrolment_ids, action: doNotContact } })
      ).change_key as string,
    undo: (key: string, person = ada) =>
      main.asClient(inboxRecentContract, person).undoRecentChange({ params: { changeKey: key } }),
  };
}

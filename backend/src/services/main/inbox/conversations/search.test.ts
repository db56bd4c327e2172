import { inboxBulkContract } from '@skein/contracts/main/inbox-bulk.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { whoIs } from '#campaigns/setup/testing';
import { addLeads } from '#leads/people/add-leads';

let main: TestMain;
let me: SignedIn;

/** Leads that have each written as many emails as asked for, with these words in every so many of them. */
beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  const { id: campaignId } = await createCampaign(main.deps, whoIs(me), { name: 'Yard time' });
  await addLeads(main.deps, whoIs(me), {
    campaignId,
    input: { leads: Array.from({ length: 60 }, (_, n) => ({ email: `lead-${n}@alder.test` })) },
  });
  await main.test.query(
    `
      with box as (
        insert into mailbox (
          workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
        )
        values ($1, 'Rosa', 'rosa@sender.test', '127.0.0.1', 1, 'u', '127.0.0.1', 1, 'u')
        returning id
      ),
      person as (
        select e.*, row_number() over (order by e.id) - 1 as place from enrolment e where e.campaign_id = $2
      )
      insert into message (
        workspace_id, campaign_id, enrolment_id, lead_id, mailbox_id, direction, kind, message_id, dedupe_key, from_email,
          subject, text_body, at
      )
      select $1, $2, p.id, p.lead_id, box.id, 'in', 'reply', 'm' || n, 'm' || n, 'x@alder.test', 'Re: Docks',
        'harbour' || case when n % 40 = 0 then ' crane' else '' end || case when n >= 20500 and n % 60 < 3 then ' lighthouse' else '' end,
        now() - n * interval '1 second'
      from generate_series(0, 20999) n
      join person p on p.place = n % 60
      cross join box
    `,
    [me.workspaceId, campaignId],
  );
  await main.test.query('update enrolment set last_inbound_at = now(), last_reply_at = now() where campaign_id = $1', [
    campaignId,
  ]);
});
afterAll(() => main.close());

const find = async (text: string, most: number) => {
  const rows = await main.test.query<{ id: number }>('select id from search_received($1, $2, $3) as found(id)', [
    me.workspaceId,
    text,
    most,
  ]);
  return { conversations: rows.filter(({ id }) => id > 0).length, isCapped: rows.some(({ id }) => id === 0) };
};

test('a word that stands only in old emails is found in all of them, and says when there are more', async () => {
  expect(await find('lighthouse', 1000)).toEqual({ conversations: 3, isCapped: false });
  expect(await find('lighthouse', 2)).toEqual({ conversations: 2, isCapped: true });
});

test('a word of every email and one of every fortieth are looked for in the newest ones, and say so', async () => {
  expect(await find('harbour', 1000)).toEqual({ conversations: 60, isCapped: true });
  expect(await find('crane', 1000)).toMatchObject({ isCapped: true });
  expect(await find('harbour', 20)).toEqual({ conversations: 20, isCapped: true });
});

test('words and name of a LinkedIn message are found', async () => {
  await main.test.query(
    `
      with account as (
        insert into linkedin_account (workspace_id, name, provider, state) values ($1, 'Rosa', 'test', 'SUCCESS')
        returning id
      )
      insert into linkedin_message (workspace_id, account_id, enrolment_id, provider_message, sender_name, text, at)
      select $1, account.id, e.id, 'm' || e.id, 'Hedwig Falk', 'The crossing is 100% booked', now()
      from account
      cross join (select id from enrolment where workspace_id = $1 order by id limit 3) e
    `,
    [me.workspaceId],
  );
  expect(await find('Crossing', 1000)).toEqual({ conversations: 3, isCapped: false });
  expect(await find('hedwig falk', 2)).toEqual({ conversations: 2, isCapped: true });
  expect(await find('100%', 1000)).toEqual({ conversations: 3, isCapped: false });
  const query = { folder: 'all', search: 'crossing' } as const;
  expect(await main.asClient(inboxContract, me).listConversations({ query })).toMatchObject({ total: 3 });
});

test('a list says that it may hold more, and a change of everything that matches is refused then', async () => {
  const query = { folder: 'all', search: 'harbour' } as const;
  expect(await main.asClient(inboxContract, me).listConversations({ query })).toMatchObject({
    total: 60,
    total_is_capped: true,
  });
  await expect(
    main.asClient(inboxBulkContract, me).changeMatching({
      body: { ...query, action: { do: 'archive', is_archived: true } },
    }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
  const rare = { folder: 'all', search: 'lighthouse' } as const;
  expect(await main.asClient(inboxContract, me).listConversations({ query: rare })).toMatchObject({
    total: 3,
    total_is_capped: false,
  });
});

import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import type { ConversationAction } from '@skein/contracts/main/inbox-fields';
import { inboxRecentContract } from '@skein/contracts/main/inbox-recent.contract';
import type { JournaledOptOut } from '#platform/journal/journal-lines';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { whoIs } from '#campaigns/setup/testing';
import { copyDecisions } from '#leads/people/merge-leads.store';
import { addLeads } from '#leads/people/add-leads';
import { blockAddress, setCategory } from '#lifecycle/lifecycle.api';
import { restoreOptOuts } from '#lifecycle/lead-state/restore-opt-outs';
import { doNotContact, kept, openAlder } from './testing';

const { main, ada, first, second, one, states, statusesOf, blocked, press, undo } = openAlder();

/** An email of `a@alder.test` in the second campaign, which a mailbox received at a time. */
const receive = (at: Date) =>
  main().test.query(
    `
      with box as (
        insert into mailbox (
          workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
        )
        values ($3, 'Rosa', 'rosa@sender.test', '127.0.0.1', 1, 'u', '127.0.0.1', 1, 'u')
        returning id
      )
      insert into message (
        workspace_id, campaign_id, enrolment_id, lead_id, mailbox_id, direction, kind, message_id, dedupe_key, from_email, at
      )
      select e.workspace_id, e.campaign_id, e.id, e.lead_id, box.id, 'in', 'reply', 'm1', 'm1', 'a@alder.test', $2
      from box
      cross join enrolment e
      where e.id = $1
    `,
    [second()[0], at, ada().workspaceId],
  );

test('an answer that reached the mailbox before the decision and was read after it counts', async () => {
  const key = await press([one()]);
  await receive(new Date(main().clock.now() - 60_000));
  expect(await undo(key)).toMatchObject(kept('The person has written since'));
  expect(await statusesOf([one(), second()[0] as number])).toEqual(['STOPPED', 'STOPPED']);
});

test('an answer that was read before the decision does not stand against undoing it', async () => {
  await receive(new Date(main().clock.now() - 60_000));
  expect(await undo(await press([one()]))).toMatchObject({ restored: 1, leads_resumed: 2 });
});

test('an answer whose conversation was removed since counts', async () => {
  const key = await press([one()]);
  main().clock.advance(60_000);
  await receive(new Date(main().clock.now()));
  await main().test.query('update message set enrolment_id = null where enrolment_id = $1', [second()[0]]);
  await main().test.query('delete from enrolment where id = $1', [second()[0]]);
  expect(await undo(key)).toMatchObject(kept('The person has written since'));
  expect(await statusesOf([one()])).toEqual(['STOPPED']);
});

test('a colleague unsubscribes a lead that the decision ended: it stays ended', async () => {
  const tom = await main().signIn({ workspaceId: ada().workspaceId, role: 'ADMIN_ACCESS' });
  const key = await press([one()]);
  const [campaignOf] = await main().test.query<{ campaign_id: number }>(
    'select campaign_id from enrolment where id = $1',
    [one()],
  );
  const unsubscribe = () =>
    main()
      .asClient(campaignLeadsContract, tom)
      .unsubscribeLeads({
        params: { campaignId: campaignOf?.campaign_id as number },
        body: { selection: { enrolment_ids: [one()] } },
      });
  expect(await unsubscribe()).toMatchObject({ changed: 1 });
  expect(await unsubscribe()).toMatchObject({ changed: 0, reasons: [{ reason: 'Ended already', count: 1 }] });
  expect(await undo(key)).toMatchObject(kept('Someone else asked for it too, or the person opted out'));
  expect(await statusesOf([one()])).toEqual(['STOPPED']);
});

test.each([
  ['a bounce', 'bounce'],
  ['an unsubscribe', 'unsubscribe'],
])('%s that comes beside a decision keeps the address blocked', async (_, source) => {
  const key = await press([one()]);
  await main().deps.db.tenantSql(ada().workspaceId, (sql) =>
    blockAddress(ada().workspaceId, sql, {
      email: 'a@alder.test',
      source,
      reason: '550 No such person',
      at: new Date(main().clock.now()),
    }),
  );
  expect(await undo(key)).toMatchObject(kept('Someone else asked for it too, or the person opted out'));
  expect(await blocked()).toEqual(['a@alder.test']);
});

const interested = { do: 'category', category_id: 1, pause_lead: false } as const;
const choose = async (action: ConversationAction, person = ada()) =>
  (
    await main()
      .asClient(inboxContract, person)
      .changeConversations({ body: { enrolment_ids: [one()], action } })
  ).change_key as string;

test('of two decisions of one kind the newest is undone first(), and the older one stands until then', async () => {
  const [first_, interest, again] = [await choose(doNotContact), await choose(interested), await choose(doNotContact)];
  expect(await undo(first_)).toMatchObject(kept('Category changed since'));
  expect(await statusesOf([one()])).toEqual(['STOPPED']);
  expect(await undo(again)).toMatchObject({
    restored: 1,
    reasons: [{ reason: 'The address stays on the block list, where it was before', count: 1 }],
  });
  expect(await blocked()).toEqual(['a@alder.test']);
  expect(await undo(interest)).toMatchObject({ restored: 1 });
});

test('changes that are undone one after another all go back', async () => {
  const keys = [await choose(interested), await choose(doNotContact), await choose(interested)];
  for (const key of keys.toReversed().slice(0, 2)) {
    main().clock.advance(1_000);
    expect(await undo(key)).toMatchObject({ restored: 1 });
  }
  expect(await undo(keys[0] as string)).toMatchObject({ restored: 1 });
  expect((await states())[0]).toMatchObject({ status: 'STARTED', category_id: null });
});

test('a category that somebody gave anew, in the inbox or elsewhere, is theirs', async () => {
  const tom = await main().signIn({ workspaceId: ada().workspaceId, role: 'ADMIN_ACCESS' });
  const other = { ...interested, category_id: 5 };
  const key = await choose(interested);
  await choose(other, tom);
  await choose(interested, tom);
  expect(await undo(key)).toMatchObject(kept('Category changed since'));
  const next = await choose(other);
  main().clock.advance(1_000);
  for (const categoryId of [1, 5])
    await main().deps.db.tenantSql(ada().workspaceId, (sql) =>
      setCategory(sql, {
        ...{ enrolmentId: one(), categoryId, by: 'USER', at: new Date(main().clock.now()), userId: tom.userId },
        evidence: {},
      }),
    );
  expect(await undo(next)).toMatchObject(kept('Category changed since'));
  expect((await states())[0]).toMatchObject({ category_id: 5 });
});

test('a category from before that was deleted since is named as the reason', async () => {
  const [own] = await main().test.query<{ id: number }>(
    `insert into lead_category (workspace_id, name) values ($1, 'Later') returning id`,
    [ada().workspaceId],
  );
  await choose({ ...interested, category_id: own?.id as number });
  const key = await choose(interested);
  await main().test.query('delete from lead_category where id = $1', [own?.id]);
  expect(await undo(key)).toMatchObject(kept('The category from before is no longer available'));
});

test('decisions about many leads are undone by a worker', async () => {
  await addLeads(main().deps, whoIs(ada()), {
    campaignId: (await createCampaign(main().deps, whoIs(ada()), { name: 'Many' })).id,
    input: { leads: Array.from({ length: 51 }, (_, n) => ({ email: `many-${n}@birch.test` })) },
  });
  const before = await states();
  const many = before.map(({ id }) => id).filter((id) => ![...first(), ...second()].includes(id));
  const key = await press(many);
  expect(await undo(key)).toMatchObject({ restored: 0, is_under_way: true });
  await main().runJobs();
  expect(await states()).toEqual(before);
  const [listed] = (await main().asClient(inboxRecentContract, ada()).listRecentChanges({})).changes;
  expect(listed).toMatchObject({ key, count: 51, state: 'UNDONE' });
});

test('the decision about a lead that is merged into this one keeps the address blocked', async () => {
  const key = await press([one()]);
  await main().test.query(
    `insert into suppression (workspace_id, kind, value, source) values ($1, 'email', 'old@alder.test', 'unsubscribe')`,
    [ada().workspaceId],
  );
  await main().deps.db.tenantSql(ada().workspaceId, (sql) =>
    copyDecisions(ada().workspaceId, sql, 'a@alder.test', 'old@alder.test'),
  );
  expect(await undo(key)).toMatchObject(kept('Someone else asked for it too, or the person opted out'));
});

test('an opt-out that a restore finds in its place is nobody’s to undo', async () => {
  const key = await press([one()]);
  const { workspaceId } = ada();
  const entry = { workspaceId, change: 'ADDED', kind: 'email', value: 'a@alder.test', clientScope: 0 } as const;
  expect(
    await restoreOptOuts(
      main().deps.db,
      [{ ...entry, source: 'unsubscribe', reason: null } as unknown as JournaledOptOut],
      new Date(main().clock.now()),
    ),
  ).toBe(0);
  expect(await undo(key)).toMatchObject(kept('Someone else asked for it too, or the person opted out'));
});

import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { inboxBulkContract } from '@skein/contracts/main/inbox-bulk.contract';
import { setCategory, suppressLeads } from '#lifecycle/lifecycle.api';
import { given } from '#lifecycle/lead-state/testing';
import { doNotContact, kept, openAlder } from './testing';

const { main, ada, first, second, one, states, statusesOf, blocked, press, undo } = openAlder();

test('pressed by mistake: the address leaves the block list, and its leads continue everywhere as they were', async () => {
  await given(main())
    .lead(second()[0] as number)
    .paused();
  await main().test.query(`update enrolment set category_id = 1, category_by = 'AI' where id = $1`, [one()]);
  const before = await states();
  const key = await press([one()]);
  expect(await statusesOf([one(), second()[0] as number])).toEqual(['STOPPED', 'STOPPED']);
  expect(await blocked()).toEqual(['a@alder.test']);
  expect(await undo(key)).toMatchObject({ restored: 1, kept: 0, leads_resumed: 2, reasons: [] });
  expect(await states()).toEqual(before);
  expect(await blocked()).toEqual([]);
});

test('several at once, also of one person, and everything that matches, are undone as a whole', async () => {
  const before = await states();
  const key = await press([...first(), ...second()]);
  expect(await blocked()).toEqual(['a@alder.test', 'b@alder.test']);
  expect(await undo(key)).toMatchObject({ restored: 4, kept: 0, leads_resumed: 4 });
  expect(await states()).toEqual(before);
  await main().test.query('update enrolment set last_inbound_at = now() where workspace_id = $1', [ada().workspaceId]);
  const bulk = main().asClient(inboxBulkContract, ada());
  const { bulk_id: bulkId } = await bulk.changeMatching({ body: { folder: 'all', action: doNotContact } });
  await main().runJobs();
  expect(await bulk.getBulkChange({ params: { bulkId } })).toMatchObject({ changed: 4, can_undo: true });
  await bulk.undoBulkChange({ params: { bulkId } });
  await main().runJobs();
  expect(await bulk.getBulkChange({ params: { bulkId } })).toMatchObject({ status: 'UNDONE', restored: 4, kept: 0 });
  expect(await states()).toEqual(before);
  expect(await blocked()).toEqual([]);
});

test('what somebody else decided as well stands: a colleague, a rule, the block list', async () => {
  const tom = await main().signIn({ workspaceId: ada().workspaceId, role: 'ADMIN_ACCESS' });
  const others: (() => Promise<unknown>)[] = [
    () => press([second()[0] as number], tom),
    () =>
      main().deps.db.tenantSql(ada().workspaceId, (sql) =>
        setCategory(sql, {
          ...{ enrolmentId: second()[0] as number, categoryId: 4, by: 'RULE', at: new Date(main().clock.now()) },
          evidence: {},
        }),
      ),
    () =>
      main()
        .asClient(blockListContract, tom)
        .addBlockEntries({ body: { entries: ['a@alder.test'] } }),
  ];
  for (const other of others) {
    const key = await press([one()]);
    await other();
    expect(await undo(key)).toMatchObject(kept('Someone else asked for it too, or the person opted out'));
    expect(await blocked()).toEqual(['a@alder.test']);
    expect(await statusesOf([one(), second()[0] as number])).toEqual(['STOPPED', 'STOPPED']);
    await main().test.query('delete from suppression where workspace_id = $1', [ada().workspaceId]);
    await given(main())
      .lead([one(), second()[0] as number])
      .resumed('DO_NOT_CONTACT');
    await main().test.query('update enrolment set category_id = null, category_by = null where workspace_id = $1', [
      ada().workspaceId,
    ]);
  }
});

test('an entry that stood before is nobody’s to take off', async () => {
  const tom = await main().signIn({ workspaceId: ada().workspaceId, role: 'ADMIN_ACCESS' });
  await main().test.query(
    `
      insert into suppression (workspace_id, kind, value, source, created_by)
      values ($1, 'email', 'a@alder.test', 'verification', $2)
    `,
    [ada().workspaceId, tom.userId],
  );
  const key = await press([one()]);
  expect(await undo(key)).toMatchObject(kept('Someone else asked for it too, or the person opted out'));
  expect(await blocked()).toEqual(['a@alder.test']);
});

test('who unsubscribed, before or since, stays unsubscribed', async () => {
  const key = await press([one()]);
  const [lead] = await main().test.query<{ lead_id: number }>('select lead_id from enrolment where id = $1', [one()]);
  await main().deps.db.tenantSql(ada().workspaceId, (sql) =>
    suppressLeads(ada().workspaceId, sql, [lead?.lead_id as number], {
      ...{ source: 'unsubscribe', reason: 'By link', userId: ada().userId, clientId: null },
      at: new Date(main().clock.now()),
    }),
  );
  expect(await undo(key)).toMatchObject(kept('Someone else asked for it too, or the person opted out'));
  await given(main())
    .lead(second()[1] as number)
    .optedOut();
  expect(await undo(await press([first()[1] as number]))).toMatchObject(
    kept('Someone else asked for it too, or the person opted out'),
  );
  expect(await blocked()).toEqual(['a@alder.test', 'b@alder.test']);
  expect(await statusesOf(first())).toEqual(['STOPPED', 'STOPPED']);
});

test('who has written since is left alone, in whichever campaign', async () => {
  const key = await press([one()]);
  main().clock.advance(60_000);
  await main().test.query(
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
    [second()[0], new Date(main().clock.now()), ada().workspaceId],
  );
  expect(await undo(key)).toMatchObject(kept('The person has written since'));
  expect(await blocked()).toEqual(['a@alder.test']);
  expect(await statusesOf([one(), second()[0] as number])).toEqual(['STOPPED', 'STOPPED']);
});

test('the same decision in another campaign keeps the address blocked until that one is undone', async () => {
  const earlier = await press([one()]);
  const later = await press([second()[0] as number]);
  expect(await undo(earlier)).toMatchObject(kept('The person is marked Do Not Contact in another campaign'));
  expect(await undo(later)).toMatchObject({
    restored: 1,
    reasons: [{ reason: 'The address stays on the block list, where it was before', count: 1 }],
  });
  expect(await blocked()).toEqual(['a@alder.test']);
  expect(await statusesOf([one(), second()[0] as number])).toEqual(['STOPPED', 'STOPPED']);
});

test('a client takes its own decision back, and nothing that the agency decided', async () => {
  const client = await main().signIn({
    workspaceId: ada().workspaceId,
    client: { permissions: ['full_access'], restrictedCategories: [] },
  });
  await main().test.query(
    `
      update campaign
      set client_id = (select client_id from app_user where id = $2)
      where id = (select campaign_id from enrolment where id = $1)
    `,
    [one(), client.userId],
  );
  const before = await states();
  const key = await press([one()], client);
  expect(await statusesOf([one(), second()[0] as number])).toEqual(['STOPPED', 'STARTED']);
  await expect(undo(key)).rejects.toMatchObject({ status: 404 });
  expect(await undo(key, client)).toMatchObject({ restored: 1, leads_resumed: 1 });
  expect(await states()).toEqual(before);
  const again = await press([one()], client);
  await press([second()[0] as number]);
  expect(await undo(again, client)).toMatchObject({ kept: 1 });
  expect(await statusesOf([one()])).toEqual(['STOPPED']);
});

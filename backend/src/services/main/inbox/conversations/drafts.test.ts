import { inboxDraftsContract } from '@skein/contracts/main/inbox-drafts.contract';
import { createTestMain, type TestMain } from '#main/testing';

let main: TestMain;
beforeAll(async () => {
  main = await createTestMain();
});
afterAll(() => main.close());

it('a draft that is saved while its lead is deleted is refused in a sentence', async () => {
  const me = await main.signIn();
  const insert = async (text: string, ...values: unknown[]) =>
    ((await main.test.query<{ id: number }>(text, [me.workspaceId, ...values]))[0] as { id: number }).id;
  const campaignId = await insert(`insert into campaign (workspace_id, name) values ($1, 'C') returning id`);
  const leadId = await insert(
    `insert into lead (workspace_id, email, domain) values ($1, 'gone@lead.test', 'lead.test') returning id`,
  );
  const enrolmentId = await insert(
    'insert into enrolment (workspace_id, campaign_id, lead_id, row_number) values ($1, $2, $3, 1) returning id',
    campaignId,
    leadId,
  );
  const saved = await main.deps.db.systemSql(async (sql) => {
    await sql.query('delete from enrolment where id = $1', [enrolmentId]);
    const saving = main
      .asClient(inboxDraftsContract, me)
      .putDraft({ params: { enrolmentId }, body: { html: '<p>Half a sent' } })
      .catch((error: unknown) => error);
    // The draft has seen the conversation and waits for the deletion.
    for (;;) {
      const waiting = await main.test.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      if (waiting.length > 0) return { saving };
    }
  });
  expect(await saved.saving).toMatchObject({ code: 'CONFLICT', status: 409 });
});

import { operatorContract } from '@skein/contracts/main/operator.contract';
import { noteMailProblem } from '#platform/auth/installation.store';
import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';
import type { SignedIn } from '#main/testing';

let main: MailedMain;
let operator: SignedIn;

beforeAll(async () => {
  main = await createMailedMain();
  operator = await main.signIn({ isOperator: true, email: 'ops@installation.test' });
});

afterAll(() => main.close());

it('keeps the log of operators away from tenants, and lets nobody change it', async () => {
  await expect(
    main.test.database.tenantSql(operator.workspaceId, (sql) => sql.query('select from operator_action')),
  ).rejects.toThrow(/permission denied/);
  await expect(main.test.database.systemSql((sql) => sql.query('delete from operator_action'))).rejects.toThrow(
    /permission denied/,
  );
});

it('tells how the installation is set up, and the log by kind of action', async () => {
  const client = main.asClient(operatorContract, operator);
  expect(await client.installation({})).toMatchObject({ sign_up: 'open', sending: null, system_mail: {} });
  const { workspaceId } = await main.signIn();
  await client.changePlan({ params: { operatedWorkspaceId: workspaceId }, body: { plan_type: 'pro' } });
  const { actions } = await client.listActions({ query: { action: 'plan-changed' } });
  expect(actions.length).toBeGreaterThan(0);
  expect(new Set(actions.map(({ action }) => action))).toEqual(new Set(['plan-changed']));
});

it('tells why system emails are not sent, until one is', async () => {
  const client = main.asClient(operatorContract, operator);
  const at = new Date(main.realClock.now());
  const message = 'The server of SYSTEM_SMTP_URL refuses the sender no-reply@skein.test';
  await noteMailProblem(main.deps.db, message, at);
  expect((await client.installation({})).system_mail.problem).toEqual({ message, at: at.toISOString() });
  await noteMailProblem(main.deps.db, null, at);
  expect((await client.installation({})).system_mail.problem).toBeNull();
});

it('keeps the order of the log when its numbers grow by a digit, over pages too', async () => {
  const client = main.asClient(operatorContract, operator);
  for (let place = 0; place < 10; place++)
    await client.inviteToSignUp({ body: { email: `order${place}@invited.test` } });
  const ids: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listActions({ query: { limit: 4, ...(cursor && { cursor }) } });
    ids.push(...page.actions.map(({ id }) => Number(id)));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(ids).toEqual([...ids].sort((one, other) => other - one));
  expect(new Set(ids).size).toBe(ids.length);
  const [counted] = await main.test.query<{ count: number }>('select count(*)::int as count from operator_action');
  expect(ids).toHaveLength(counted?.count as number);
});

import { authContract } from '@skein/contracts/main/auth.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { operatorContract } from '@skein/contracts/main/operator.contract';
import { operatorPeopleContract } from '@skein/contracts/main/operator-people.contract';
import { planState } from '@skein/contracts/plan-access';
import { notePlans } from '#platform/auth/installation.store';
import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';
import type { SignedIn } from '#main/testing';

let main: MailedMain;
let operator: SignedIn;
const day = 86_400_000;
const workspaces = () => main.asClient(operatorContract, operator);
const people = () => main.asClient(operatorPeopleContract, operator);
const anyone = () => main.asClient(authContract);
const inDays = (days: number) => new Date(main.realClock.now() + days * day).toISOString();
const linkOf = (mail: { text: string } | undefined) => /uuid=([\w-]+)/.exec(mail?.text ?? '')?.[1] as string;
const lastMail = async (email: string) => {
  await main.runJobs();
  return main.mails.filter((mail) => mail.to.includes(email)).at(-1);
};
const actions = async (workspaceId: number) =>
  (await workspaces().listActions({ query: { workspace_id: workspaceId } })).actions.map(({ actor, action }) => ({
    actor,
    action,
  }));

beforeAll(async () => {
  main = await createMailedMain();
  operator = await main.signIn({ isOperator: true, email: 'ops@installation.test' });
});

afterAll(() => main.close());

it('makes a workspace whose owner sets a password with the mailed link and logs in to a trial', async () => {
  const made = await workspaces().createWorkspace({
    body: { name: 'Harbor Goods', owner_name: 'Ida Berg', owner_email: 'ida@harbor.test' },
  });
  expect(made).toMatchObject({
    name: 'Harbor Goods',
    state: 'trial',
    trial_end_at: inDays(12),
    owner: { email: 'ida@harbor.test' },
    members: [{ email: 'ida@harbor.test', role: 'OWNER', has_password: false, is_email_verified: false }],
  });
  const mail = await lastMail('ida@harbor.test');
  expect(mail?.subject).toBe('Harbor Goods is ready for you');
  await anyone().resetPassword({ body: { uuid: linkOf(mail), newPassword: 'a long enough password' } });
  const login = await anyone().login({ body: { email: 'ida@harbor.test', password: 'a long enough password' } });
  expect(login).toMatchObject({
    user: { role: 'OWNER', workspace: { name: 'Harbor Goods' } },
    plan: { plan_type: 'trial' },
  });
  expect(await actions(made.id)).toEqual([{ actor: 'ops@installation.test', action: 'workspace-created' }]);
});

it('refuses a second account for an address and names the field', async () => {
  const taken = await main.signIn();
  await expect(
    workspaces().createWorkspace({ body: { name: 'Twice', owner_name: 'T', owner_email: taken.email } }),
  ).rejects.toMatchObject({ code: 'VALIDATION', details: [{ field: 'owner_email' }] });
  expect((await workspaces().listWorkspaces({ query: { search: 'Twice' } })).total).toBe(0);
});

it('lets a person whose trial ended work again as soon as an operator gives a plan, and notes what it was before', async () => {
  const person = await main.signIn({ plan: 'trial' });
  await main.test.query('update workspace set trial_end_at = $2 where id = $1', [person.workspaceId, inDays(-1)]);
  const create = () => main.asClient(campaignsContract, person).createCampaign({ body: { name: 'Spring' } });
  await expect(create()).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
  const changed = await workspaces().changePlan({
    params: { operatedWorkspaceId: person.workspaceId },
    body: { plan_type: 'popular', is_subscribed: true, subscription_end_at: inDays(30), email_limit: 55_000 },
  });
  expect(changed).toMatchObject({
    state: 'subscribed',
    plan_type: 'popular',
    emails_included: 55_000,
    leads_included: 10_000,
  });
  main.deps.authenticator.forget(person.workspaceId);
  await create();
  const { plan } = await main.asClient(authContract, person).me({});
  expect(plan).toMatchObject({ plan_type: 'popular', email_credits: 55_000, lead_credits: 10_000 });
  const [action] = (await workspaces().listActions({ query: { workspace_id: person.workspaceId } })).actions;
  expect(action).toMatchObject({
    action: 'plan-changed',
    detail: { from: { plan_type: 'trial', is_subscribed: false }, to: { plan_type: 'popular', is_subscribed: true } },
  });
});

it('refuses a trial that is a subscription as well', async () => {
  const person = await main.signIn();
  await expect(
    workspaces().changePlan({
      params: { operatedWorkspaceId: person.workspaceId },
      body: { plan_type: 'trial', is_subscribed: true },
    }),
  ).rejects.toMatchObject({ details: [{ field: 'is_subscribed' }] });
});

it('lets nobody into a disabled workspace, by session, key, password or link, with a sentence that says why', async () => {
  const person = await main.signIn();
  const key = await main.apiKey(person);
  const params = { operatedWorkspaceId: person.workspaceId };
  await workspaces().disableWorkspace({ params, body: { reason: 'Invoice 12 is unpaid.' } });
  main.deps.authenticator.forget(person.workspaceId);
  const sentence = 'This workspace is disabled: Invoice 12 is unpaid. Contact the people who run this installation.';
  await expect(main.asClient(authContract, person).me({})).rejects.toMatchObject({ status: 401, message: sentence });
  const byKey = await main.app.request('/api/v1/campaigns', { headers: { 'x-api-key': key } });
  expect([byKey.status, await byKey.text()]).toEqual([403, expect.stringContaining('Invoice 12 is unpaid')]);
  await anyone().forgotPassword({ body: { email: person.email } });
  await anyone().resetPassword({
    body: { uuid: linkOf(await lastMail(person.email)), newPassword: 'a long enough password' },
  });
  await expect(anyone().login({ body: { email: person.email, password: 'a wrong password' } })).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  });
  await expect(
    anyone().login({ body: { email: person.email, password: 'a long enough password' } }),
  ).rejects.toMatchObject({ code: 'WORKSPACE_DISABLED', message: sentence });
  await anyone().magicLink({ body: { email: person.email } });
  await expect(anyone().verifyUser({ query: { uuid: linkOf(await lastMail(person.email)) } })).rejects.toMatchObject({
    code: 'WORKSPACE_DISABLED',
  });

  expect((await workspaces().enableWorkspace({ params, body: {} })).state).toBe('subscribed');
  expect(await anyone().login({ body: { email: person.email, password: 'a long enough password' } })).toMatchObject({
    user: { email: person.email },
  });
  expect((await actions(person.workspaceId)).map(({ action }) => action)).toEqual([
    'workspace-enabled',
    'workspace-disabled',
  ]);
});

it('does not let operators shut themselves out', async () => {
  const params = { operatedWorkspaceId: operator.workspaceId };
  await expect(workspaces().disableWorkspace({ params, body: { reason: 'x' } })).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  });
  await expect(workspaces().deleteWorkspace({ params, body: { name: 'Test workspace' } })).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
  });
  await expect(
    people().setOperator({
      params: { operatedPersonId: operator.userId },
      body: { is_operator: false },
    }),
  ).resolves.toBeTruthy();
  await main.test.query('update app_user set is_operator = true where id = $1', [operator.userId]);
  main.deps.authenticator.forget(operator.workspaceId);
});

it('resets a lost second factor, ends the sessions and tells the person', async () => {
  const person = await main.signIn();
  await main.test.query(`update app_user set two_factor_secret = '\\x01', two_factor_on_at = now() where id = $1`, [
    person.userId,
  ]);
  await main.test.query(`insert into recovery_code (workspace_id, user_id, code_hash) values ($1, $2, 'hash')`, [
    person.workspaceId,
    person.userId,
  ]);
  const params = { operatedPersonId: person.userId };
  const after = await people().resetSecondFactor({ params, body: {} });
  expect(after).toMatchObject({ has_two_factor: false, sessions: 0 });
  expect(await main.test.query('select from recovery_code where user_id = $1', [person.userId])).toEqual([]);
  expect((await lastMail(person.email))?.subject).toMatch(/two-factor/i);
  await expect(people().resetSecondFactor({ params, body: {} })).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('lists the sessions of a person, ends one and all, and mails a password link', async () => {
  const person = await main.signIn();
  const params = { operatedPersonId: person.userId };
  expect((await people().listSessions({ params })).sessions).toMatchObject([{ id: person.sessionId }]);
  expect(await people().endSessions({ params, body: { session_id: person.sessionId } })).toEqual({ ended: 1 });
  main.deps.authenticator.forget(person.workspaceId);
  await expect(main.asClient(authContract, person).me({})).rejects.toMatchObject({ status: 401 });
  await expect(people().endSessions({ params, body: { session_id: person.sessionId } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await people().endSessions({ params, body: {} })).toEqual({ ended: 0 });
  await people().sendPasswordLink({ params, body: {} });
  await anyone().resetPassword({
    body: { uuid: linkOf(await lastMail(person.email)), newPassword: 'a long enough password' },
  });
});

it('makes confirmed people of a workspace operators, and no client of an agency', async () => {
  const member = await main.signIn({ role: 'VIEW_ONLY_ACCESS' });
  const client = await main.signIn({ client: { permissions: ['full_access'] } });
  await expect(main.asClient(operatorContract, member).installation({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const made = await people().setOperator({
    params: { operatedPersonId: member.userId },
    body: { is_operator: true },
  });
  expect(made.is_operator).toBe(true);
  main.deps.authenticator.forget(member.workspaceId);
  expect((await main.asClient(authContract, member).me({})).user.is_operator).toBe(true);
  expect(await main.asClient(operatorContract, member).installation({})).toMatchObject({
    sign_up: 'open',
    plans: 'trial',
  });
  await expect(
    people().setOperator({ params: { operatedPersonId: client.userId }, body: { is_operator: true } }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('finds workspaces by name, id and the address of anyone in them, and by where they stand', async () => {
  const owner = await main.signIn();
  const member = await main.signIn({ workspaceId: owner.workspaceId, role: 'VIEW_ONLY_ACCESS' });
  await main.test.query(`update workspace set name = 'Zephyr Freight' where id = $1`, [owner.workspaceId]);
  const found = { id: owner.workspaceId, name: 'Zephyr Freight', people: 2 };
  for (const search of ['zephyr', member.email])
    expect((await workspaces().listWorkspaces({ query: { search } })).workspaces).toMatchObject([found]);
  const byId = await workspaces().listWorkspaces({ query: { search: String(owner.workspaceId) } });
  expect(byId.workspaces).toContainEqual(expect.objectContaining(found));
  const { workspaces: disabled, total } = await workspaces().listWorkspaces({ query: { state: 'disabled' } });
  expect([disabled.length, total]).toEqual([0, 0]);
});

it('says where a workspace stands by the same rule as the pages', async () => {
  const now = main.realClock.now();
  const instants = [null, new Date(now - 3 * day), new Date(now - day / 2), new Date(now + day)];
  const { workspaceId } = await main.signIn();
  for (const isSubscribed of [true, false])
    for (const subscriptionEnd of instants)
      for (const trialEnd of instants) {
        await main.test.query(
          `
            update workspace
            set is_subscribed = $2, subscription_end_at = $3, trial_end_at = $4
            where id = $1
          `,
          [workspaceId, isSubscribed, subscriptionEnd, trialEnd],
        );
        const { state } = await workspaces().readWorkspace({ params: { operatedWorkspaceId: workspaceId } });
        expect({ isSubscribed, subscriptionEnd, trialEnd, state }).toEqual({
          isSubscribed,
          subscriptionEnd,
          trialEnd,
          state: planState({ isSubscribed, subscriptionEnd, trialEnd }, now),
        });
      }
});

it('unlocks everything on an installation without plans, and plans count again when they are switched on', async () => {
  const person = await main.signIn({ plan: 'trial' });
  await main.test.query('update workspace set trial_end_at = $2, lead_limit = 5 where id = $1', [
    person.workspaceId,
    inDays(-30),
  ]);
  const me = async () => {
    main.deps.authenticator.forget(person.workspaceId);
    return (await main.asClient(authContract, person).me({})).plan;
  };
  expect(await me()).toMatchObject({ plan_type: 'trial', is_unlimited: false, lead_credits: 5 });
  await notePlans(main.test.database, 'none');
  try {
    expect(await me()).toMatchObject({
      plan_type: 'enterprise',
      is_unlimited: true,
      lead_credits: 10_000_000,
      subscription_detail: { is_sub: true, end_date: null },
    });
    await main.asClient(campaignsContract, person).createCampaign({ body: { name: 'Free of plans' } });
    const { state } = await workspaces().readWorkspace({ params: { operatedWorkspaceId: person.workspaceId } });
    expect(state).toBe('unlimited');
    const made = await workspaces().createWorkspace({
      body: { name: 'Unlimited', owner_name: 'U', owner_email: 'u@unlimited.test' },
    });
    expect(made).toMatchObject({ plan_type: 'enterprise', is_subscribed: true, trial_end_at: null });
  } finally {
    await notePlans(main.test.database, 'trial');
  }
  expect(await me()).toMatchObject({ plan_type: 'trial', is_unlimited: false });
});

it('lists the people of all workspaces in pages, and finds them by name or address', async () => {
  const someone = await main.signIn();
  const people = main.asClient(operatorPeopleContract, operator);
  const first = await people.listPeople({ query: { limit: 1 } });
  expect(first.people.map(({ email }) => email)).toEqual([someone.email]);
  const second = await people.listPeople({ query: { limit: 1, cursor: first.next_cursor as string } });
  expect(second.people[0]?.id).toBeLessThan(first.people[0]?.id as number);
  const found = await people.listPeople({ query: { search: someone.email.toUpperCase() } });
  expect(found).toMatchObject({ people: [{ email: someone.email, workspace: {} }], next_cursor: null });
  await expect(people.listPeople({ query: { cursor: 'none' } })).rejects.toMatchObject({ code: 'VALIDATION' });
});

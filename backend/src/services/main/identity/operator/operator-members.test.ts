import { authContract } from '@skein/contracts/main/auth.contract';
import { operatorContract } from '@skein/contracts/main/operator.contract';
import { operatorPeopleContract } from '@skein/contracts/main/operator-people.contract';
import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';
import type { SignedIn } from '#main/testing';

let main: MailedMain;
let operator: SignedIn;

beforeAll(async () => {
  main = await createMailedMain();
  operator = await main.signIn({ isOperator: true, email: 'ops@installation.test' });
});
afterAll(() => main.close());

const people = (person: SignedIn = operator) => main.asClient(operatorPeopleContract, person);
const anyone = () => main.asClient(authContract);
const add = (workspaceId: number, email: string, role: 'FULL_MEMBER_ACCESS' | 'ADMIN_ACCESS' = 'FULL_MEMBER_ACCESS') =>
  people().addPerson({ params: { operatedWorkspaceId: workspaceId }, body: { name: 'Ben', email, role } });
const change = (operatedPersonId: number, body: object) =>
  people().changePerson({ params: { operatedPersonId }, body });
const remove = (operatedPersonId: number) => people().removePerson({ params: { operatedPersonId } });

/** Opens the link that a person was mailed, and logs in with the password set there. */
async function setPassword(email: string) {
  await main.runJobs();
  const mail = main.mails.filter(({ to }) => to.includes(email)).at(-1);
  const uuid = /uuid=([\w-]+)/.exec(mail?.text ?? '')?.[1] as string;
  await anyone().resetPassword({ body: { uuid, newPassword: 'a long enough password' } });
}
const login = (email: string) => anyone().login({ body: { email, password: 'a long enough password' } });

it('adds a person, who sets a password by the link of the email and works in the workspace', async () => {
  const owner = await main.signIn();
  const ben = await add(owner.workspaceId, 'ben@added.test');
  expect(ben).toMatchObject({ email: 'ben@added.test', role: 'FULL_MEMBER_ACCESS', has_password: false });
  await setPassword('ben@added.test');
  expect(await login('ben@added.test')).toMatchObject({ user: { id: ben.id, role: 'FULL_MEMBER_ACCESS' } });
  await expect(add(owner.workspaceId, 'ben@added.test')).rejects.toMatchObject({
    code: 'VALIDATION',
    details: [{ field: 'email' }],
  });
  await expect(add(2_000_000_000, 'new@added.test')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(people(owner).removePerson({ params: { operatedPersonId: ben.id } })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

it('deactivates a person, whose sessions end, and activates them again', async () => {
  const person = await main.signIn({ role: 'ADMIN_ACCESS' });
  await change(person.userId, { status: 'deactivated' });
  main.deps.authenticator.forget(person.workspaceId);
  await expect(main.asClient(authContract, person).me({})).rejects.toMatchObject({ status: 401 });
  expect(await change(person.userId, { status: 'active' })).toMatchObject({ status: 'active', sessions: 0 });
  const { actions } = await main
    .asClient(operatorContract, operator)
    .listActions({ query: { workspace_id: person.workspaceId } });
  expect(actions.map(({ action, detail }) => [action, detail['to']])).toEqual([
    ['person-changed', { status: 'active' }],
    ['person-changed', { status: 'deactivated' }],
  ]);
});

it('gives a workspace another owner: the old one becomes an administrator, and can be deleted then', async () => {
  const owner = await main.signIn();
  const successor = await main.signIn({ workspaceId: owner.workspaceId, role: 'FULL_MEMBER_ACCESS' });
  for (const refused of [change(owner.userId, { role: 'ADMIN_ACCESS' }), remove(owner.userId)])
    await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await change(successor.userId, { role: 'OWNER' })).toMatchObject({ role: 'OWNER' });
  const { members } = await main
    .asClient(operatorContract, operator)
    .readWorkspace({ params: { operatedWorkspaceId: owner.workspaceId } });
  expect(members.map(({ id, role }) => [id, role])).toEqual([
    [successor.userId, 'OWNER'],
    [owner.userId, 'ADMIN_ACCESS'],
  ]);
  await remove(owner.userId);
  await expect(remove(owner.userId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('leaves the logins of clients to their agency, and operators to each other', async () => {
  const owner = await main.signIn();
  const client = await main.signIn({ workspaceId: owner.workspaceId, client: { permissions: ['full_access'] } });
  const colleague = await main.signIn({ workspaceId: operator.workspaceId, role: 'ADMIN_ACCESS', isOperator: true });
  const refused = [
    change(client.userId, { role: 'ADMIN_ACCESS' }),
    remove(client.userId),
    remove(colleague.userId),
    remove(operator.userId),
    change(operator.userId, { status: 'deactivated' }),
  ];
  for (const each of refused) await expect(each).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await change(client.userId, { status: 'deactivated' })).toMatchObject({ status: 'deactivated' });
});

import { authContract } from '@skein/contracts/main/auth.contract';
import { v1ClientsContract } from '@skein/contracts/v1/clients.contract';
import { createTestMain, type SignedIn, type TestMain } from '../../testing';

let main: TestMain;
let me: SignedIn;

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

test('a new password for a client ends the sessions that the old one began', async () => {
  const clients = main.asClient(v1ClientsContract, me);
  const given = { name: 'Bright Ltd', email: 'login@bright.test', password: 'the first password' };
  const { id } = await clients.save({ body: given });
  const auth = main.asClient(authContract);
  const { token } = await auth.clientLogin({ body: { email: given.email, password: given.password } });
  const asClient = main.asClient(authContract, { headers: { authorization: `Bearer ${token}` } });
  expect((await asClient.me({})).user.isClient).toBe(true);
  await clients.save({ body: { ...given, id, password: 'the second password' } });
  main.deps.authenticator.forget(me.workspaceId);
  await expect(asClient.me({})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect((await auth.clientLogin({ body: { email: given.email, password: 'the second password' } })).token).toEqual(expect.any(String));
});

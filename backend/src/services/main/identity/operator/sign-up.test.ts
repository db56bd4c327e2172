import { authContract } from '@skein/contracts/main/auth.contract';
import { operatorContract } from '@skein/contracts/main/operator.contract';
import type { SignUpMode } from '@skein/contracts/main/operator-views';
import { createMailedMain, type MailedMain } from '#services/testing/mailed-main';
import type { SignedIn } from '#main/testing';

let main: MailedMain;
let operator: SignedIn;
const anyone = () => main.asClient(authContract);
const invitations = () => main.asClient(operatorContract, operator);
const setMode = (signUp: SignUpMode, contact: string | null = null) =>
  Object.assign(main.deps.config, { signUp, contact });
const signUp = (email: string) => anyone().signUp({ body: { name: 'N', email, password: 'a long enough password' } });
const linkTo = async (email: string) => {
  await main.runJobs();
  const mail = main.mails.filter(({ to }) => to.includes(email)).at(-1);
  return /sign-up\?invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] as string;
};

beforeAll(async () => {
  main = await createMailedMain();
  operator = await main.signIn({ isOperator: true });
});

beforeEach(() => setMode('open'));

afterAll(() => main.close());

it('takes sign-ups from anyone while it is open', async () => {
  expect(await signUp('anyone@open.test')).toMatchObject({ user: { email: 'anyone@open.test' } });
});

it.each([
  ['invitation', 'Sign-up is by invitation. Ask sales@skein.example to invite you.'],
  ['closed', 'Sign-up is closed. Ask sales@skein.example for an account.'],
] as const)('refuses strangers while it is %s, says whom to ask, and makes nothing', async (mode, message) => {
  setMode(mode, 'sales@skein.example');
  await expect(signUp(`stranger@${mode}.test`)).rejects.toMatchObject({ code: 'SIGN_UP_CLOSED', status: 403, message });
  expect(await main.test.query(`select from app_user where email = $1`, [`stranger@${mode}.test`])).toEqual([]);
});

it('lets an invited address open a workspace with its link, once, whatever the mode', async () => {
  setMode('closed');
  const invited = await invitations().inviteToSignUp({ body: { email: 'Kim@Invited.test' } });
  expect(invited.email).toBe('kim@invited.test');
  const uuid = await linkTo('kim@invited.test');
  expect(await anyone().readSignUpInvitation({ query: { uuid } })).toEqual({
    email: 'kim@invited.test',
    invited_by: operator.email,
  });
  const accept = () =>
    anyone().acceptSignUpInvitation({
      body: { uuid, name: 'Kim', company: 'Invited Ltd', password: 'a long enough password' },
    });
  const outcomes = await Promise.allSettled([accept(), accept()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'fulfilled')).toMatchObject({
    value: { user: { email: 'kim@invited.test', is_email_verified: true, workspace: { name: 'Invited Ltd' } } },
  });
  await expect(accept()).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect((await invitations().listSignUpInvitations({})).invitations).toEqual([]);
});

it('renews an invitation, so that only the newest link works, and withdraws it', async () => {
  const email = 'lee@invited.test';
  await invitations().inviteToSignUp({ body: { email } });
  const first = await linkTo(email);
  const again = await invitations().inviteToSignUp({ body: { email } });
  const second = await linkTo(email);
  await expect(anyone().readSignUpInvitation({ query: { uuid: first } })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect(await anyone().readSignUpInvitation({ query: { uuid: second } })).toMatchObject({ email });
  await invitations().withdrawSignUpInvitation({ params: { signUpInvitationId: again.id } });
  await expect(anyone().readSignUpInvitation({ query: { uuid: second } })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});

it('does not invite an address that has an account', async () => {
  await expect(invitations().inviteToSignUp({ body: { email: operator.email } })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

it('lets an invitation end after seven days', async () => {
  await invitations().inviteToSignUp({ body: { email: 'late@invited.test' } });
  const uuid = await linkTo('late@invited.test');
  main.realClock.advance(7 * 86_400_000 + 1);
  await expect(anyone().readSignUpInvitation({ query: { uuid } })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'This invitation has expired. Ask for a new one.',
  });
});

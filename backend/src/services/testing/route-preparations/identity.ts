import { addressChangeContract } from '@skein/contracts/main/address-change.contract';
import { signedUploadsContract } from '@skein/contracts/main/signed-uploads.contract';
import { teamContract } from '@skein/contracts/main/team.contract';
import { twoFactorContract } from '@skein/contracts/main/two-factor.contract';
import { whitelabelContract } from '@skein/contracts/main/whitelabel.contract';
import { Readable } from 'node:stream';
import { oneTimeCode } from '#platform/auth/one-time-code';
import { hashPassword } from '#platform/crypto/passwords';
import type { SignedIn, TestMain } from '#main/testing';
import { mailTo, type Asked, type Prepared, type Preparations } from './prepared-route';

const password = 'correct horse battery';
/** What an emailed link holds. */
const secretOf = ({ workspaceId }: SignedIn) => `fixture-link-of-workspace-${workspaceId}`;
const inADay = ({ realClock }: TestMain) => new Date(realClock.now() + 86_400_000);
/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

async function givePassword({ services: { main } }: Asked, person: SignedIn): Promise<string> {
  await main.test.query('update app_user set password_hash = $2 where id = $1', [
    person.userId,
    await hashPassword(password),
  ]);
  return person.email;
}

/** A person with a password, who has begun to switch two-factor login on. */
async function startTwoFactor(asked: Asked) {
  const { services, person } = asked;
  await givePassword(asked, person);
  const { secret } = await services.asClient(twoFactorContract, person).startTwoFactor({ body: { password } });
  const now = services.main.realClock.now();
  return {
    code: oneTimeCode(secret, now),
    /** Each code works once; phones may be half a minute ahead. */
    next: oneTimeCode(secret, now + 30_000),
  };
}

async function withTwoFactor(asked: Asked) {
  const { code, next } = await startTwoFactor(asked);
  await asked.services.asClient(twoFactorContract, asked.person).confirmTwoFactor({ body: { code } });
  return { body: { password, code: next } };
}

/** The link in the newest email to an address. */
const linkTo = async (asked: Asked, address: string): Promise<string> =>
  /uuid=([\w-]+)/.exec(await mailTo(asked, address))?.[1] ?? '';

async function signUpLink({ services: { main }, person, own }: Asked): Promise<string> {
  await main.test.query('update sign_up_invitation set token_hash = $2, expires_at = $3 where id = $1', [
    own['signUpInvitationId'],
    main.deps.hashSecret(secretOf(person)),
    inADay(main),
  ]);
  return secretOf(person);
}

async function teamLink({ services: { main }, person }: Asked): Promise<string> {
  await main.test.query(
    `
      insert into team_invitation (id, workspace_id, email, role, invited_by, token_hash, expires_at)
      values (nextval(pg_get_serial_sequence('app_user', 'id')), $1, $2, 'FULL_MEMBER_ACCESS', $3, $4, $5)
    `,
    [
      person.workspaceId,
      `joins-${person.workspaceId}@company.test`,
      person.userId,
      main.deps.hashSecret(secretOf(person)),
      inADay(main),
    ],
  );
  return secretOf(person);
}

/** An agency that shows its own name. */
const agency = ({ services: { main } }: Asked): Promise<SignedIn> => main.signIn({ plan: 'enterprise' });

/** An agency that named its host, which nothing has proven yet. */
async function ownName(asked: Asked): Promise<Prepared> {
  const person = await agency(asked);
  await asked.services
    .asClient(whitelabelContract, person)
    .change({ body: { domain: `mail.agency-${person.workspaceId}.test` } });
  return { person };
}

/** Somebody who has logged in with a browser. */
async function inBrowser(asked: Asked): Promise<Prepared> {
  const answer = await asked.services.main.app.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: await givePassword(asked, asked.person), password }),
  });
  return { headers: { cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] as string } };
}

export const identityPreparations: Preparations = {
  'POST /api/auth/login': async (asked) => ({ body: { email: await givePassword(asked, asked.person), password } }),
  'POST /api/client/login': async (asked) => {
    const client = await asked.services.main.signIn({
      workspaceId: asked.person.workspaceId,
      client: { permissions: ['full_access'] },
    });
    return { body: { email: await givePassword(asked, client), password } };
  },
  'POST /api/auth/refresh': inBrowser,
  'POST /api/auth/logout': inBrowser,
  'POST /api/auth/two-factor/start': async (asked) => {
    await givePassword(asked, asked.person);
    return { body: { password } };
  },
  'POST /api/auth/two-factor/confirm': async (asked) => ({ body: { code: (await startTwoFactor(asked)).code } }),
  'POST /api/auth/two-factor/off': withTwoFactor,
  'POST /api/auth/two-factor/recovery-codes': withTwoFactor,
  'POST /api/auth/address-change': async (asked) => {
    await givePassword(asked, asked.person);
    return { body: { email: `moved-${asked.person.workspaceId}@company.test`, password } };
  },
  'POST /api/auth/address-change/confirm': async (asked) => {
    const { services, person } = asked;
    const email = `moved-${person.workspaceId}@company.test`;
    const client = services.asClient(addressChangeContract, person);
    await givePassword(asked, person);
    await client.startAddressChange({ body: { email, password } });
    await services.runJobsNamed('main.mail-address-change');
    await client.confirmAddressChange({ body: { uuid: await linkTo(asked, person.email) } });
    return { body: { uuid: await linkTo(asked, email) } };
  },
  'POST /api/auth/password/reset': async (asked) => {
    const { services, person } = asked;
    await services.main.test.query(
      `insert into email_token (workspace_id, user_id, kind, token_hash, expires_at) values ($1, $2, 'reset', $3, $4)`,
      [person.workspaceId, person.userId, services.main.deps.hashSecret(secretOf(person)), inADay(services.main)],
    );
    return { body: { uuid: secretOf(person), newPassword: password } };
  },
  'POST /api/auth/sign-up-invitation': async (asked) => ({
    body: { uuid: await signUpLink(asked), name: 'Ada Whitlock', password },
  }),
  'GET /api/auth/sign-up-invitation': async (asked) => ({ query: { uuid: await signUpLink(asked) } }),
  'POST /api/team/invitation/accept': async (asked) => ({
    body: { uuid: await teamLink(asked), name: 'Ada Whitlock', password },
  }),
  'GET /api/team/invitation': async (asked) => ({ query: { uuid: await teamLink(asked) } }),
  'GET /api/auth/verify-user': async (asked) => {
    const { services } = asked;
    const email = 'signs-up@new-company.test';
    await services.main.app.request('/api/auth/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada Whitlock', email, password }),
    });
    await services.runJobsNamed('main.mail-to-person');
    return { query: { uuid: await linkTo(asked, email) } };
  },
  'POST /api/operator/workspaces': async ({ person }) => ({
    body: { name: 'Opened', owner_name: 'Ada Whitlock', owner_email: `opens-${person.workspaceId}@company.test` },
  }),
  'POST /api/operator/workspaces/:operatedWorkspaceId/people': async ({ person }) => ({
    body: { name: 'Ada Whitlock', email: `added-${person.workspaceId}@company.test`, role: 'FULL_MEMBER_ACCESS' },
  }),
  'POST /api/team/members/:memberId/invitation': async ({ services, person }) => {
    const email = `asked-again-${person.workspaceId}@company.test`;
    const { id } = await services
      .asClient(teamContract, person)
      .invite({ body: { email, role: 'FULL_MEMBER_ACCESS' } });
    // Emails of an invitation are a minute apart.
    await services.main.test.query(
      `update team_invitation set expires_at = expires_at - interval '1 hour' where email = $1`,
      [email],
    );
    return { params: { memberId: id } };
  },
  'PUT /api/profile-picture': async ({ services, person }) => {
    const { key } = await services
      .asClient(signedUploadsContract, person)
      .profilePicture({ query: { fileType: 'image/png' } });
    await services.main.deps.files.put(key, Readable.from([png]), { type: 'image/png', maximum: png.length });
    return { body: { key } };
  },
  'PUT /api/whitelabel/images/:kind': async (asked) => ({
    person: await agency(asked),
    text: new Uint8Array(png),
  }),
  'POST /api/whitelabel/sandbox-records': ownName,
  'POST /api/whitelabel/verify': ownName,
};

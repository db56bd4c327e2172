import type { SignedIn, TestMain } from '#main/testing';
import type { FixtureRows, RouteIds } from './fixture-rows';

/** Clients, members, keys, sessions and notifications of the workspace, and another workspace for the operator. */
export async function createIdentityRows(rows: FixtureRows): Promise<RouteIds> {
  const { insert, insertOne, workspaceId, person, main } = rows;
  const { id: operatedWorkspaceId } = await insertOne<{ id: number }>(
    `insert into workspace (name) values ('Operated fixture') returning id`,
    [],
  );
  const operatedPerson = await insertOne<{ id: number }>(
    `
      insert into app_user (workspace_id, email, name, role, is_email_verified, two_factor_secret)
      values ($1, $2, 'Operated fixture', 'FULL_MEMBER_ACCESS', true, '\\x00')
      returning id
    `,
    [operatedWorkspaceId, `operated-${workspaceId}@company.test`],
  );
  const invitation = await insertOne<{ id: number }>(
    `
      insert into sign_up_invitation (email, invited_by, expires_at)
      values ($1, 'fixture', now() + interval '1 day')
      returning id
    `,
    [`invited-${workspaceId}@company.test`],
  );
  return {
    operatedWorkspaceId,
    operatedPersonId: operatedPerson.id,
    signUpInvitationId: invitation.id,
    clientId: await insert('insert into agency_client (workspace_id, name, email) values ($1, $2, $3)', [
      'Fixture',
      `client-${workspaceId}@company.test`,
    ]),
    memberId: await insert(
      `insert into app_user (workspace_id, email, name, role) values ($1, $2, 'Fixture', 'FULL_MEMBER_ACCESS')`,
      [`member-${workspaceId}@company.test`],
    ),
    keyId: await newestKey(main, person),
    clientKeyId: await keyOfClient(rows),
    sessionId: await otherSession(rows),
    pushSubscriptionId: await insert(
      `
        insert into push_subscription (workspace_id, user_id, endpoint, p256dh, auth)
        values ($1, $2, $3, 'fixture', 'fixture')
      `,
      [person.userId, `https://push.test/${workspaceId}`],
    ),
  };
}

/** The newest row of the audit trail: those that the other rows have written. */
export async function newestAuditEntry({ insertOne, workspaceId }: FixtureRows): Promise<string> {
  const entry = await insertOne<{ id: string }>('select max(id)::text as id from audit_entry where workspace_id = $1', [
    workspaceId,
  ]);
  return entry.id;
}

async function otherSession({ insertOne, person }: FixtureRows): Promise<string> {
  const session = await insertOne<{ id: string }>(
    `
      insert into user_session (workspace_id, user_id, refresh_hash, expires_at)
      values ($1, $2, gen_random_uuid()::text, now() + interval '1 day')
      returning id
    `,
    [person.workspaceId, person.userId],
  );
  return session.id;
}

async function newestKey(main: TestMain, person: SignedIn): Promise<number> {
  await main.apiKey(person);
  const [key] = await main.test.query<{ id: number }>('select max(id) as id from api_key where workspace_id = $1', [
    person.workspaceId,
  ]);
  return key?.id as number;
}

async function keyOfClient({ main, person, insertOne }: FixtureRows): Promise<number> {
  const client = await insertOne<{ id: number }>(
    'insert into agency_client (workspace_id, name, email) values ($1, $2, $3) returning id',
    [person.workspaceId, 'With a key', `key-${person.workspaceId}@company.test`],
  );
  return newestKey(main, { ...person, clientId: client.id });
}

import { randomUUID } from 'node:crypto';
import type { PlanType } from '@skein/contracts/constants';
import type { ClientId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { Role } from '@skein/contracts/permissions';
import { createRandomToken } from '#platform/crypto/random-token';
import type { TestDatabase } from '#platform/testing/test-database';
import type { MainDeps } from '../deps';

/** Somebody who is logged in: a person of a workspace made for the test. */
export interface SignedIn {
  workspaceId: WorkspaceId;
  userId: UserId;
  sessionId: string;
  email: string;
  token: string;
  headers: { authorization: string };
  /** Set for a client of an agency. */
  clientId: ClientId | null;
}

export interface SignInOptions {
  role?: Role;
  /** joins this workspace instead of a new one */
  workspaceId?: WorkspaceId;
  plan?: PlanType;
  /** makes the person a client of the agency with these permissions */
  client?: { permissions: string[]; restrictedCategories?: number[] };
  email?: string;
  /** makes the person an operator of the installation */
  isOperator?: boolean;
}

/** A person with a session; by default the owner of a new workspace on the pro plan. */
export async function signIn(test: TestDatabase, deps: MainDeps, options: SignInOptions = {}): Promise<SignedIn> {
  const { role = 'OWNER', plan = 'pro', client } = options;
  const email = options.email ?? `person-${randomUUID().slice(0, 8)}@company.test`;
  const now = deps.realClock.now();
  const one = async (sql: string, values: unknown[]) =>
    (await test.query<{ id: number }>(sql, values))[0]?.id as number;
  const workspaceId =
    options.workspaceId ??
    (await one(
      `
        insert into workspace (name, plan_type, is_subscribed, trial_start_at, trial_end_at)
        values ($1, $2, $3, $4, $5)
        returning id
      `,
      ['Test workspace', plan, plan !== 'trial', new Date(now), new Date(now + 12 * 86_400_000)],
    ));
  const clientId = client
    ? await one(
        `
          insert into agency_client (workspace_id, name, email, permissions, restricted_categories)
          values ($1, $2, $3, $4, $5)
          returning id
        `,
        [workspaceId, 'Test client', email, client.permissions, client.restrictedCategories ?? []],
      )
    : null;
  const userId = await one(
    `
      insert into app_user (workspace_id, client_id, email, name, role, is_email_verified, is_operator)
      values ($1, $2, $3, $4, $5, true, $6)
      returning id
    `,
    [workspaceId, clientId, email, 'Test Person', role, options.isOperator ?? false],
  );
  const sessionId = (
    await test.query<{ id: string }>(
      `
        insert into user_session (workspace_id, user_id, refresh_hash, expires_at)
        values ($1, $2, $3, $4)
        returning id
      `,
      [workspaceId, userId, randomUUID(), new Date(now + 86_400_000)],
    )
  )[0]?.id as string;
  const token = await deps.tokens.sign({ userId, workspaceId, sessionId });
  return { workspaceId, userId, sessionId, email, token, headers: { authorization: `Bearer ${token}` }, clientId };
}

/** An API key of a person. */
export async function apiKey(
  test: TestDatabase,
  { hashSecret, vault }: Pick<MainDeps, 'hashSecret' | 'vault'>,
  person: SignedIn,
): Promise<string> {
  const key = createRandomToken('skein_');
  await test.query(
    `
      insert into api_key (workspace_id, user_id, client_id, name, key_hash, key_sealed, key_last_four)
      values ($1, $2, $3, $4, $5, $6, $7)
    `,
    [
      person.workspaceId,
      person.userId,
      person.clientId,
      'test',
      hashSecret(key),
      vault.seal(key, `api-key:${person.workspaceId}`),
      key.slice(-4),
    ],
  );
  return key;
}

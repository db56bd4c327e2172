import type { ClientId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { Role } from '@skein/contracts/permissions';
import type { PlanType } from '@skein/contracts/constants';
import { featureFlags } from '@skein/contracts/feature-access';
import type { Database } from '../db/database';
import { isPlanInForce } from '../plans/plan-in-force.store';
import type { RequestActor } from '../http/request-actor';
import { SkeinError } from '../http/skein-error';
import type { AccessClaims } from '../crypto/access-tokens';
import { isOperator, workspaceDisabled, type OperatorRule } from './operators';

interface ActorRow {
  workspace_id: WorkspaceId;
  user_id: UserId;
  email: string;
  name: string | null;
  role: Role;
  client_id: ClientId | null;
  permissions: string[] | null;
  restricted_categories: number[] | null;
  plan_type: PlanType;
  trial_end_at: Date | null;
  is_subscribed: boolean;
  subscription_end_at: Date | null;
  feature_access: unknown;
  key_id: number | null;
  scopes: string[] | null;
  requests_per_minute: number | null;
  key_expires_at: Date | null;
  is_operator: boolean;
  is_email_verified: boolean;
  is_demo: boolean;
  disabled_at: Date | null;
  disabled_reason: string | null;
}

/** What of the environment decides about people. */
export interface ActorRules extends OperatorRule {
  /** The contact shown to people of a disabled workspace. */
  contact: string | null;
}

const person = `
  u.workspace_id, u.id as user_id, u.email, u.name, u.role, u.is_operator, u.is_email_verified, w.is_demo, w.disabled_at, w.disabled_reason,
  p.plan_type, p.trial_end_at, p.is_subscribed, p.subscription_end_at, p.feature_access, c.id as client_id, c.permissions,
    c.restricted_categories`;

/**
 * The person of a session that was neither revoked nor ran out; null otherwise.
 * @throws SkeinError WORKSPACE_DISABLED with status 401, which ends the session in a browser
 */
export async function findSessionActor(
  db: Database,
  claims: AccessClaims,
  now: number,
  rules: ActorRules,
): Promise<RequestActor | null> {
  const [row] = await db.systemStatement<ActorRow>(
    `
      select ${person}, null::int as key_id, null::text[] as scopes, null::int as requests_per_minute,
        null::timestamptz as key_expires_at
      from user_session s
      join app_user u on u.id = s.user_id and u.workspace_id = s.workspace_id
      join workspace w on w.id = u.workspace_id
      join workspace_plan p on p.id = w.id
      left join agency_client c on c.id = u.client_id
        and c.workspace_id = u.workspace_id
        and c.status = 'active'
      where s.id = $1::uuid
        and s.user_id = $2
        and s.workspace_id = $3
        and s.revoked_at is null
        and s.expires_at > to_timestamp($4::float8 / 1000)
        and u.status = 'active'
        and (u.client_id is null or c.id is not null)
    `,
    [claims.sessionId, claims.userId, claims.workspaceId, now],
  );
  if (row?.disabled_at) throw workspaceDisabled(row.disabled_reason, rules.contact, 401);
  return row
    ? toActor(row, now, { via: 'session', sessionId: claims.sessionId, isOperator: isOperator(row, rules) })
    : null;
}

/**
 * Whom an active API key acts as: the person who made it, or, for a key that an agency made for a client, the client's
 * own login (where it has none, a person of the client who can't log in), so that nothing of the agency's person is
 * read, spent or written in their name. Notes (at most once a minute) that it was used.
 * @throws SkeinError WORKSPACE_DISABLED, or UNAUTHENTICATED with the day on which the key expired
 */
export async function findKeyActor(
  db: Database,
  keyHash: string,
  now: number,
  rules: ActorRules,
): Promise<RequestActor | null> {
  const [row] = await db.systemStatement<ActorRow>(
    `
      with used as (
        update api_key
        set last_used_at = to_timestamp($2::float8 / 1000)
        where key_hash = $1
          and status = 'active'
          and (last_used_at is null or last_used_at < to_timestamp($2::float8 / 1000 - 60))
      )
      select ${person}, k.id as key_id, k.scopes, k.requests_per_minute, k.expires_at as key_expires_at
      from api_key k
      join app_user maker on maker.id = k.user_id
        and maker.workspace_id = k.workspace_id
        and maker.status = 'active'
      join lateral (
        select o.*
        from app_user o
        where o.workspace_id = k.workspace_id
          and o.status = 'active'
          and case
            when k.client_id is null or maker.client_id = k.client_id then o.id = maker.id
            else o.client_id = k.client_id and (o.is_email_verified or o.email like 'client-%@keys.invalid')
            end
        order by o.is_email_verified desc, o.id
        limit 1
      ) u on true
      join workspace w on w.id = u.workspace_id
      join workspace_plan p on p.id = w.id
      left join agency_client c on c.id = coalesce(k.client_id, u.client_id)
        and c.workspace_id = u.workspace_id
        and c.status = 'active'
      where k.key_hash = $1
        and k.status = 'active'
        and u.status = 'active'
        and (coalesce(k.client_id, u.client_id) is null or c.id is not null)
    `,
    [keyHash, now],
  );
  if (row?.disabled_at) throw workspaceDisabled(row.disabled_reason, rules.contact);
  if (row?.key_expires_at && row.key_expires_at.getTime() <= now)
    throw new SkeinError(
      'UNAUTHENTICATED',
      `This API key expired on ${row.key_expires_at.toISOString().slice(0, 10)}. Create another one.`,
    );
  // A key never has operator rights, even one that an operator made.
  return row ? toActor(row, now, { via: 'api-key', sessionId: null, isOperator: false }) : null;
}

function toActor(
  row: ActorRow,
  now: number,
  how: Pick<RequestActor, 'via' | 'sessionId' | 'isOperator'>,
): RequestActor {
  const client =
    row.client_id === null
      ? null
      : {
          id: row.client_id,
          permissions: row.permissions ?? [],
          restrictedCategories: row.restricted_categories ?? [],
        };
  return {
    ...how,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    email: row.email,
    name: row.name ?? row.email.slice(0, row.email.indexOf('@')),
    role: row.role,
    client,
    apiKeyId: row.key_id,
    scopes: row.scopes,
    requestsPerMinute: row.requests_per_minute,
    planType: row.plan_type,
    features: featureFlags(row.plan_type, row.feature_access, client !== null),
    hasAccess: client !== null || isPlanInForce(row, now),
  };
}

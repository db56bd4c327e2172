import type { Role } from '@skein/contracts/permissions';
import type { PlanType } from '@skein/contracts/constants';
import { featureFlags } from '@skein/contracts/feature-access';
import { hasPlanAccess } from '@skein/contracts/plan-access';
import type { Database } from '../db/database';
import type { RequestActor } from '../http/request-actor';
import type { AccessClaims } from '../crypto/access-tokens';

interface ActorRow {
  workspace_id: number;
  user_id: number;
  email: string;
  name: string | null;
  role: Role;
  client_id: number | null;
  permissions: string[] | null;
  restricted_categories: number[] | null;
  plan_type: PlanType;
  trial_end_at: Date | null;
  is_subscribed: boolean;
  subscription_end_at: Date | null;
  feature_access: unknown;
  key_id: number | null;
}

const person = `
  u.workspace_id, u.id AS user_id, u.email, u.name, u.role, w.plan_type, w.trial_end_at, w.is_subscribed, w.subscription_end_at, w.feature_access,
  c.id AS client_id, c.permissions, c.restricted_categories`;

/** The person of a session that was neither revoked nor ran out; null otherwise. */
export async function findSessionActor(db: Database, claims: AccessClaims, now: number): Promise<RequestActor | null> {
  const { rows } = await db.pools.system.query<ActorRow>(
    `SELECT ${person}, NULL::int AS key_id
     FROM user_session s
     JOIN app_user u ON u.id = s.user_id AND u.workspace_id = s.workspace_id
     JOIN workspace w ON w.id = u.workspace_id
     LEFT JOIN agency_client c ON c.id = u.client_id AND c.workspace_id = u.workspace_id AND c.status = 'active'
     WHERE s.id = $1::uuid AND s.user_id = $2 AND s.workspace_id = $3 AND s.revoked_at IS NULL AND s.expires_at > to_timestamp($4::float8 / 1000)
       AND u.status = 'active' AND (u.client_id IS NULL OR c.id IS NOT NULL)`,
    [claims.sessionId, claims.userId, claims.workspaceId, now],
  );
  return rows[0] ? toActor(rows[0], now, { via: 'session', sessionId: claims.sessionId }) : null;
}

/**
 * Whom an active API key acts as: the person who made it, or, for a key that an agency made for a client, the client's own confirmed login, so that nothing of
 * the agency's person is read, spent or written in their name. Notes (at most once a minute) that it was used.
 */
export async function findKeyActor(db: Database, keyHash: string, now: number): Promise<RequestActor | null> {
  const { rows } = await db.pools.system.query<ActorRow>(
    `WITH used AS (
       UPDATE api_key SET last_used_at = to_timestamp($2::float8 / 1000)
       WHERE key_hash = $1 AND status = 'active' AND (last_used_at IS NULL OR last_used_at < to_timestamp($2::float8 / 1000 - 60))
     )
     SELECT ${person}, k.id AS key_id
     FROM api_key k
     JOIN app_user maker ON maker.id = k.user_id AND maker.workspace_id = k.workspace_id AND maker.status = 'active'
     JOIN LATERAL (
       SELECT p.* FROM app_user p WHERE p.workspace_id = k.workspace_id AND p.status = 'active'
         AND CASE WHEN k.client_id IS NULL OR maker.client_id = k.client_id THEN p.id = maker.id ELSE p.client_id = k.client_id AND p.is_email_verified END
       ORDER BY p.id LIMIT 1) u ON true
     JOIN workspace w ON w.id = u.workspace_id
     LEFT JOIN agency_client c ON c.id = coalesce(k.client_id, u.client_id) AND c.workspace_id = u.workspace_id AND c.status = 'active'
     WHERE k.key_hash = $1 AND k.status = 'active' AND u.status = 'active' AND (coalesce(k.client_id, u.client_id) IS NULL OR c.id IS NOT NULL)`,
    [keyHash, now],
  );
  return rows[0] ? toActor(rows[0], now, { via: 'api-key', sessionId: null }) : null;
}

function toActor(row: ActorRow, now: number, how: Pick<RequestActor, 'via' | 'sessionId'>): RequestActor {
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
    planType: row.plan_type,
    features: featureFlags(row.plan_type, row.feature_access, client !== null),
    hasAccess:
      client !== null ||
      hasPlanAccess(
        { isSubscribed: row.is_subscribed, subscriptionEnd: row.subscription_end_at, trialEnd: row.trial_end_at },
        now,
      ),
  };
}

import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { Actor } from '@skein/contracts/permissions';
import type { PlanType } from '@skein/contracts/constants';
import type { AccessSubject, FeatureFlags } from '@skein/contracts/feature-access';
import type { TokenScope } from '@skein/contracts/endpoint';

/** Who stands behind a request, after authentication. */
export interface RequestActor extends Actor {
  via: 'session' | 'api-key';
  workspaceId: WorkspaceId;
  /** The person; for an API key its owner. */
  userId: UserId;
  email: string;
  name: string;
  sessionId: string | null;
  apiKeyId: number | null;
  /** What an API key may be used for; null or absent: everything that its person may. */
  scopes?: readonly string[] | null;
  /** Requests of this key in a minute, where it has a limit of its own. */
  requestsPerMinute?: number | null;
  planType: PlanType;
  /** What the plan opens (new_feature_access). */
  features: FeatureFlags;
  /** Whether the subscription or the trial still runs (docs/domain.md, Roles and access: one-day grace). */
  hasAccess: boolean;
  /** Whether they run this installation; never true for an API key. */
  isOperator: boolean;
}

/**
 * Finds the actor of a request: null without credentials; throws UNAUTHENTICATED when there are some and they are wrong or expired.
 * A token of a scope is one of the wrong ones unless this scope is named.
 */
export type Authenticate = (request: Request, scope?: TokenScope) => Promise<RequestActor | null>;

/** The actor in the terms of the one policy (contracts/feature-access). */
export const accessSubject = ({
  role,
  client,
  planType,
  features,
}: Pick<RequestActor, 'role' | 'client' | 'planType' | 'features'>): AccessSubject => ({
  role,
  client: client ? client.permissions : null,
  plan: planType,
  flags: features,
});

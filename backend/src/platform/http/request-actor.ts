import type { Actor } from '@skein/contracts/permissions';
import type { PlanType } from '@skein/contracts/constants';

/** Who stands behind a request, after authentication. */
export interface RequestActor extends Actor {
  via: 'session' | 'api-key';
  workspaceId: number;
  /** The person; for an API key its owner. */
  userId: number;
  email: string;
  name: string;
  sessionId: string | null;
  apiKeyId: number | null;
  planType: PlanType;
  /** Whether the subscription or the trial still runs (specification, section 6: one-day grace). */
  hasAccess: boolean;
}

/** Finds the actor of a request: null without credentials; throws UNAUTHENTICATED when there are some and they are wrong or expired. */
export type Authenticate = (request: Request) => Promise<RequestActor | null>;

import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Who caused what a transaction writes: the trail of changes (`write_audit_entry`) reads it from the transaction itself. */
export interface Acting {
  user_id: UserId | null;
  workspace_id: WorkspaceId | null;
  email: string | null;
  name: string | null;
  /** `link`: a login, or a link from an email, where nobody is known beforehand. */
  via: 'session' | 'api-key' | 'link';
  api_key_id: number | null;
  ip: string;
  user_agent: string;
  request_id: string;
  route: string;
  /** The entry that this request undoes. */
  undoes?: string;
}

const acting = new AsyncLocalStorage<Acting>();

/**
 * Carries out the work of a request in the name of whoever asked. A service that is asked by another one for the same person keeps
 * where they came from: the request inside comes from the process itself.
 */
export function actAs<Result>(who: Acting, work: () => Promise<Result>): Promise<Result> {
  const outer = acting.getStore();
  const isSame = outer?.user_id != null && outer.user_id === who.user_id;
  return acting.run(isSame ? { ...outer, route: who.route } : who, work);
}

/** Marks what the work writes as the undoing of an entry. */
export function undoing<Result>(entryId: string, work: () => Promise<Result>): Promise<Result> {
  const outer = acting.getStore();
  return outer ? acting.run({ ...outer, undoes: entryId }, work) : work();
}

/** Who acts, as the database gets it; null outside of requests, where the product acts by itself. */
export const actingText = (): string | null => {
  const who = acting.getStore();
  return who ? JSON.stringify(who) : null;
};

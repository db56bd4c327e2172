import type { RequestActor } from '#platform/http/request-actor';
import { isUniqueViolation } from '#platform/db/unique-violation';
import { invalidField, notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { SqlClient } from '#platform/db/database';
import { scopeOf } from '#access/access.api';
import { giveLogin } from './client-login';
import { findClients, writeClient, type ClientChange, type ClientQuery, type ClientRecord } from './clients.store';

/** Clients by name, with what belongs to them; a member with limited access sees theirs. */
export const clientsInSight = (
  sql: SqlClient,
  who: RequestActor,
  query: Omit<ClientQuery, 'memberId'> = {},
): Promise<ClientRecord[]> => findClients(who.workspaceId, sql, { ...query, memberId: scopeOf(who).memberId });

/** Addresses of clients are unique in a workspace. @throws SkeinError VALIDATION for one that is taken */
export async function withUniqueAddress<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('email', 'belongs to another client or person');
    throw error;
  }
}

/** A client to make, or (with an id) to change; a password makes or changes its login. */
interface ClientToSave {
  id: number | null;
  change: ClientChange & { name: string; email: string };
  passwordHash: string | null;
}

/** Makes a client of the agency, or changes one. @returns its id @throws SkeinError VALIDATION, NOT_FOUND */
export const saveClient = (
  deps: Pick<MainDeps, 'db' | 'jobs'>,
  who: RequestActor,
  { id, change, passwordHash }: ClientToSave,
): Promise<number> =>
  withUniqueAddress(() =>
    deps.db.tenantSql(who.workspaceId, async (sql) => {
      const saved = await writeClient(who.workspaceId, sql, id, change);
      if (!saved) throw notFound('This client');
      if (passwordHash !== null)
        await giveLogin(deps, who, sql, {
          clientId: saved.id,
          login: { name: change.name, email: change.email, passwordHash, isLinkWanted: false },
        });
      return saved.id;
    }),
  );

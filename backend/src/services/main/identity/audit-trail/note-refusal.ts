import { actAs } from '#platform/audit/acting';
import { noteInTrail } from '#platform/audit/audit.store';
import type { MainDeps } from '#main/deps';
import { findCredentials } from '../people/people.store';

/**
 * Tells the history of a workspace that somebody failed to log in as one of its people, and from where; nothing where
 * nobody has the address.
 */
export async function noteRefusal(
  deps: Pick<MainDeps, 'db'>,
  login: { email: string; ip: string; user_agent: string; request_id: string },
): Promise<void> {
  const found = await findCredentials(deps.db, login.email);
  if (!found) return;
  // The address that was tried does not identify the person who tried it.
  const nobody = { user_id: null, workspace_id: null, email: null, name: null, via: 'link', api_key_id: null } as const;
  await actAs(
    {
      ...nobody,
      ip: login.ip,
      user_agent: login.user_agent,
      request_id: login.request_id,
      route: 'POST /api/auth/login',
    },
    () =>
      deps.db.tenantSql(found.workspace_id, (sql) =>
        noteInTrail(found.workspace_id, sql, {
          kind: 'session',
          action: 'refused',
          objectId: String(found.id),
          label: login.email,
        }),
      ),
  );
}

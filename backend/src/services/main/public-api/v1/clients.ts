import { hashPassword } from '#platform/crypto/passwords';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { requireAgencyPlan } from '#access/access.api';
import { clientsInSight, saveClient as saveAgencyClient } from '#identity/identity.api';

export const listClients = (deps: Pick<MainDeps, 'db'>, who: RequestActor) =>
  deps.db.tenantSql(who.workspaceId, async (sql) =>
    (await clientsInSight(sql, who))
      .sort((one, other) => one.id - other.id)
      .map((client) => ({
        id: client.id,
        name: client.name,
        email: client.email,
        uuid: client.uuid,
        created_at: client.created_at,
        user_id: client.owner_id,
        logo: null,
        logo_url: client.logo_url,
        client_permision: { permission: client.permissions, retricted_category: client.restricted_categories },
      })),
  );

export interface SaveClient {
  id?: number | null;
  name: string;
  email: string;
  password?: string;
  permission?: string[];
  logo_url?: string | null;
  is_credit_assigned?: boolean;
  email_credits?: number | null;
  lead_credits?: number | null;
}

/**
 * Makes a client of the agency, or changes one; a password makes or changes its login.
 * @throws SkeinError VALIDATION, NOT_FOUND, PLAN_REQUIRED
 */
export async function saveClient(deps: Pick<MainDeps, 'db' | 'jobs'>, who: RequestActor, given: SaveClient) {
  requireAgencyPlan(who);
  const passwordHash = given.password === undefined ? null : await hashPassword(given.password);
  const id = await saveAgencyClient(deps, who, {
    id: given.id ?? null,
    change: {
      name: given.name,
      email: given.email,
      permissions: given.permission,
      logo_url: given.logo_url,
      is_credit_assigned: given.is_credit_assigned,
      email_credits: given.email_credits,
      lead_credits: given.lead_credits,
    },
    passwordHash,
  });
  return { ok: true as const, id, clientId: id, name: given.name, email: given.email, password: null };
}

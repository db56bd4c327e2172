import type { z } from 'zod';
import type { clientsContract, ClientView } from '@skein/contracts/main/clients.contract';
import { hashPassword } from '#platform/crypto/passwords';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { readClientCredits, scopeOf, requireAgencyPlan } from '#access/access.api';
import { isKnownCategory } from '#labels/labels.api';
import { giveLogin } from './client-login';
import { assignCampaigns, campaignsOfClient, writeClient, writeClientStatus, type ClientRecord } from './clients.store';
import { clientsInSight, withUniqueAddress } from './save-client';

type Deps = Pick<MainDeps, 'db' | 'live' | 'jobs' | 'authenticator'>;

/** What is changed of a client acts on its very next request, in this process at once and in the others as they hear of it. */
async function actingAtOnce<Result>(deps: Deps, who: RequestActor, work: () => Promise<Result>): Promise<Result> {
  const result = await work();
  deps.authenticator.forget(who.workspaceId);
  return result;
}

type Endpoints = typeof clientsContract.endpoints;
type NewClient = z.output<Endpoints['createClient']['body']>;
type ChangedClient = z.output<Endpoints['changeClient']['body']>;

const view = (client: ClientRecord): ClientView => ({
  id: client.id,
  uuid: client.uuid,
  name: client.name,
  email: client.email,
  status: client.status,
  permission: client.permissions,
  retricted_category: client.restricted_categories,
  campaigns: client.campaigns,
  mailboxes: client.mailboxes,
  leads: client.leads,
  has_login: client.has_login,
  last_login_at: client.last_login_at?.toISOString() ?? null,
  created_at: client.created_at.toISOString(),
});

export const listClients = (deps: Deps, who: RequestActor, search?: string) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => ({
    clients: (await clientsInSight(sql, who, { search })).map(view),
  }));

/** @throws SkeinError NOT_FOUND */
async function detail(sql: SqlClient, who: RequestActor, id: number) {
  const [client] = await clientsInSight(sql, who, { id });
  if (!client) throw notFound('This client');
  const credits = await readClientCredits(who.workspaceId, sql, id);
  return {
    ...view(client),
    logo_url: client.logo_url,
    credits,
    campaign_list: await campaignsOfClient(who.workspaceId, sql, id, scopeOf(who).memberId),
  };
}

export const readClient = (deps: Deps, who: RequestActor, id: number) =>
  deps.db.tenantSql(who.workspaceId, (sql) => detail(sql, who, id));

async function checkCategories(sql: SqlClient, who: RequestActor, ids: readonly number[] | undefined): Promise<void> {
  for (const id of ids ?? [])
    if (!(await isKnownCategory(who.workspaceId, sql, id)))
      throw invalidField('retricted_category', 'contains a category that doesn’t exist');
}

async function giveCampaigns(
  sql: SqlClient,
  who: RequestActor,
  clientId: number,
  ids: readonly number[],
): Promise<void> {
  if (!(await assignCampaigns(who.workspaceId, sql, clientId, ids)))
    throw invalidField('campaign_ids', 'contains a campaign that doesn’t exist');
}

/** Makes a client with its login. Without a password it is mailed a link to set one. @throws SkeinError VALIDATION, PLAN_REQUIRED */
export async function createClient(deps: Deps, who: RequestActor, given: NewClient) {
  requireAgencyPlan(who);
  const passwordHash = given.password === undefined ? null : await hashPassword(given.password);
  return withUniqueAddress(() =>
    deps.db.tenantSql(who.workspaceId, async (sql) => {
      await checkCategories(sql, who, given.retricted_category);
      const { id } = (await writeClient(who.workspaceId, sql, null, {
        name: given.name,
        email: given.email,
        permissions: given.permission,
        restricted_categories: given.retricted_category,
      })) as { id: number };
      await giveLogin(deps, who, sql, {
        clientId: id,
        login: {
          name: given.name,
          email: given.email,
          passwordHash,
          isLinkWanted: passwordHash === null,
        },
      });
      if (given.campaign_ids.length > 0) await giveCampaigns(sql, who, id, given.campaign_ids);
      await deps.live.publish(sql, who.workspaceId, ['clients', 'campaigns']);
      return detail(sql, who, id);
    }),
  );
}

/** @throws SkeinError VALIDATION, NOT_FOUND, PLAN_REQUIRED */
export async function changeClient(deps: Deps, who: RequestActor, id: number, given: ChangedClient) {
  requireAgencyPlan(who);
  return actingAtOnce(deps, who, () =>
    withUniqueAddress(() =>
      deps.db.tenantSql(who.workspaceId, async (sql) => {
        const before = await detail(sql, who, id);
        const credits = {
          lead_credits: given.lead_credits === undefined ? before.credits.leads_assigned : given.lead_credits,
          email_credits: given.email_credits === undefined ? before.credits.emails_assigned : given.email_credits,
        };
        await checkCategories(sql, who, given.retricted_category);
        await writeClient(who.workspaceId, sql, id, {
          name: given.name,
          email: given.email,
          permissions: given.permission,
          restricted_categories: given.retricted_category,
          logo_url: given.logo_url,
          ...credits,
          is_credit_assigned: credits.lead_credits !== null || credits.email_credits !== null,
        });
        if (given.email !== undefined && given.email !== before.email)
          await giveLogin(deps, who, sql, {
            clientId: id,
            login: {
              name: given.name ?? before.name,
              email: given.email,
              passwordHash: null,
              isLinkWanted: false,
            },
          });
        // The client's own browsers hear it too: what they show follows their permissions.
        await deps.live.publish(sql, who.workspaceId, ['clients', 'me', 'categories']);
        return detail(sql, who, id);
      }),
    ),
  );
}

/** @throws SkeinError NOT_FOUND */
export const setClientStatus = (deps: Deps, who: RequestActor, id: number, status: 'active' | 'deactivated') =>
  actingAtOnce(deps, who, () =>
    deps.db.tenantSql(who.workspaceId, async (sql) => {
      await detail(sql, who, id);
      // Closing a door needs no plan, opening it does.
      if (status === 'active') requireAgencyPlan(who);
      await writeClientStatus(who.workspaceId, sql, id, status);
      await deps.live.publish(sql, who.workspaceId, ['clients', 'me']);
      return detail(sql, who, id);
    }),
  );

/** @throws SkeinError NOT_FOUND, VALIDATION, PLAN_REQUIRED */
export async function setClientCampaigns(deps: Deps, who: RequestActor, id: number, campaignIds: readonly number[]) {
  requireAgencyPlan(who);
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    await detail(sql, who, id);
    await giveCampaigns(sql, who, id, campaignIds);
    await deps.live.publish(sql, who.workspaceId, ['clients', 'campaigns', 'inbox', 'leads']);
    return detail(sql, who, id);
  });
}

/**
 * Mails a link to set a new password; also makes the login of a client that has none.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION for a deactivated client
 */
export async function mailClientPassword(deps: Deps, who: RequestActor, id: number): Promise<{ done: true }> {
  requireAgencyPlan(who);
  return withUniqueAddress(() =>
    deps.db.tenantSql(who.workspaceId, async (sql) => {
      const client = await detail(sql, who, id);
      if (client.status !== 'active')
        throw new SkeinError('ILLEGAL_TRANSITION', 'This client is deactivated. Activate it first.');
      await giveLogin(deps, who, sql, {
        clientId: id,
        login: {
          name: client.name,
          email: client.email,
          passwordHash: null,
          isLinkWanted: true,
        },
      });
      return { done: true as const };
    }),
  );
}

import type { ClientId } from '@skein/contracts/ids';
import { hasFeature } from '@skein/contracts/feature-access';
import { permits } from '@skein/contracts/permissions';
import { unlocksFeature } from '@skein/contracts/plan-limits';
import type { LinkedInAccountView } from '@skein/contracts/main/linkedin.contract';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { SqlClient } from '#platform/db/database';
import { linkedInActions } from '#platform/linkedin/linkedin-provider';
import { accessSubject, type RequestActor } from '#platform/http/request-actor';
import { notFound, SkeinError } from '#platform/http/skein-error';
import { checkClient, scopeOf, type Who } from '#access/access.api';
import { passStep } from '#lifecycle/lifecycle.api';
import {
  insertAccount,
  listAccounts,
  listRequests,
  lockRequest,
  removeAccount,
  type LinkedInAccountRecord,
} from './linkedin-account.store';
import { dailyLinkedInCap, writeState } from './linkedin-action.store';
import { notInPlan } from './linkedin-texts';
import { asked, followAccounts, openSignIn, removeUnlessShared, type SignInDeps } from './linkedin-sign-in';

type Deps = SignInDeps;

/** @param withoutPlan what it says where the plan does not include LinkedIn any more */
const view = (record: LinkedInAccountRecord, withoutPlan: string | null = null): LinkedInAccountView => ({
  id: record.id,
  name: record.name,
  profile_url: record.profile_url,
  provider: record.provider,
  is_sandbox: record.provider === 'sandbox',
  state: record.state as 'SUCCESS',
  state_reason: record.state_reason ?? withoutPlan,
  time_zone: record.time_zone,
  client_id: record.client_id,
  connect_url: record.connect_url,
  today: linkedInActions.map((action) => ({ action, used: record.used[action] ?? 0, cap: dailyLinkedInCap })),
  created_at: record.created_at,
});

/** Clients do not hear of their agency's plan. */
const pausedForClients = 'It does and reads nothing at the moment. Ask your agency.';

/** @throws SkeinError PLAN_REQUIRED */
function requireLinkedIn(actor: RequestActor): void {
  if (!hasFeature(accessSubject(actor), 'linkedin')) throw new SkeinError('PLAN_REQUIRED', unlocksFeature('linkedin'));
}

/** Who acts on LinkedIn. @throws SkeinError UNAVAILABLE without a provider */
function providerOf(deps: Deps) {
  if (!deps.linkedIn) throw new SkeinError('UNAVAILABLE', 'No LinkedIn provider is set up on this installation.');
  return deps.linkedIn;
}

const accountsOf = (deps: Deps, who: Who) =>
  deps.db.tenantSql(who.workspaceId, (sql) =>
    listAccounts(who.workspaceId, sql, {
      now: deps.campaignClock.now(),
      provider: deps.linkedIn?.name ?? null,
      clientId: who.client?.id ?? null,
    }),
  );

/**
 * LinkedIn accounts with what each did today; and who acts for them (null: nobody is set up). People of a client see
 * that client's own, and only those who may connect an account the page of a sign-in, since whoever opens it may sign
 * in with an account of their own.
 */
export async function listLinkedInAccounts(deps: Deps, actor: RequestActor) {
  const accounts = await accountsOf(deps, actor);
  const current = (await followAccounts(deps, actor.workspaceId, accounts)) ? await accountsOf(deps, actor) : accounts;
  const maySignIn = permits(actor, 'mailbox.write');
  const withoutPlan = hasFeature(accessSubject(actor), 'linkedin') ? null : actor.client ? pausedForClients : notInPlan;
  return {
    provider: deps.linkedIn?.name ?? null,
    accounts: current.map((account) => ({
      ...view(account, withoutPlan),
      ...(maySignIn ? {} : { connect_url: null }),
    })),
  };
}

const requireAccount = async (deps: Deps, who: Who, id: number): Promise<LinkedInAccountRecord> => {
  const account = (await accountsOf(deps, who)).find((one) => one.id === id);
  if (!account) throw notFound('This LinkedIn account');
  return account;
};

/**
 * Adds an account and begins its owner's sign-in on the provider's page, at `connect_url`; it stays INPROGRESS until
 * the provider reports the sign-in.
 * @throws SkeinError UNAVAILABLE without a provider, PLAN_REQUIRED, UPSTREAM
 */
export async function connectLinkedInAccount(
  deps: Deps,
  actor: RequestActor,
  given: { name: string; profile_url: string | null; client_id: ClientId | null; time_zone: string },
) {
  requireLinkedIn(actor);
  const provider = providerOf(deps);
  const id = await deps.db.tenantSql(actor.workspaceId, async (sql) => {
    if (given.client_id !== null) await checkClient(actor.workspaceId, sql, given.client_id, scopeOf(actor).memberId);
    return insertAccount(actor.workspaceId, sql, {
      name: given.name,
      profileUrl: given.profile_url,
      provider: provider.name,
      timeZone: given.time_zone,
      clientId: given.client_id,
      userId: actor.userId,
      at: new Date(deps.campaignClock.now()),
    });
  });
  try {
    await openSignIn(deps, provider, { workspaceId: actor.workspaceId, accountId: id, providerAccount: null });
  } catch (error) {
    await deps.db.tenantSql(actor.workspaceId, (sql) => removeAccount(actor.workspaceId, sql, id));
    throw error;
  }
  return view(await requireAccount(deps, actor, id));
}

/** Begins the sign-in again, for an account that was signed out. @throws SkeinError NOT_FOUND, PLAN_REQUIRED, UNAVAILABLE, UPSTREAM */
export async function reconnectLinkedInAccount(deps: Deps, actor: RequestActor, accountId: number) {
  requireLinkedIn(actor);
  const { provider_account: providerAccount } = await requireAccount(deps, actor, accountId);
  const provider = providerOf(deps);
  await openSignIn(deps, provider, { workspaceId: actor.workspaceId, accountId, providerAccount });
  return view(await requireAccount(deps, actor, accountId));
}

/** Takes an account out, at the provider as well; its open actions go to another one, or wait. @throws SkeinError NOT_FOUND, UPSTREAM */
export async function disconnectLinkedInAccount(deps: Deps, who: Who, accountId: number) {
  const { provider_account: known } = await requireAccount(deps, who, accountId);
  if (known && deps.linkedIn) await removeUnlessShared(deps, deps.linkedIn, { accountId, known });
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    await removeAccount(who.workspaceId, sql, accountId);
    await deps.live.publish(sql, who.workspaceId, ['campaigns']);
    return { done: true as const };
  });
}

/** Connection requests of the campaigns that somebody sees. */
export async function listLinkedInRequests(
  deps: Deps,
  who: Who,
  query: { connection?: string; cursor?: string; limit: number },
) {
  const before = decodeIdCursor(query.cursor);
  const { rows, total } = await deps.db.tenantSql(who.workspaceId, (sql) =>
    listRequests(who.workspaceId, sql, {
      scope: scopeOf(who),
      connection: query.connection,
      before,
      limit: query.limit + 1,
    }),
  );
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    rows: page,
    next_cursor: rows.length > query.limit && last ? encodeCursor([Number(last.id)]) : null,
    total,
    total_is_capped: false,
  };
}

/** Withdraws a pending request at the provider; the lead continues with its next step. @throws SkeinError NOT_FOUND, UPSTREAM */
export async function withdrawLinkedInRequest(deps: Deps, who: Who, requestId: string) {
  const find = async (sql: SqlClient) => {
    const which = { id: requestId, scope: scopeOf(who), provider: deps.linkedIn?.name ?? null };
    const request = await lockRequest(who.workspaceId, sql, which);
    if (!request) throw notFound('This pending request');
    return request;
  };
  const asIs = await deps.db.tenantSql(who.workspaceId, find);
  if (asIs.provider_account && asIs.provider_reference)
    await asked(providerOf(deps).withdraw(asIs.provider_account, asIs.provider_reference));
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const request = await find(sql);
    const at = new Date(deps.campaignClock.now());
    await writeState(sql, requestId, {
      state: 'SKIPPED',
      connection: 'SKIPPED_AND_EMAIL_MESSAGE_SENT',
      settledAt: at,
      note: 'The request was withdrawn.',
    });
    await passStep(who.workspaceId, sql, { enrolmentId: request.enrolment_id, stepId: request.step_id, at });
    await deps.live.publish(sql, who.workspaceId, ['campaigns', `campaign:${request.campaign_id}`]);
    return { done: true as const };
  });
}

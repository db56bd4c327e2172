import { hasFeature } from '@skein/contracts/feature-access';
import { unlocksFeature } from '@skein/contracts/plan-limits';
import type { LinkedInAccountView } from '@skein/contracts/main/linkedin.contract';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import { linkedInActions } from '#platform/linkedin/linkedin-provider';
import { accessSubject, type RequestActor } from '#platform/http/request-actor';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { checkClient, scopeOf, type Who } from '#access/access.api';
import { passStep } from '#lifecycle/lifecycle.api';
import {
  insertAccount,
  listAccounts,
  listRequests,
  lockRequest,
  removeAccount,
  writeAccountState,
  type LinkedInAccountRecord,
} from './linkedin-account.store';
import { dailyLinkedInCap, writeState } from './linkedin-action.store';

type Deps = Pick<MainDeps, 'db' | 'campaignClock' | 'realClock' | 'live' | 'linkedIn'>;

const view = (record: LinkedInAccountRecord): LinkedInAccountView => ({
  id: record.id,
  name: record.name,
  profile_url: record.profile_url,
  provider: record.provider,
  is_sandbox: record.provider === 'sandbox',
  state: record.state as 'SUCCESS',
  state_reason: record.state_reason,
  time_zone: record.time_zone,
  client_id: record.client_id,
  connect_url: record.connect_url,
  today: linkedInActions.map((action) => ({ action, used: record.used[action] ?? 0, cap: dailyLinkedInCap })),
  created_at: record.created_at,
});

/** @throws SkeinError PLAN_REQUIRED */
function requireLinkedIn(actor: RequestActor): void {
  if (!hasFeature(accessSubject(actor), 'linkedin')) throw new SkeinError('PLAN_REQUIRED', unlocksFeature('linkedin'));
}

/** Who acts on LinkedIn. @throws SkeinError UNAVAILABLE without a provider */
function providerOf(deps: Deps) {
  if (!deps.linkedIn) throw new SkeinError('UNAVAILABLE', 'No LinkedIn provider is set up on this installation.');
  return deps.linkedIn;
}

const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: Error) => {
    throw new SkeinError('UPSTREAM', `The LinkedIn provider could not be asked: ${error.message}`);
  });

const accountsOf = (deps: Deps, who: Who) =>
  deps.db.tenantSql(who.workspaceId, (sql) =>
    listAccounts(who.workspaceId, sql, deps.campaignClock.now(), who.client?.id ?? null),
  );

/** Accounts that are being connected walk on: the provider is asked, and what it says is kept. */
async function follow(deps: Deps, who: Who, accounts: readonly LinkedInAccountRecord[]): Promise<boolean> {
  let isChanged = false;
  for (const account of accounts.filter((one) => one.state === 'INPROGRESS' && one.provider_account)) {
    const answer = await deps.linkedIn
      ?.readAccount(account.provider_account ?? '', new Date(deps.realClock.now()))
      // Away for now: it is asked with the next look.
      .catch(() => null);
    if (!answer || answer.state === 'INPROGRESS') continue;
    isChanged = true;
    await deps.db.tenantSql(who.workspaceId, (sql) =>
      writeAccountState(who.workspaceId, sql, {
        accountId: account.id,
        change: { ...answer, connectUrl: null },
        at: new Date(deps.campaignClock.now()),
      }),
    );
  }
  return isChanged;
}

/** LinkedIn accounts with what each did today; and who acts for them (null: nobody is set up). People of a client see that client's own. */
export async function listLinkedInAccounts(deps: Deps, who: Who) {
  const accounts = await accountsOf(deps, who);
  const current = (await follow(deps, who, accounts)) ? await accountsOf(deps, who) : accounts;
  return { provider: deps.linkedIn?.name ?? null, accounts: current.map(view) };
}

const requireAccount = async (deps: Deps, who: Who, id: number): Promise<LinkedInAccountRecord> => {
  const account = (await accountsOf(deps, who)).find((one) => one.id === id);
  if (!account) throw notFound('This LinkedIn account');
  return account;
};

/**
 * Connects an account: one that the provider knows is looked up, else a login is begun there and the account stays INPROGRESS until the
 * provider says how it ended. @throws SkeinError UNAVAILABLE without a provider, PLAN_REQUIRED, UPSTREAM
 */
export async function connectLinkedInAccount(
  deps: Deps,
  actor: RequestActor,
  given: {
    name: string;
    profile_url: string | null;
    provider_account?: string;
    client_id: number | null;
    time_zone: string;
  },
) {
  requireLinkedIn(actor);
  const provider = providerOf(deps);
  const real = new Date(deps.realClock.now());
  const known = given.provider_account;
  const begun = known
    ? { account: known, url: null, ...(await asked(provider.readAccount(known, real))) }
    : {
        ...(await asked(provider.begin({ name: given.name, profileUrl: given.profile_url, at: real }))),
        state: 'INPROGRESS' as const,
        reason: null,
      };
  const id = await deps.db.tenantSql(actor.workspaceId, async (sql) => {
    if (given.client_id !== null) await checkClient(actor.workspaceId, sql, given.client_id, scopeOf(actor).memberId);
    const saved = await insertAccount(actor.workspaceId, sql, {
      name: given.name,
      profileUrl: given.profile_url,
      provider: provider.name,
      providerAccount: begun.account,
      timeZone: given.time_zone,
      state: begun.state,
      reason: begun.reason,
      clientId: given.client_id,
      connectUrl: begun.url,
      userId: actor.userId,
      at: new Date(deps.campaignClock.now()),
    });
    await deps.live.publish(sql, actor.workspaceId, ['campaigns']);
    return saved;
  });
  return view(await requireAccount(deps, actor, id));
}

/** Begins the login again, for an account that was signed out. @throws SkeinError NOT_FOUND, UNAVAILABLE, UPSTREAM */
export async function reconnectLinkedInAccount(deps: Deps, actor: RequestActor, accountId: number) {
  requireLinkedIn(actor);
  const account = await requireAccount(deps, actor, accountId);
  const begun = await asked(
    providerOf(deps).begin({
      name: account.name,
      profileUrl: account.profile_url,
      at: new Date(deps.realClock.now()),
    }),
  );
  await deps.db.tenantSql(actor.workspaceId, (sql) =>
    writeAccountState(actor.workspaceId, sql, {
      accountId,
      change: { state: 'INPROGRESS', reason: null, connectUrl: begun.url, providerAccount: begun.account },
      at: new Date(deps.campaignClock.now()),
    }),
  );
  return view(await requireAccount(deps, actor, accountId));
}

/** Takes an account out; its open actions go to another one, or wait. @throws SkeinError NOT_FOUND */
export async function disconnectLinkedInAccount(deps: Deps, who: Who, accountId: number) {
  await requireAccount(deps, who, accountId);
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
export const withdrawLinkedInRequest = (deps: Deps, who: Who, requestId: string) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const request = await lockRequest(who.workspaceId, sql, requestId, scopeOf(who));
    if (!request) throw notFound('This pending request');
    if (request.provider_account && request.provider_reference)
      await asked(providerOf(deps).withdraw(request.provider_account, request.provider_reference));
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

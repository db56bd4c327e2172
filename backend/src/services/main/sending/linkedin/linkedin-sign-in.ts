import type { WorkspaceId } from '@skein/contracts/ids';
import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { LinkedInProvider } from '#platform/linkedin/linkedin-provider';
import type { MainDeps } from '#main/deps';
import {
  isSharedAccount,
  listAccounts,
  noteChecked,
  writeAccountState,
  type AccountChange,
  type LinkedInAccountRecord,
} from './linkedin-account.store';

export type SignInDeps = Pick<
  MainDeps,
  'db' | 'campaignClock' | 'realClock' | 'live' | 'linkedIn' | 'hashSecret' | 'config'
>;

const minute = 60_000;
/** How long the page of a sign-in is open. */
const signInTakes = 60 * minute;
/** An account that is connected, or was, is looked at when somebody opens the page, at most this often. */
const checkEvery = 15 * minute;
const page = '/app/integrations/linkedin';

/** @throws SkeinError UPSTREAM when the provider does not answer */
export const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: Error) => {
    throw new SkeinError('UPSTREAM', `The LinkedIn provider could not be asked: ${error.message}`);
  });

interface Place {
  workspaceId: WorkspaceId;
  accountId: number;
}

/** Whose sign-in it is; `providerAccount`: what the provider knows already. */
interface SignIn extends Place {
  providerAccount: string | null;
}

const seal = (deps: SignInDeps, facts: string) => deps.hashSecret(`linkedin sign-in ${facts}`);

/** Names the sign-in in the address that the provider reports to; nobody but the provider sees it. */
function tokenOf(deps: SignInDeps, { workspaceId, accountId }: Place, until: number): string {
  const facts = `${workspaceId}-${accountId}-${until}`;
  return `${facts}-${seal(deps, facts)}`;
}

function readToken(deps: SignInDeps, token: string): (Place & { connectBy: Date }) | null {
  const [, facts, given] = /^(\d{1,10}-\d{1,10}-\d{1,16})-([\w-]{20,100})$/.exec(token) ?? [];
  if (!facts || !given) return null;
  const [right, theirs] = [Buffer.from(seal(deps, facts)), Buffer.from(given)];
  if (right.length !== theirs.length || !timingSafeEqual(right, theirs)) return null;
  const [workspaceId = 0, accountId = 0, until = 0] = facts.split('-').map(Number);
  return until > deps.realClock.now() ? { workspaceId, accountId, connectBy: new Date(until) } : null;
}

/** Opens a page at the provider on which the owner of an account signs in, and shows it with the account. @throws SkeinError UPSTREAM */
export async function openSignIn(deps: SignInDeps, provider: LinkedInProvider, signIn: SignIn): Promise<void> {
  const until = deps.realClock.now() + signInTakes;
  // The provider may report a little later than the page was open.
  const connectBy = until + 10 * minute;
  const { publicUrl } = deps.config;
  const connectUrl = await asked(
    provider.signInPage({
      account: signIn.providerAccount,
      notifyUrl: `${publicUrl}/api/linkedin/sign-ins/${tokenOf(deps, signIn, connectBy)}`,
      successUrl: `${publicUrl}${page}`,
      failureUrl: `${publicUrl}${page}`,
      expiresAt: new Date(until),
    }),
  );
  await write(deps, signIn, { state: 'INPROGRESS', reason: null, connectUrl, connectBy: new Date(connectBy) });
}

/** @returns false where the account is gone, or not as it was read any more */
const write = (
  deps: SignInDeps,
  { workspaceId, accountId }: Place,
  change: AccountChange,
  where?: { connectBy: Date } | { checkedAt: Date | null },
): Promise<boolean> =>
  deps.db.tenantSql(workspaceId, async (sql) => {
    const at = new Date(deps.campaignClock.now());
    const isWritten = await writeAccountState(workspaceId, sql, { accountId, change, where, at });
    if (isWritten) await deps.live.publish(sql, workspaceId, ['campaigns']);
    return isWritten;
  });

/**
 * Takes an account out at the provider where nobody else here acts with it. `accountId`: who does; null: nobody may.
 * @throws SkeinError UPSTREAM
 */
export async function removeUnlessShared(
  deps: SignInDeps,
  provider: LinkedInProvider,
  { accountId, known }: { accountId: number | null; known: string },
): Promise<void> {
  const which = { name: provider.name, account: known };
  if (!(await deps.db.systemSql((sql) => isSharedAccount(sql, accountId, which))))
    await asked(provider.removeAccount(known));
}

const report = z.object({ status: z.string().max(100), account_id: z.string().regex(/^[\w-]{1,200}$/) });

/**
 * What the provider reports of a sign-in, once. The token of the address is the credential, and the provider is asked
 * what became of the account. One that was connected and that nobody here will act with is taken out again.
 * @throws SkeinError NOT_FOUND, VALIDATION, UNAVAILABLE, UPSTREAM
 */
export async function finishSignIn(deps: SignInDeps, given: { token: string; body: string }): Promise<{ done: true }> {
  const signIn = readToken(deps, given.token);
  if (!signIn) throw notFound('This sign-in');
  const { linkedIn: provider } = deps;
  if (!provider) throw new SkeinError('UNAVAILABLE', 'No LinkedIn provider is set up on this installation.');
  const read = report.safeParse(parse(given.body));
  if (!read.success) throw new SkeinError('VALIDATION', 'This is not the report of a sign-in.');
  const { status, account_id: reported } = read.data;
  const account = await findAccount(deps, signIn);
  if (account?.state !== 'INPROGRESS' || account.connect_by?.getTime() !== signIn.connectBy.getTime()) {
    if (status === 'CREATION_SUCCESS') await removeUnlessShared(deps, provider, { accountId: null, known: reported });
    throw notFound('This sign-in');
  }
  const change = ['CREATION_SUCCESS', 'RECONNECTED'].includes(status)
    ? await changeOf(deps, provider, { account, reported })
    : refused('The sign-in failed.');
  await write(deps, signIn, change, { connectBy: signIn.connectBy });
  // Refused, or the account was disconnected or signs in anew since: what was connected for it belongs to nobody.
  if (status === 'CREATION_SUCCESS') await removeUnlessShared(deps, provider, { accountId: null, known: reported });
  return { done: true };
}

const refused = (reason: string): AccountChange => ({ state: 'INVALID', reason, connectUrl: null });

async function findAccount(deps: SignInDeps, { workspaceId, accountId }: Place): Promise<LinkedInAccountRecord | null> {
  const which = { now: deps.campaignClock.now(), provider: deps.linkedIn?.name ?? null };
  const accounts = await deps.db.tenantSql(workspaceId, (sql) => listAccounts(workspaceId, sql, which));
  return accounts.find(({ id }) => id === accountId) ?? null;
}

/** What an account is after its owner signed in. @throws SkeinError UPSTREAM */
async function changeOf(
  deps: SignInDeps,
  provider: LinkedInProvider,
  { account, reported }: { account: LinkedInAccountRecord; reported: string },
): Promise<AccountChange> {
  const which = { name: provider.name, account: reported };
  if (await deps.db.systemSql((sql) => isSharedAccount(sql, account.id, which)))
    return refused('Another account of this installation acts with this LinkedIn account already.');
  const known = account.provider_account;
  if (known !== null && known !== reported && !(await asked(provider.readAccount(known))).isGone)
    return refused('A different person signed in.');
  // Away for now: it is asked with a later look.
  const answer = await provider.readAccount(reported).catch(() => null);
  if (answer?.isGone) return refused(answer.reason ?? 'The provider does not know this account.');
  const { state, reason } = answer ?? { state: 'INPROGRESS' as const, reason: null };
  return { state, reason, connectUrl: null, provider: which };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Asks the provider for accounts that may have changed, and keeps what it says. @returns whether one is different now */
export async function followAccounts(
  deps: SignInDeps,
  workspaceId: WorkspaceId,
  accounts: readonly LinkedInAccountRecord[],
): Promise<boolean> {
  const due = accounts.filter((account) => {
    const age = deps.realClock.now() - (account.checked_at?.getTime() ?? 0);
    return account.state === 'INPROGRESS' ? account.connect_url === null || age > signInTakes : age > checkEvery;
  });
  const changed = await Promise.all(due.map((account) => follow(deps, workspaceId, account)));
  return changed.includes(true);
}

async function follow(deps: SignInDeps, workspaceId: WorkspaceId, account: LinkedInAccountRecord): Promise<boolean> {
  const change = await lookAt(deps, account);
  const where = { workspaceId, accountId: account.id };
  if (change) {
    // Where it is not as it was read any more, it is different all the more.
    await write(deps, where, change, { checkedAt: account.checked_at });
    return true;
  }
  if (account.provider_account)
    await deps.db.tenantSql(workspaceId, (sql) => noteChecked(workspaceId, sql, account.id));
  return false;
}

/** What is different about an account; null: nothing, as far as anybody knows. */
async function lookAt(deps: SignInDeps, account: LinkedInAccountRecord): Promise<AccountChange | null> {
  const isOpen = account.state === 'INPROGRESS' && account.connect_url !== null;
  const { provider_account: known, state } = account;
  // Away for now: it is asked with a later look.
  const answer = known ? await deps.linkedIn?.readAccount(known).catch(() => null) : null;
  if (answer && answer.state !== 'INPROGRESS' && answer.state !== state)
    return { state: answer.state, reason: answer.reason, connectUrl: null };
  if (isOpen && (answer || !known)) return refused('The sign-in was not finished within an hour.');
  if (deps.linkedIn && state === 'SUCCESS' && account.provider !== deps.linkedIn.name)
    return refused(`It was connected through ${account.provider}. Sign in again.`);
  return answer && answer.state !== state ? { ...answer, connectUrl: null } : null;
}

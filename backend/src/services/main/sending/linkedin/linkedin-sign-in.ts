import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { LinkedInProvider } from '#platform/linkedin/linkedin-provider';
import type { MainDeps } from '#main/deps';
import { listAccounts, noteChecked, writeAccountState, type LinkedInAccountRecord } from './linkedin-account.store';

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

/** Whose sign-in it is; `providerAccount`: what the provider knows already. */
interface SignIn {
  workspaceId: number;
  accountId: number;
  providerAccount: string | null;
}

const seal = (deps: SignInDeps, facts: string) => deps.hashSecret(`linkedin sign-in ${facts}`);

/** Names the sign-in in the address that the provider reports to; nobody but the provider sees it. */
function tokenOf(deps: SignInDeps, { workspaceId, accountId }: SignIn, until: number): string {
  const facts = `${workspaceId}-${accountId}-${until}`;
  return `${facts}-${seal(deps, facts)}`;
}

function readToken(deps: SignInDeps, token: string): { workspaceId: number; accountId: number } | null {
  const [, facts, given] = /^(\d{1,10}-\d{1,10}-\d{1,16})-([\w-]{20,100})$/.exec(token) ?? [];
  if (!facts || !given) return null;
  const [right, theirs] = [Buffer.from(seal(deps, facts)), Buffer.from(given)];
  if (right.length !== theirs.length || !timingSafeEqual(right, theirs)) return null;
  const [workspaceId = 0, accountId = 0, until = 0] = facts.split('-').map(Number);
  return until > deps.realClock.now() ? { workspaceId, accountId } : null;
}

/** Opens a page at the provider on which the owner of an account signs in, and shows it with the account. @throws SkeinError UPSTREAM */
export async function openSignIn(deps: SignInDeps, provider: LinkedInProvider, signIn: SignIn): Promise<void> {
  const until = deps.realClock.now() + signInTakes;
  const { publicUrl } = deps.config;
  const connectUrl = await asked(
    provider.signInPage({
      account: signIn.providerAccount,
      // The provider may report a little later than the page was open.
      notifyUrl: `${publicUrl}/api/linkedin/sign-ins/${tokenOf(deps, signIn, until + 10 * minute)}`,
      successUrl: `${publicUrl}${page}`,
      failureUrl: `${publicUrl}${page}`,
      expiresAt: new Date(until),
    }),
  );
  await write(deps, signIn, { state: 'INPROGRESS', reason: null, connectUrl });
}

async function write(
  deps: SignInDeps,
  { workspaceId, accountId }: { workspaceId: number; accountId: number },
  change: { state: string; reason: string | null; connectUrl: string | null; providerAccount?: string },
): Promise<void> {
  await deps.db.tenantSql(workspaceId, async (sql) => {
    await writeAccountState(workspaceId, sql, { accountId, change, at: new Date(deps.campaignClock.now()) });
    await deps.live.publish(sql, workspaceId, ['campaigns']);
  });
}

const report = z.object({ status: z.string().max(100), account_id: z.string().min(1).max(200) });

/**
 * What the provider reports of a sign-in. The token of the address is the credential, and the provider is asked what became of the account.
 * @throws SkeinError NOT_FOUND, UNAVAILABLE, UPSTREAM
 */
export async function finishSignIn(deps: SignInDeps, given: { token: string; body: string }): Promise<{ done: true }> {
  const signIn = readToken(deps, given.token);
  if (!signIn) throw notFound('This sign-in');
  const { workspaceId, accountId } = signIn;
  const accounts = await deps.db.tenantSql(workspaceId, (sql) =>
    listAccounts(workspaceId, sql, deps.campaignClock.now()),
  );
  if (!accounts.some(({ id }) => id === accountId)) throw notFound('This sign-in');
  if (!deps.linkedIn) throw new SkeinError('UNAVAILABLE', 'No LinkedIn provider is set up on this installation.');
  const read = report.safeParse(parse(given.body));
  if (!read.success) throw new SkeinError('VALIDATION', 'This is not the report of a sign-in.');
  const { status, account_id: providerAccount } = read.data;
  if (!['CREATION_SUCCESS', 'RECONNECTED'].includes(status)) {
    await write(deps, signIn, { state: 'INVALID', reason: 'The sign-in failed.', connectUrl: null });
    return { done: true };
  }
  const answer = await asked(deps.linkedIn.readAccount(providerAccount));
  await write(deps, signIn, { ...answer, connectUrl: null, providerAccount });
  return { done: true };
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
  workspaceId: number,
  accounts: readonly LinkedInAccountRecord[],
): Promise<boolean> {
  const due = accounts.filter((account) => {
    const age = deps.realClock.now() - (account.checked_at?.getTime() ?? 0);
    return account.state === 'INPROGRESS' ? account.connect_url === null || age > signInTakes : age > checkEvery;
  });
  const changed = await Promise.all(due.map((account) => follow(deps, workspaceId, account)));
  return changed.includes(true);
}

async function follow(deps: SignInDeps, workspaceId: number, account: LinkedInAccountRecord): Promise<boolean> {
  const where = { workspaceId, accountId: account.id };
  if (account.state === 'INPROGRESS' && account.connect_url !== null) {
    await write(deps, where, {
      state: 'INVALID',
      reason: 'The sign-in was not finished within an hour.',
      connectUrl: null,
    });
    return true;
  }
  if (!account.provider_account) return false;
  // Away for now: it is asked with a later look.
  const answer = await deps.linkedIn?.readAccount(account.provider_account).catch(() => null);
  if (!answer || answer.state === account.state) {
    await deps.db.tenantSql(workspaceId, (sql) => noteChecked(workspaceId, sql, account.id));
    return false;
  }
  await write(deps, where, { ...answer, connectUrl: null });
  return true;
}

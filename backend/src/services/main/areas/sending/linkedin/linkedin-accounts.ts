import type { LinkedInAccountView } from '@skein/contracts/main/linkedin.contract';
import { linkedInActions } from '../../../../../platform/linkedin/linkedin-provider';
import { notFound, SkeinError } from '../../../../../platform/http/skein-error';
import type { MainDeps } from '../../../deps';
import type { Who } from '../../access/access.api';
import {
  dailyLinkedInCap,
  insertAccount,
  listAccounts,
  removeAccount,
  type LinkedInAccountRecord,
} from './linkedin-action.store';

type Deps = Pick<MainDeps, 'db' | 'campaignClock' | 'live' | 'linkedIn'>;

const view = (record: LinkedInAccountRecord): LinkedInAccountView => ({
  id: record.id,
  name: record.name,
  profile_url: record.profile_url,
  provider: record.provider,
  is_sandbox: record.provider === 'sandbox',
  state: record.state as 'SUCCESS',
  state_reason: record.state_reason,
  time_zone: record.time_zone,
  today: linkedInActions.map((action) => ({ action, used: record.used[action] ?? 0, cap: dailyLinkedInCap })),
  created_at: record.created_at,
});

/** LinkedIn accounts of the workspace with what each did today; and who acts for them (null: nobody is set up). */
export const listLinkedInAccounts = (deps: Deps, who: Who) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => ({
    provider: deps.linkedIn?.name ?? null,
    accounts: (await listAccounts(who.workspaceId, sql, deps.campaignClock.now())).map(view),
  }));

/** Connects an account that the provider knows under this name. @throws SkeinError UNAVAILABLE without a provider */
export const connectLinkedInAccount = (
  deps: Deps,
  who: Who,
  given: { name: string; profile_url: string | null; provider_account: string; time_zone: string },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (!deps.linkedIn) throw new SkeinError('UNAVAILABLE', 'No LinkedIn provider is set up on this installation.');
    const now = deps.campaignClock.now();
    const id = await insertAccount(who.workspaceId, sql, {
      name: given.name,
      profileUrl: given.profile_url,
      provider: deps.linkedIn.name,
      providerAccount: given.provider_account,
      timeZone: given.time_zone,
      userId: who.userId,
      at: new Date(now),
    });
    await deps.live.publish(sql, who.workspaceId, ['campaigns']);
    return view(
      (await listAccounts(who.workspaceId, sql, now)).find((account) => account.id === id) as LinkedInAccountRecord,
    );
  });

/** Takes an account out; its open actions go to another one, or wait. @throws SkeinError NOT_FOUND */
export const disconnectLinkedInAccount = (deps: Deps, who: Who, accountId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (!(await removeAccount(who.workspaceId, sql, accountId))) throw notFound('This LinkedIn account');
    await deps.live.publish(sql, who.workspaceId, ['campaigns']);
    return { done: true as const };
  });

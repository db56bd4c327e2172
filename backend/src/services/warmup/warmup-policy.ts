import type { WarmupPolicyView } from '@skein/contracts/warmup/warmup-policy.contract';
import { poolReturnDays } from '#engine/warmup/pool-conduct';
import { dayText } from '#platform/clock/day-text';
import { SkeinError } from '#platform/http/skein-error';
import { scopeOf, type ManageDeps, type Who } from './warmup-settings';
import { countYoung, findPolicy, writePolicy, type AgeGate, type WarmupPolicy } from './policy.store';
import { countSharedMailboxes, findPoolConduct } from './shared-pool.store';

const day = 86_400_000;
const returnAt = (at: Date): Date => new Date(at.getTime() + poolReturnDays * day);

type Pool = WarmupPolicyView['pool'];
/** What the agency has in the pool is nothing that its client sees. */
const noPool: Pool = {
  is_shown: false,
  is_joined: false,
  joined_at: null,
  mailboxes: 0,
  sent: 0,
  received: 0,
  put_out: null,
};

const poolOf = (policy: WarmupPolicy, mailboxes: number, conduct: { sent: number; received: number }): Pool => ({
  is_shown: true,
  is_joined: policy.shares_pool,
  joined_at: policy.joined_at?.toISOString() ?? null,
  mailboxes,
  sent: conduct.sent,
  received: conduct.received,
  put_out:
    policy.put_out_at === null
      ? null
      : {
          at: policy.put_out_at.toISOString(),
          reason: policy.put_out_reason ?? '',
          until: returnAt(policy.put_out_at).toISOString(),
        },
});

/** Shared pool and warmup age of the workspace, with what they mean now. */
export async function getPolicy(deps: ManageDeps, who: Who): Promise<WarmupPolicyView> {
  const now = new Date(deps.now());
  const { mailboxes, conduct } = await deps.db.systemSql(async (sql) => ({
    mailboxes: await countSharedMailboxes(sql, who.workspaceId),
    conduct: await findPoolConduct(sql, who.workspaceId, now),
  }));
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const policy = await findPolicy(who.workspaceId, sql);
    return {
      pool: who.client ? noPool : poolOf(policy, mailboxes, conduct),
      age_gate: policy.age_gate,
      age_days: policy.age_days,
      young: await countYoung(who.workspaceId, sql, policy.age_days, scopeOf(who)),
    };
  });
}

/** @throws SkeinError CONFLICT where the workspace was put out of the pool and its time is not over */
export async function updatePolicy(
  deps: ManageDeps,
  who: Who,
  given: {
    shares_pool?: boolean | undefined;
    age_gate?: AgeGate | undefined;
    age_days?: number | undefined;
  },
): Promise<WarmupPolicyView> {
  const now = new Date(deps.now());
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const before = await findPolicy(who.workspaceId, sql);
    const joins = given.shares_pool === true && !before.shares_pool;
    if (joins && before.put_out_at && returnAt(before.put_out_at) > now)
      throw new SkeinError(
        'CONFLICT',
        `This workspace was removed from the shared pool: ${before.put_out_reason ?? ''} It can join again on ${dayText(returnAt(before.put_out_at))}.`,
      );
    const after: WarmupPolicy = {
      ...before,
      shares_pool: given.shares_pool ?? before.shares_pool,
      age_gate: given.age_gate ?? before.age_gate,
      age_days: given.age_days ?? before.age_days,
      ...(joins ? { joined_at: now, put_out_at: null, put_out_reason: null } : {}),
    };
    await writePolicy(who.workspaceId, sql, after);
    await deps.live.publish(sql, who.workspaceId, ['mailboxes']);
  });
  return getPolicy(deps, who);
}

import { randomInt } from 'node:crypto';
import { referral } from '@skein/contracts/constants';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { findReferrals, giveCode } from './referrals.store';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** SW- and ten letters or digits: 36^10 of them, so that nobody finds one by trying. */
const newReferralCode = (): string =>
  `SW-${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')}`;

/** The workspace's code, made when it is first asked for, and who came with it. */
export async function readReferrals(deps: Pick<MainDeps, 'db' | 'config'>, actor: RequestActor) {
  return deps.db.tenantSql(actor.workspaceId, async (sql) => {
    const code = await giveCode(actor.workspaceId, sql, newReferralCode());
    const { newest, total, paid, credits } = await findReferrals(actor.workspaceId, sql);
    return {
      code,
      link: `${deps.config.publicUrl}/sign-up?ref=${code}`,
      trial_days: referral.trialDays,
      credits_each: referral.credits,
      credits,
      total,
      paid,
      referred: newest.map((row) => ({ signed_up_at: row.created_at, paid_at: row.paid_at, credits: row.credits })),
    };
  });
}

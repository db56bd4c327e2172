import { subscriptionGraceDays } from '@skein/contracts/constants';
import { includedIn } from '@skein/contracts/plan-limits';
import { dunningDays } from '@skein/contracts/subscription/offers';
import type { MainDeps } from '#main/deps';
import { findPlans, removeOldNotices, renewEmails, writeNotice, type PlanFacts } from './notices.store';

const day = 86_400_000;
/** Days before the end at which people are told, and the end itself. */
const warnings = [3, 1, 0];
const levels = [80, 100];
/** Days after a failed payment on which its owner is told (docs/domain.md, Plans and prices). */
const reminders = [0, 3, 6];
type Cause = { kind: 'trial-ending' | 'credits-low' | 'payment-failed'; facts: object; key: string };

/** What of a plan has to be told now. Pure; `now` in milliseconds. Each cause has a key of its own, so that it is told once. */
export function planCauses(plan: PlanFacts, now: number): Cause[] {
  if (plan.is_unlimited) return [];
  const causes: Cause[] = [];
  const end = plan.is_subscribed ? plan.subscription_end_at : plan.plan_type === 'trial' ? plan.trial_end_at : null;
  if (end) {
    const left = end.getTime() - now;
    // The nearest warning only: who signs up two days before the end is not told of three. What ended long ago was told then.
    const warning =
      left <= 0 ? (left > -7 * day ? 0 : undefined) : warnings.filter((days) => days > 0 && left <= days * day).at(-1);
    // A period that another one follows is no end, and of a failed payment people are told in its own words.
    const isEnd = warning === 0 || (!plan.renews && plan.payment_failed_at === null);
    if (warning !== undefined && isEnd && !(plan.renews && left > -subscriptionGraceDays * day))
      causes.push({
        kind: 'trial-ending',
        facts: { days: warning, subscribed: plan.is_subscribed, ends_at: end.toISOString() },
        key: `plan-ends:${end.getTime()}:${warning}`,
      });
  }
  if (plan.payment_failed_at) {
    const failedAt = plan.payment_failed_at.getTime();
    const passed = reminders.filter((days) => now - failedAt >= days * day).at(-1);
    const left = Math.ceil((failedAt + dunningDays * day - now) / day);
    if (passed !== undefined && left > 0)
      causes.push({
        kind: 'payment-failed',
        facts: { days: left, failed_at: plan.payment_failed_at.toISOString() },
        key: `payment-failed:${failedAt}:${passed}`,
      });
  }
  const included = includedIn(plan);
  for (const [what, used, quota] of [
    ['lead', plan.lead_credits_used, included.leads],
    ['email', plan.email_credits_used, included.emails],
  ] as const) {
    const percent = quota > 0 ? levels.filter((level) => used * 100 >= quota * level).at(-1) : undefined;
    if (percent !== undefined)
      causes.push({
        kind: 'credits-low',
        facts: { what, percent, used, quota },
        key: `credits:${what}:${percent}:${plan.plan_type}:${quota}:${end ? end.getTime() : 'open'}${what === 'email' ? `:${plan.email_period_start.getTime()}` : ''}`,
      });
  }
  return causes;
}

/** The hourly look over all workspaces; months of emails that are over begin anew. */
export async function watchPlans(deps: Pick<MainDeps, 'db' | 'realClock'>): Promise<void> {
  await renewEmails(deps.db, new Date(deps.realClock.now()));
  for (
    let after = 0, plans = await findPlans(deps.db, after);
    plans.length > 0;
    plans = await findPlans(deps.db, after)
  ) {
    for (const plan of plans) {
      after = plan.id;
      const causes = planCauses(plan, deps.realClock.now());
      if (causes.length > 0)
        await deps.db.tenantSql(plan.id, async (sql) => {
          for (const cause of causes) await writeNotice(plan.id, sql, cause);
        });
    }
  }
  await removeOldNotices(deps.db);
}

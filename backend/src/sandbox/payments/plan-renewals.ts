import { z } from 'zod';
import type { SqlClient } from '#platform/db/database';
import { defineJob, handleJob, type JobHandler } from '#platform/jobs/job-definition';
import { periodLines, type PlanLedger } from './plan-ledger';
import { periodAfter } from './plan-prices';
import type { Plan, SandboxBillingOptions } from './plan-records';

const renewPlan = defineJob({
  name: 'sandbox.renew-plan',
  payload: z.object({ id: z.string(), period: z.number().int(), attempt: z.number().int() }),
});
/** A declined renewal is tried again after so many days each, then the subscription ends: Stripe's default is alike. */
const retryDays = [3, 5, 7];
const day = 86_400_000;

/** Charges a plan for each of its periods, tries again what was declined, and ends it. */
export function createRenewals(options: SandboxBillingOptions, ledger: PlanLedger) {
  const { store, announce } = options;
  const { answer, cardOf, keepInvoice } = ledger;
  const schedule = (sql: SqlClient, { id, periods, end }: Plan, attempt = 0, at = end) =>
    options.jobs.enqueue(sql, renewPlan, { id, period: periods + 1, attempt }, { runAt: new Date(at) });

  async function renew(sql: SqlClient, plan: Plan, attempt: number): Promise<void> {
    if (plan.cancelAtPeriodEnd) return endPlan(sql, plan);
    const card = await cardOf(sql, plan);
    const isFirst = attempt === 0;
    const next: Plan = isFirst
      ? {
          ...plan,
          periods: plan.periods + 1,
          start: plan.end,
          end: periodAfter(plan.anchor, plan.interval, plan.periods + 1),
        }
      : plan;
    if (card?.failsLater) {
      const wait = retryDays[attempt];
      if (wait === undefined) return endPlan(sql, plan);
      const failing: Plan = { ...next, status: 'past_due', failures: attempt + 1 };
      if (isFirst) await keepInvoice(sql, failing, periodLines(plan), false);
      await store.write(sql, plan.id, failing);
      await options.jobs.enqueue(
        sql,
        renewPlan,
        { id: plan.id, period: failing.periods, attempt: attempt + 1 },
        { runAt: new Date(options.now() + wait * day) },
      );
      await announce(sql, 'customer.subscription.updated', await answer(sql, failing));
      return;
    }
    if (isFirst) await keepInvoice(sql, next, periodLines(plan), true);
    const left = (plan.discount?.invoices ?? 0) - 1;
    const renewed: Plan = {
      ...next,
      pending: [],
      status: 'active',
      failures: 0,
      discount: plan.discount && left > 0 ? { ...plan.discount, invoices: left } : null,
    };
    await store.write(sql, plan.id, renewed);
    await schedule(sql, renewed);
    await announce(sql, 'customer.subscription.updated', await answer(sql, renewed));
  }

  async function endPlan(sql: SqlClient, plan: Plan): Promise<void> {
    const over: Plan = { ...plan, status: 'canceled', endedAt: options.now() };
    await store.write(sql, plan.id, over);
    await announce(sql, 'customer.subscription.deleted', await answer(sql, over));
  }

  const jobs: JobHandler[] = [
    handleJob(renewPlan, ({ id, period, attempt }) =>
      store.change<Plan, void>(id, async (plan, sql) => {
        if (plan?.kind !== 'plan' || plan.status === 'canceled') return;
        // A job may run twice, and a changed interval leaves its old job behind: each period is renewed once.
        const isDue =
          attempt === 0 ? plan.periods + 1 === period && plan.end <= options.now() : plan.periods === period;
        if (!isDue || (attempt > 0 && plan.status !== 'past_due')) return;
        await renew(sql, plan, attempt);
      }),
    ),
  ];

  return { schedule, jobs };
}
export type Renewals = ReturnType<typeof createRenewals>;

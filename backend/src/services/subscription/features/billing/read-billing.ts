import type { BillingView } from '@skein/contracts/subscription/billing.contract';
import {
  firstInvoiceDiscountPercent,
  lineName,
  priceLines,
  totalOf,
  type Choice,
  type Usage,
} from '@skein/contracts/subscription/offers';
import { limitOf } from '@skein/contracts/plan-limits';
import type { RequestActor } from '#platform/http/request-actor';
import { readPlan } from '../plan/read-plan';
import type { SubscriptionDeps } from '../../deps';
import { countUsage, findBilling, findInvoices, type BillingRecord } from './billing.store';
import { worksUntil } from './sync-subscription';

/** What was chosen last; null while the plan is a trial or was given by an operator. */
export const choiceOf = (record: BillingRecord): Choice | null =>
  record.offer && record.billing_interval && record.status !== 'canceled' && record.status !== 'none'
    ? {
        offer: record.offer,
        interval: record.billing_interval,
        sequences: record.sequence_pack,
        senders: record.sender_pack,
      }
    : null;

/** Plan, payment and use of a workspace. */
export async function readBilling(deps: SubscriptionDeps, actor: RequestActor, request: Request): Promise<BillingView> {
  const { plan, leads, emails, ends_at } = await readPlan(deps, request);
  const { record, counted } = await deps.db.tenantSql(actor.workspaceId, async (sql) => ({
    record: await findBilling(actor.workspaceId, sql),
    counted: await countUsage(actor.workspaceId, sql),
  }));
  const choice = choiceOf(record);
  const limit = (kind: 'senders' | 'sequences' | 'monitors') =>
    plan.is_unlimited ? null : limitOf({ ...record, plan_type: plan.plan_type }, kind);
  const lines = choice ? priceLines(choice, counted).map((line) => ({ name: lineName(line), cents: line.cents })) : [];
  return {
    provider: deps.subscriptions?.name ?? null,
    plan_type: plan.plan_type,
    choice,
    status: record.status,
    period_start: record.period_start?.toISOString() ?? null,
    period_end: record.period_end?.toISOString() ?? null,
    ends_at,
    cancel_at_period_end: record.cancel_at_period_end,
    lines,
    next_invoice_cents: choice && !record.cancel_at_period_end ? totalOf(lines) : null,
    card: record.card,
    failed: record.failed_at && {
      at: record.failed_at.toISOString(),
      works_until: worksUntil(record.failed_at).toISOString(),
    },
    discount_percent: choice
      ? 0
      : firstInvoiceDiscountPercent(plan.plan_type, record.trial_start_at?.getTime() ?? null, deps.realClock.now()),
    bonus_available: record.status === 'active' && record.bonus_taken_at === null,
    usage: {
      leads: { used: leads.used, included: leads.included },
      emails: { used: emails.used, included: emails.included },
      emails_since: record.email_period_start.toISOString(),
      senders: { used: counted.senders, included: limit('senders') },
      sequences: { used: counted.sequences, included: limit('sequences') },
      monitors: { used: counted.monitors, included: limit('monitors') },
      clients: counted.clients,
      linkedin_accounts: counted.linkedIn,
    },
  };
}

export const listInvoices = (deps: SubscriptionDeps, actor: RequestActor, query: { offset: number; limit: number }) =>
  deps.db.tenantSql(actor.workspaceId, (sql) => findInvoices(actor.workspaceId, sql, query));

/** What a workspace uses, for what a smaller plan would not hold. */
export const usageOf = ({ usage }: BillingView): Usage => ({
  leads: usage.leads.used,
  emails: usage.emails.used,
  monitors: usage.monitors.used,
  senders: usage.senders.used,
  sequences: usage.sequences.used,
  clients: usage.clients,
  linkedIn: usage.linkedin_accounts,
});

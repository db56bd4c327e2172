import type { WorkspaceId } from '@skein/contracts/ids';
import type { PlanType } from '@skein/contracts/constants';
import type { BillingStatus, CancelReason, InvoiceView } from '@skein/contracts/subscription/billing.contract';
import type { BillingInterval, OfferId } from '@skein/contracts/subscription/offers';
import type { Database, SqlClient } from '#platform/db/database';
import type { ProviderInvoice } from '#platform/payments/subscriptions';

/** A workspace with its plan and what was last heard of its subscription. */
export interface BillingRecord {
  plan_type: PlanType;
  email_period_start: Date;
  sender_limit: number | null;
  sequence_limit: number | null;
  monitor_limit: number | null;
  extra_monitors: number;
  is_subscribed: boolean;
  subscription_end_at: Date | null;
  trial_start_at: Date | null;
  trial_end_at: Date | null;
  customer_id: string | null;
  subscription_id: string | null;
  offer: OfferId | null;
  billing_interval: BillingInterval | null;
  sequence_pack: number;
  sender_pack: number;
  status: BillingStatus;
  period_start: Date | null;
  period_end: Date | null;
  cancel_at_period_end: boolean;
  card: { brand: string; last4: string; expires: string } | null;
  failed_at: Date | null;
  bonus_taken_at: Date | null;
}

/** Holds the billing of a workspace until the transaction ends, and reads it. */
export async function lockBilling(workspaceId: WorkspaceId, sql: SqlClient): Promise<BillingRecord> {
  await sql.query('insert into billing (workspace_id) values ($1) on conflict do nothing', [workspaceId]);
  await sql.query('select from billing where workspace_id = $1 for update', [workspaceId]);
  return findBilling(workspaceId, sql);
}

export async function findBilling(workspaceId: WorkspaceId, sql: SqlClient): Promise<BillingRecord> {
  const { rows } = await sql.query<BillingRecord>(
    `
      select w.plan_type, w.email_period_start, w.sender_limit, w.sequence_limit, w.monitor_limit,
        (select p.extra_monitors from workspace_plan p where p.id = w.id), w.is_subscribed, w.subscription_end_at,
        w.trial_start_at, w.trial_end_at,
        b.customer_id, b.subscription_id, b.offer, b.billing_interval,
        coalesce(b.sequence_pack, 0) as sequence_pack, coalesce(b.sender_pack, 0) as sender_pack,
        coalesce(b.status, 'none') as status, b.period_start, b.period_end,
        coalesce(b.cancel_at_period_end, false) as cancel_at_period_end, b.card, b.failed_at, b.bonus_taken_at
      from workspace w
      left join billing b on b.workspace_id = w.id
      where w.id = $1
    `,
    [workspaceId],
  );
  return rows[0] as BillingRecord;
}

/** Rewards whoever referred this workspace, once. @returns the rewarded workspace; null where there was none, or it was rewarded before */
export async function rewardReferral(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  credits: number,
  at: Date,
): Promise<number | null> {
  const { rows } = await sql.query<{ rewarded: number | null }>('select reward_referral($1, $2, $3) as rewarded', [
    workspaceId,
    credits,
    at,
  ]);
  return rows[0]?.rewarded ?? null;
}

export interface CountedUse {
  senders: number;
  sequences: number;
  monitors: number;
  clients: number;
  linkedIn: number;
}

/** What a workspace uses of what plans limit, beside leads and emails, and of what is paid for each. */
export async function countUsage(workspaceId: WorkspaceId, sql: SqlClient): Promise<CountedUse> {
  const { rows } = await sql.query<CountedUse>(
    `
      select (
          select count(*)::int from mailbox where workspace_id = $1 and deleted_at is null
        ) as senders,
        (
          select count(*)::int from campaign where workspace_id = $1 and status <> 'ARCHIVED'
        ) as sequences,
        (
          select count(*)::int from agency_client where workspace_id = $1 and status = 'active'
        ) as clients,
        (
          select count(*)::int
          from linkedin_account
          where workspace_id = $1 and deleted_at is null and provider_account is not null
        ) as "linkedIn",
        (
          select count(*)::int
          from placement_test
          where workspace_id = $1 and type = 'auto' and not is_stopped
        ) as monitors
    `,
    [workspaceId],
  );
  return rows[0] as CountedUse;
}

/** What is written of a subscription after it was read from the provider. */
export interface BillingState {
  customerId: string;
  subscriptionId: string;
  offer: OfferId;
  interval: BillingInterval;
  sequencePack: number;
  senderPack: number;
  status: 'active' | 'past_due' | 'canceled';
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  card: { brand: string; last4: string; expires: string } | null;
  failedAt: Date | null;
  at: Date;
}

export async function writeBilling(workspaceId: WorkspaceId, sql: SqlClient, state: BillingState): Promise<void> {
  await sql.query(
    `
      update billing
      set customer_id = $2, subscription_id = $3, offer = $4, billing_interval = $5, sequence_pack = $6,
        sender_pack = $7, status = $8, period_start = $9, period_end = $10, cancel_at_period_end = $11, card = $12,
        failed_at = $13, read_at = $14
      where workspace_id = $1
    `,
    [
      workspaceId,
      state.customerId,
      state.subscriptionId,
      state.offer,
      state.interval,
      state.sequencePack,
      state.senderPack,
      state.status,
      state.periodStart,
      state.periodEnd,
      state.cancelAtPeriodEnd,
      state.card,
      state.failedAt,
      state.at,
    ],
  );
}

/** The plan of a workspace as its subscription makes it. */
export async function writeWorkspacePlan(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  plan: {
    planType: PlanType;
    isSubscribed: boolean;
    endsAt: Date | null;
    senders: number | null;
    sequences: number | null;
    monitors: number | null;
  },
): Promise<void> {
  await sql.query(
    `
      update workspace
      set plan_type = $2, is_subscribed = $3, subscription_end_at = $4, sender_limit = $5, sequence_limit = $6,
        monitor_limit = $7
      where id = $1
    `,
    [workspaceId, plan.planType, plan.isSubscribed, plan.endsAt, plan.senders, plan.sequences, plan.monitors],
  );
}

/** @returns false when this event was taken before */
export async function takeEvent(workspaceId: WorkspaceId, sql: SqlClient, id: string, at: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    'insert into billing_event (workspace_id, id, at) values ($1, $2, $3) on conflict do nothing',
    [workspaceId, id, at],
  );
  return rowCount === 1;
}

export async function writeInvoices(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  invoices: readonly ProviderInvoice[],
): Promise<void> {
  await sql.query(
    `
      insert into billing_invoice (workspace_id, id, number, created_at, description, cents, status, pdf_url)
      select $1, i.id, i.number, i.created_at, i.description, i.cents, i.status, i.pdf_url
      from jsonb_to_recordset($2) as i(
          id text, number text, created_at timestamptz, description text, cents int, status text, pdf_url text
        )
      on conflict (workspace_id, id)
      do update set number = excluded.number, status = excluded.status, pdf_url = excluded.pdf_url,
        cents = excluded.cents
    `,
    [
      workspaceId,
      JSON.stringify(
        invoices.map(({ id, number, createdAt, description, cents, status, pdfUrl }) => ({
          id,
          number,
          created_at: createdAt,
          description,
          cents,
          status,
          pdf_url: pdfUrl,
        })),
      ),
    ],
  );
}

export async function findInvoices(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ invoices: InvoiceView[]; total: number }> {
  const { rows } = await sql.query<Omit<InvoiceView, 'created_at'> & { created_at: Date; total: number }>(
    `
      select id, number, created_at, description, cents, status, pdf_url, count(*) over ()::int as total
      from billing_invoice
      where workspace_id = $1
      order by created_at desc, id desc
      offset $2
      limit $3
    `,
    [workspaceId, offset, limit],
  );
  return {
    invoices: rows.map(({ total: _, created_at: at, ...invoice }) => ({ ...invoice, created_at: at.toISOString() })),
    total: rows[0]?.total ?? 0,
  };
}

export async function writeCancellation(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { reason: CancelReason; comment: string },
): Promise<void> {
  await sql.query('update billing set cancel_reason = $2, cancel_comment = $3 where workspace_id = $1', [
    workspaceId,
    given.reason,
    given.comment,
  ]);
}

export async function noteBonus(workspaceId: WorkspaceId, sql: SqlClient, at: Date): Promise<void> {
  await sql.query('update billing set bonus_taken_at = $2 where workspace_id = $1', [workspaceId, at]);
}

/** Subscriptions that are not over, for the nightly check: the longest unread first. */
export const findRunning = (
  db: Database,
  limit: number,
): Promise<{ workspaceId: WorkspaceId; subscriptionId: string }[]> =>
  db.systemSql(
    async (sql) =>
      (
        await sql.query<{ workspaceId: WorkspaceId; subscriptionId: string }>(
          `
            select workspace_id as "workspaceId", subscription_id as "subscriptionId"
            from billing
            where subscription_id is not null and status <> 'canceled'
            order by read_at nulls first
            limit $1
          `,
          [limit],
        )
      ).rows,
  );

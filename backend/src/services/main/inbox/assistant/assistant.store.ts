import type { ClientId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

export interface AssistantRecord {
  base_url: string;
  key_sealed: Buffer;
  key_last_four: string;
  model: string;
  is_sandbox: boolean;
  sorts_replies: boolean;
  min_confidence: number;
  /** None: all. */
  category_ids: number[];
  sends_drafts: boolean;
  draft_category_ids: number[];
  draft_delay_minutes: number;
  draft_min_confidence: number;
  /** In 24 hours. */
  draft_daily_limit: number;
  knowledge: string;
  monthly_tokens: number | null;
  /** US dollars for a million tokens that it reads, and that it writes. */
  price_in: number | null;
  price_out: number | null;
  /** US dollars. */
  monthly_cost: number | null;
  last_problem: string | null;
  problem_at: Date | null;
  updated_at: Date;
}
export type Purpose = 'SORT' | 'DRAFT' | 'WHY';

export async function findAssistant(workspaceId: WorkspaceId, sql: SqlClient): Promise<AssistantRecord | null> {
  const { rows } = await sql.query<AssistantRecord>(
    `
      select base_url, key_sealed, key_last_four, model, is_sandbox, sorts_replies, min_confidence,
        category_ids, sends_drafts, draft_category_ids, draft_delay_minutes, draft_min_confidence, draft_daily_limit,
        knowledge, monthly_tokens, price_in::float8 as price_in, price_out::float8 as price_out,
        monthly_cost::float8 as monthly_cost, last_problem, problem_at, updated_at
      from assistant
      where workspace_id = $1
    `,
    [workspaceId],
  );
  return rows[0] ?? null;
}

export async function saveService(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  service: Pick<AssistantRecord, 'base_url' | 'key_sealed' | 'key_last_four' | 'model' | 'is_sandbox'> & { at: Date },
): Promise<void> {
  await sql.query(
    `
      insert into assistant (workspace_id, base_url, key_sealed, key_last_four, model, is_sandbox, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (workspace_id)
      do update set base_url = excluded.base_url, key_sealed = excluded.key_sealed,
        key_last_four = excluded.key_last_four, model = excluded.model, is_sandbox = excluded.is_sandbox,
        last_problem = null, problem_at = null, updated_at = excluded.updated_at
    `,
    [
      workspaceId,
      service.base_url,
      service.key_sealed,
      service.key_last_four,
      service.model,
      service.is_sandbox,
      service.at,
    ],
  );
}

/** Fields that are left out stay. @returns whether there is a service at all */
export async function saveSettings(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  change: {
    sorts_replies?: boolean;
    min_confidence?: number;
    category_ids?: number[] | null;
    sends_drafts?: boolean;
    draft_category_ids?: number[];
    draft_delay_minutes?: number;
    draft_min_confidence?: number;
    draft_daily_limit?: number;
    knowledge?: string;
    monthly_tokens?: number | null;
    price_in?: number | null;
    price_out?: number | null;
    monthly_cost?: number | null;
  },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update assistant
      set sorts_replies = coalesce($2, sorts_replies), min_confidence = coalesce($3, min_confidence),
        category_ids = case when $4 then coalesce($5::int[], '{}') else category_ids end,
        knowledge = coalesce($6, knowledge),
        monthly_tokens = case when $7 then $8 else monthly_tokens end,
        sends_drafts = coalesce($9, sends_drafts), draft_category_ids = coalesce($10, draft_category_ids),
        draft_delay_minutes = coalesce($11, draft_delay_minutes),
        draft_min_confidence = coalesce($12, draft_min_confidence),
        draft_daily_limit = coalesce($13, draft_daily_limit),
        price_in = case when $14 then $15 else price_in end,
        price_out = case when $16 then $17 else price_out end,
        monthly_cost = case when $18 then $19 else monthly_cost end, updated_at = now()
      where workspace_id = $1
    `,
    [
      workspaceId,
      change.sorts_replies ?? null,
      change.min_confidence ?? null,
      change.category_ids !== undefined,
      change.category_ids ?? null,
      change.knowledge ?? null,
      change.monthly_tokens !== undefined,
      change.monthly_tokens ?? null,
      change.sends_drafts ?? null,
      change.draft_category_ids ?? null,
      change.draft_delay_minutes ?? null,
      change.draft_min_confidence ?? null,
      change.draft_daily_limit ?? null,
      ...[change.price_in, change.price_out, change.monthly_cost].flatMap((value) => [
        value !== undefined,
        value ?? null,
      ]),
    ],
  );
  return rowCount === 1;
}

export async function removeAssistant(workspaceId: WorkspaceId, sql: SqlClient): Promise<void> {
  await sql.query('delete from assistant where workspace_id = $1', [workspaceId]);
}

/**
 * Counts one request. `month` is its first day, as YYYY-MM-DD; `costMicros` is in millionths of a US dollar, null where no price is known.
 */
export async function countUse(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  use: { month: string; purpose: Purpose; tokens: number; costMicros: number | null },
): Promise<void> {
  await sql.query(
    `
      insert into assistant_use (workspace_id, month, purpose, requests, tokens, priced_tokens, cost_micros)
      values ($1, $2, $3, 1, $4, $5, $6)
      on conflict (workspace_id, month, purpose)
      do update set requests = assistant_use.requests + 1, tokens = assistant_use.tokens + excluded.tokens,
        priced_tokens = assistant_use.priced_tokens + excluded.priced_tokens,
        cost_micros = assistant_use.cost_micros + excluded.cost_micros
    `,
    [
      workspaceId,
      use.month,
      use.purpose,
      use.tokens,
      use.costMicros === null ? 0 : use.tokens,
      Math.round(use.costMicros ?? 0),
    ],
  );
}

/** What the service last said, or that it answers again. */
export async function noteProblem(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  problem: { text: string; at: Date } | null,
): Promise<void> {
  await sql.query(
    `
      update assistant
      set last_problem = $2, problem_at = $3
      where workspace_id = $1 and last_problem is distinct from $2
    `,
    [workspaceId, problem?.text ?? null, problem?.at ?? null],
  );
}

export interface UseRecord {
  month: string;
  purpose: Purpose;
  requests: number;
  tokens: number;
  /** Those whose price was known, and what they cost in millionths of a US dollar. */
  priced_tokens: number;
  cost_micros: number;
}

/** The newest months first, at most a year of them. */
export async function findUse(workspaceId: WorkspaceId, sql: SqlClient): Promise<UseRecord[]> {
  return (
    await sql.query<UseRecord>(
      `
        select to_char(month, 'YYYY-MM-DD') as month, purpose, requests, tokens::float8 as tokens,
          priced_tokens::float8 as priced_tokens, cost_micros::float8 as cost_micros
        from assistant_use
        where workspace_id = $1 and month > now() - interval '1 year'
        order by month desc, purpose
      `,
      [workspaceId],
    )
  ).rows;
}

export interface CorrectionRecord {
  enrolment_id: EnrolmentId;
  category_id: number;
  text_body: string;
  at: Date;
}

/**
 * Newest replies whose category a person chose after a machine had chosen another one, or none. An agency's clients do not see each other's
 * replies, so neither does the model: only those of the same client. @param clientId undefined for all
 */
export async function findCorrections(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { clientId, most }: { clientId?: ClientId | null; most: number },
): Promise<CorrectionRecord[]> {
  const { rows } = await sql.query<CorrectionRecord>(
    `
      select e.id as enrolment_id, e.category_id, m.text_body, m.at
      from enrolment e
      join campaign c on c.id = e.campaign_id
      join lateral (
        select text_body, at, classification
        from message
        where workspace_id = $1 and enrolment_id = e.id and direction = 'in' and kind = 'reply'
        order by at desc
        limit 1
      ) m on true
      where e.workspace_id = $1
        and e.category_by = 'USER'
        and e.category_id is not null
        and e.reply_count > 0
        and ($2 or c.client_id is not distinct from $3)
        and (m.classification ->> 'category') is distinct from e.category_id::text
      order by e.last_reply_at desc nulls last
      limit $4
    `,
    [workspaceId, clientId === undefined, clientId ?? null, most],
  );
  return rows;
}

export interface ReplyRecord extends Pick<StoredEnrolment, 'category_by'> {
  subject: string;
  text_body: string;
  client_id: ClientId | null;
  /** The only categories that the campaign sorts replies into; empty for every one. */
  only_categories: number[];
}

/** A stored reply that waits to be sorted. */
export async function findReply(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
  messageId: string,
): Promise<ReplyRecord | null> {
  const { rows } = await sql.query<ReplyRecord>(
    `
      select m.subject, m.text_body, c.client_id, e.category_by,
        coalesce(c.settings -> 'ai_categorisation_options', '[]') as only_categories
      from message m
      join enrolment e on e.workspace_id = m.workspace_id and e.id = m.enrolment_id
      join campaign c on c.id = e.campaign_id
      where m.workspace_id = $1 and m.id = $2 and m.enrolment_id = $3
    `,
    [workspaceId, messageId, enrolmentId],
  );
  return rows[0] ?? null;
}

export interface CategoryChoice {
  id: number;
  name: string;
  description: string;
}

export async function findOwnCategories(workspaceId: WorkspaceId, sql: SqlClient): Promise<CategoryChoice[]> {
  return (
    await sql.query<CategoryChoice>(
      'select id, name, description from lead_category where workspace_id = $1 order by id limit 100',
      [workspaceId],
    )
  ).rows;
}

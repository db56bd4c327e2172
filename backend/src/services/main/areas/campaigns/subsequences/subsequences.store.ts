import type { CampaignStatus, LeadStatus } from '@skein/contracts/constants';
import type {
  PushKind,
  PushSkip,
  SubsequenceRule,
  SubsequenceTrigger,
} from '@skein/contracts/main/subsequence-triggers';
import type { SqlClient } from '../../../../../platform/db/database';

export interface RuleRecord {
  campaign_id: number;
  parent_campaign_id: number;
  parent_name: string;
  parent_status: CampaignStatus;
  parent_steps: number;
  delay_seconds: number;
  stop_on_parent_reply: boolean;
}
interface TriggerRecord {
  campaign_id: number;
  kind: SubsequenceTrigger['kind'];
  category_ids: number[];
  phrases: string[];
  match_all: boolean;
  seq_number: number | null;
  silence_days: number | null;
  connection: 'SENT' | 'ACCEPTED' | null;
}

export async function insertRule(
  workspaceId: number,
  sql: SqlClient,
  rule: { campaignId: number; parentId: number; delaySeconds: number; stopOnParentReply: boolean; at: Date },
): Promise<void> {
  await sql.query(
    `
      insert into subsequence_rule (
        workspace_id, campaign_id, parent_campaign_id, delay_seconds, stop_on_parent_reply, created_at,
          updated_at
      )
      values ($1, $2, $3, $4, $5, $6, $6)
    `,
    [workspaceId, rule.campaignId, rule.parentId, rule.delaySeconds, rule.stopOnParentReply, rule.at],
  );
}

/** Copies rule and triggers to a copy of the subsequence, whose parent may be another one. */
export async function copyRule(
  workspaceId: number,
  sql: SqlClient,
  from: number,
  to: number,
  parentId: number,
): Promise<void> {
  await sql.query(
    `
      insert into subsequence_rule (
        workspace_id, campaign_id, parent_campaign_id, delay_seconds, stop_on_parent_reply
      )
      select workspace_id, $3, $4, delay_seconds, stop_on_parent_reply
      from subsequence_rule
      where workspace_id = $1 and campaign_id = $2
    `,
    [workspaceId, from, to, parentId],
  );
  await sql.query(
    `
      insert into subsequence_trigger (
        workspace_id, campaign_id, parent_campaign_id, kind, category_ids, phrases, match_all, seq_number,
          silence_days, connection
      )
      select workspace_id, $3, $4, kind, category_ids, phrases, match_all, seq_number, silence_days,
        connection
      from subsequence_trigger
      where workspace_id = $1 and campaign_id = $2
    `,
    [workspaceId, from, to, parentId],
  );
}

export async function updateRule(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  change: { delay_seconds?: number; stop_on_parent_reply?: boolean },
  at: Date,
): Promise<void> {
  await sql.query(
    `
      update subsequence_rule
      set delay_seconds = coalesce($3, delay_seconds),
        stop_on_parent_reply = coalesce($4, stop_on_parent_reply), updated_at = $5
      where workspace_id = $1 and campaign_id = $2
    `,
    [workspaceId, campaignId, change.delay_seconds ?? null, change.stop_on_parent_reply ?? null, at],
  );
  // Who waits or runs here already follows the rule as well; a push that a person gave a rule of its own keeps it.
  if (change.stop_on_parent_reply !== undefined)
    await sql.query(
      `
        update subsequence_push
        set stop_on_parent_reply = $3
        where workspace_id = $1 and campaign_id = $2 and kind <> 'MANUAL'
      `,
      [workspaceId, campaignId, change.stop_on_parent_reply],
    );
}

/** Puts these triggers in the place of those that were there. */
export async function replaceTriggers(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  parentId: number,
  triggers: readonly SubsequenceTrigger[],
): Promise<void> {
  await sql.query('delete from subsequence_trigger where workspace_id = $1 and campaign_id = $2', [
    workspaceId,
    campaignId,
  ]);
  for (const trigger of triggers) {
    const given = trigger as Partial<TriggerRecord> & { kind: SubsequenceTrigger['kind'] };
    await sql.query(
      `
        insert into subsequence_trigger (
          workspace_id, campaign_id, parent_campaign_id, kind, category_ids, phrases, match_all, seq_number,
            silence_days, connection
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      `,
      [
        workspaceId,
        campaignId,
        parentId,
        given.kind,
        given.category_ids ?? [],
        given.phrases ?? [],
        given.match_all ?? false,
        given.seq_number ?? null,
        given.silence_days ?? null,
        given.connection ?? null,
      ],
    );
  }
}

/** The rule of a subsequence with its parent's name. `lock` holds it until the transaction ends. */
export async function findRule(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  lock = false,
): Promise<RuleRecord | null> {
  const { rows } = await sql.query<RuleRecord>(
    `
      select r.campaign_id, r.parent_campaign_id, p.name as parent_name, p.status as parent_status,
        r.delay_seconds, r.stop_on_parent_reply,
        (
          select count(*)::int from sequence_step s where s.campaign_id = p.id and not s.is_deleted
        ) as parent_steps
      from subsequence_rule r
      join campaign p on p.id = r.parent_campaign_id
      where r.workspace_id = $1 and r.campaign_id = $2${lock ? ' FOR UPDATE OF r' : ''}
    `,
    [workspaceId, campaignId],
  );
  return rows[0] ?? null;
}

/** Rules with triggers of several subsequences. */
export async function findRules(
  workspaceId: number,
  sql: SqlClient,
  campaignIds: readonly number[],
): Promise<Map<number, SubsequenceRule>> {
  const { rows: rules } = await sql.query<{
    campaign_id: number;
    delay_seconds: number;
    stop_on_parent_reply: boolean;
  }>(
    `
      select campaign_id, delay_seconds, stop_on_parent_reply
      from subsequence_rule
      where workspace_id = $1 and campaign_id = any($2)
    `,
    [workspaceId, campaignIds],
  );
  const { rows: triggers } = await sql.query<TriggerRecord>(
    `
      select campaign_id, kind, category_ids, phrases, match_all, seq_number, silence_days, connection
      from subsequence_trigger
      where workspace_id = $1 and campaign_id = any($2)
      order by id
    `,
    [workspaceId, campaignIds],
  );
  return new Map(
    rules.map((rule) => [
      rule.campaign_id,
      {
        triggers: triggers.filter((trigger) => trigger.campaign_id === rule.campaign_id).map(toTrigger),
        delay_seconds: rule.delay_seconds,
        stop_on_parent_reply: rule.stop_on_parent_reply,
      },
    ]),
  );
}

function toTrigger(row: TriggerRecord): SubsequenceTrigger {
  switch (row.kind) {
    case 'CATEGORY':
      return { kind: row.kind, category_ids: row.category_ids };
    case 'REPLY_TEXT':
      return { kind: row.kind, phrases: row.phrases, match_all: row.match_all, seq_number: row.seq_number };
    case 'LINKEDIN_CONNECTION':
      return { kind: row.kind, connection: row.connection ?? 'ACCEPTED' };
    case 'RE_ENGAGEMENT':
      return { kind: row.kind, silence_days: row.silence_days ?? 1 };
    case 'BOUNCE':
      return { kind: row.kind };
    default:
      return { kind: row.kind, seq_number: row.seq_number };
  }
}

/** Of no category in $3, neither in the parent nor in the subsequence. */
const shown = `
    (o.category_id is null or o.category_id <> all($3::int[]))
      and (e.category_id is null or e.category_id <> all($3::int[]))
  `;

export interface PushCounts {
  pushed: number;
  waiting: number;
  skipped: number;
  by_kind: Record<string, number>;
}

/** How many leads came in, by what, and how many of them were not sent anything yet; leads of hidden categories are left out. */
export async function countPushes(
  workspaceId: number,
  sql: SqlClient,
  campaignIds: readonly number[],
  hiddenCategories: readonly number[],
): Promise<Map<number, PushCounts>> {
  const { rows } = await sql.query<{
    campaign_id: number;
    kind: string;
    pushed: number;
    waiting: number;
    skipped: number;
  }>(
    `
      select p.campaign_id, p.kind, count(*) filter (where p.outcome = 'PUSHED')::int as pushed,
        count(*) filter (where e.status = 'STARTED')::int as waiting,
        count(*) filter (where p.outcome = 'SKIPPED')::int as skipped
      from subsequence_push p
      left join enrolment e on e.id = p.enrolment_id
      left join enrolment o on o.id = p.parent_enrolment_id
      where p.workspace_id = $1 and p.campaign_id = any($2) and ${shown}
      group by 1, 2
    `,
    [workspaceId, campaignIds, [...hiddenCategories]],
  );
  const counts = new Map<number, PushCounts>(
    campaignIds.map((id) => [id, { pushed: 0, waiting: 0, skipped: 0, by_kind: {} }]),
  );
  for (const row of rows) {
    const of = counts.get(row.campaign_id) as PushCounts;
    of.pushed += row.pushed;
    of.waiting += row.waiting;
    of.skipped += row.skipped;
    if (row.pushed > 0) of.by_kind[row.kind] = row.pushed;
  }
  return counts;
}

export interface PushRecord {
  id: string;
  kind: PushKind;
  outcome: 'PUSHED' | 'SKIPPED';
  skip_reason: PushSkip | null;
  evidence: Record<string, unknown>;
  at: Date;
  due_at: Date;
  parent_enrolment_id: number | null;
  enrolment_id: number | null;
  status: LeadStatus | null;
  pushed_by_name: string | null;
  category_name: string | null;
  lead_id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone_number: string | null;
  company_name: string | null;
  website: string | null;
  location: string | null;
  linkedin_profile: string | null;
  company_url: string | null;
  custom_fields: Record<string, unknown>;
  provider: 'GMAIL' | 'OUTLOOK' | 'ZOHO' | 'OTHER';
  is_unsubscribed: boolean;
  is_bounced: boolean;
}

const visible = `p.workspace_id = $1 AND p.campaign_id = $2 AND ${shown}`;
const joins = `
    join lead l on l.id = p.lead_id
    left join enrolment e on e.id = p.enrolment_id
    left join enrolment o on o.id = p.parent_enrolment_id
    left join app_user u on u.id = p.pushed_by
  `;

/** One page of pushes, newest first, from before an id; leads of hidden categories are left out. */
export async function findPushes(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  page: { before: number | null; limit: number; hiddenCategories: readonly number[] },
): Promise<PushRecord[]> {
  const { rows } = await sql.query<PushRecord>(
    `
      select p.id, p.kind, p.outcome, p.skip_reason, p.evidence, p.at, p.due_at, p.parent_enrolment_id,
        p.enrolment_id, e.status, coalesce(u.name, u.email) as pushed_by_name, k.name as category_name,
        l.id as lead_id, l.email, l.first_name, l.last_name, l.phone_number, l.company_name, l.website,
        l.location, l.linkedin_profile, l.company_url, l.custom_fields, l.provider, l.is_unsubscribed,
        l.is_bounced
      from subsequence_push p ${joins}
      left join lead_category k on k.workspace_id = p.workspace_id
        and k.id = (p.evidence ->> 'category_id')::int
      where ${visible} and ($4::bigint is null or p.id < $4)
      order by p.id desc
      limit $5
    `,
    [workspaceId, campaignId, [...page.hiddenCategories], page.before, page.limit],
  );
  return rows;
}

export async function countAllPushes(
  workspaceId: number,
  sql: SqlClient,
  campaignId: number,
  hiddenCategories: readonly number[],
): Promise<number> {
  return (
    (
      await sql.query<{ count: number }>(
        `select count(*)::int as count from subsequence_push p ${joins} where ${visible}`,
        [workspaceId, campaignId, [...hiddenCategories]],
      )
    ).rows[0]?.count ?? 0
  );
}

/** Own categories among the given ids: fixed ones need no look. */
export async function findOwnCategories(
  workspaceId: number,
  sql: SqlClient,
  ids: readonly number[],
): Promise<Set<number>> {
  return new Set(
    (
      await sql.query<{ id: number }>('select id from lead_category where workspace_id = $1 and id = any($2)', [
        workspaceId,
        ids,
      ])
    ).rows.map((row) => row.id),
  );
}

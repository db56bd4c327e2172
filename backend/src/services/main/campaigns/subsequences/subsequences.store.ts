import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { CampaignStatus } from '@skein/contracts/constants';
import type { SubsequenceRule, SubsequenceTrigger } from '@skein/contracts/main/subsequence-triggers';
import type { SqlClient } from '#platform/db/database';

export interface RuleRecord {
  campaign_id: CampaignId;
  parent_campaign_id: CampaignId;
  parent_name: string;
  parent_status: CampaignStatus;
  parent_steps: number;
  delay_seconds: number;
  stop_on_parent_reply: boolean;
}
interface TriggerRecord {
  campaign_id: CampaignId;
  kind: SubsequenceTrigger['kind'];
  category_ids: number[];
  phrases: string[];
  match_all: boolean;
  seq_number: number | null;
  silence_days: number | null;
  connection: 'SENT' | 'ACCEPTED' | null;
}

export async function insertRule(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  rule: { campaignId: CampaignId; parentId: number; delaySeconds: number; stopOnParentReply: boolean; at: Date },
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

/** The subsequence a rule is copied from, the one it is copied to, and that one's parent. */
interface RuleCopy {
  from: number;
  to: number;
  parentId: number;
}

/** Copies rule and triggers to a copy of the subsequence, whose parent may be another one. */
export async function copyRule(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { from, to, parentId }: RuleCopy,
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

/** What changes in a subsequence's rule. */
interface RuleChange {
  campaignId: CampaignId;
  change: { delay_seconds?: number; stop_on_parent_reply?: boolean };
  at: Date;
}

export async function updateRule(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, change, at }: RuleChange,
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

/** The triggers that a subsequence has from now on. */
interface RuleTriggers {
  campaignId: CampaignId;
  parentId: number;
  triggers: readonly SubsequenceTrigger[];
}

/** Puts these triggers in the place of those that were there. */
export async function replaceTriggers(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaignId, parentId, triggers }: RuleTriggers,
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
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignId: CampaignId,
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
  workspaceId: WorkspaceId,
  sql: SqlClient,
  campaignIds: readonly CampaignId[],
): Promise<Map<number, SubsequenceRule>> {
  const { rows: rules } = await sql.query<{
    campaign_id: CampaignId;
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
export const shown = `
    (o.category_id is null or o.category_id <> all($3::int[]))
      and (e.category_id is null or e.category_id <> all($3::int[]))
  `;

/** Own categories among the given ids: fixed ones need no look. */
export async function findOwnCategories(
  workspaceId: WorkspaceId,
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

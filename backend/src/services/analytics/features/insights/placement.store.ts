import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import type { Scope, Selection } from '../figures/selection';
import { rangeCondition } from '../figures/selection.store';

/**
 * The mailboxes that a scope and a filter allow, as a condition on the mailbox `m`. A filter by campaign means the mailboxes it sends from.
 */
export function mailboxCondition(conditions: Conditions, scope: Scope, selection: Omit<Selection, 'range'>): void {
  if (selection.mailboxIds) conditions.add('m.id = any(?::int[])', [...selection.mailboxIds]);
  if (selection.clientIds) conditions.add('m.client_id = any(?::int[])', [...selection.clientIds]);
  if (selection.campaignIds)
    conditions.add(
      'm.id in (select mailbox_id from campaign_mailbox where workspace_id = $1 and campaign_id = any(?::int[]))',
      [...selection.campaignIds],
    );
  if (selection.tagIds)
    conditions.add(
      `m.id in (
        select k.mailbox_id
        from campaign_mailbox k
        join campaign_tag t on t.workspace_id = $1 and t.campaign_id = k.campaign_id
        where k.workspace_id = $1 and t.tag_id = any(?::int[])
      )`,
      [...selection.tagIds],
    );
  if (scope.clientId !== null) conditions.add('m.client_id = ?', scope.clientId);
  if (scope.memberId !== null) conditions.add('m.id in (select member_mailboxes(?))', scope.memberId);
}

export interface Placement {
  mailbox_id: MailboxId;
  from: string;
  /** Who hosts the mailbox that received them. */
  to: string;
  placed: number;
  spam: number;
}

/**
 * Warmup and test emails whose folder is known, as `v`, each with the mailbox `m` that sent it and the provider that received it:
 * every figure and list of them reads from here.
 */
export const placedEmails = `
  (
    select 'WARMUP' as kind, w.id, w.from_mailbox_id as mailbox_id, coalesce(r.type, w.shared_provider, 'OTHER') as provider,
      w.landed, w.sent_at, null::int as run_id
    from warmup_mail w
    left join mailbox r on r.workspace_id = $1 and r.id = w.to_mailbox_id
    where w.workspace_id = $1 and w.from_mailbox_id is not null and w.landed in ('INBOX', 'SPAM')
    union all
    -- What an operator calls a seed's provider is free text.
    select 'TEST', o.id::bigint, o.mailbox_id,
      case
        when s.provider ~* 'gmail|google' then 'GMAIL'
        when s.provider ~* 'outlook|microsoft|office' then 'OUTLOOK'
        when s.provider ~* 'zoho' then 'ZOHO'
        else 'OTHER'
      end,
      o.landed, o.sent_at, o.run_id
    from placement_mail o
    join placement_seed s on s.id = o.seed_id
    where o.workspace_id = $1 and o.mailbox_id is not null and o.landed in ('INBOX', 'TAB', 'SPAM')
  ) v
  join mailbox m on m.workspace_id = $1 and m.id = v.mailbox_id
`;
/** Which of them landed in spam. */
export const inSpam = `v.landed = 'SPAM'`;

/** Conditions on them for a selection. */
export function placedConditions(workspaceId: WorkspaceId, scope: Scope, selection: Selection): Conditions {
  const conditions = new Conditions(workspaceId);
  mailboxCondition(conditions, scope, selection);
  rangeCondition(conditions, selection.range, 'v.sent_at');
  return conditions;
}

/** Warmup and test emails of the range whose folder is known, by the mailbox that sent and the provider that received. */
export async function countPlacement(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  selection: Selection,
): Promise<Placement[]> {
  const conditions = placedConditions(workspaceId, scope, selection);
  const { rows } = await sql.query<Placement>(
    `
      select v.mailbox_id, m.type as "from", v.provider as "to", count(*)::int as placed,
        count(*) filter (where ${inSpam})::int as spam
      from ${placedEmails}
      where ${conditions.sql}
      group by 1, 2, 3
      order by 1, 3
    `,
    conditions.values,
  );
  return rows;
}

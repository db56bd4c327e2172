import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { PlacedEmail, PlacedFigure, placedGroupings } from '@skein/contracts/analytics/placed-emails.contract';
import type { ProviderEnd } from '@skein/contracts/analytics/narrowing';
import type { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { narrowToGroup, providerCondition } from '../figures/narrow-rows.store';
import type { Scope, Selection } from '../figures/selection';
import { inSpam, placedConditions, placedEmails } from './placement.store';

/** What of the placed emails a figure counts. */
export interface PlacedNarrowing {
  figure: PlacedFigure;
  group_by?: (typeof placedGroupings)[number] | undefined;
  group_key?: string | undefined;
  from_provider?: ProviderEnd | undefined;
  to_provider?: ProviderEnd | undefined;
}

/** The emails behind one figure. */
export interface PlacedRows {
  selection: Selection;
  narrow: PlacedNarrowing;
}

export interface PlacedRecord {
  kind: PlacedEmail['kind'];
  id: string;
  sent_at: Date;
  mailbox_id: MailboxId;
  from_email: string;
  is_removed: boolean;
  provider: string;
  landed: PlacedEmail['landed'];
  test_id: number | null;
  test_name: string | null;
  test_type: 'manual' | 'auto' | null;
}

function behind(workspaceId: WorkspaceId, scope: Scope, { selection, narrow }: PlacedRows): Conditions {
  const conditions = placedConditions(workspaceId, scope, selection);
  if (narrow.group_by) narrowToGroup(conditions, narrow.group_by, narrow.group_key ?? '');
  for (const [column, end] of [
    ['m.type', narrow.from_provider],
    ['v.provider', narrow.to_provider],
  ] as const)
    if (end) {
      const { sql, values } = providerCondition(column, end);
      conditions.add(sql, ...values);
    }
  if (narrow.figure === 'spam') conditions.add(inSpam);
  return conditions;
}

/** How many emails stand behind a figure: the figure itself. */
export async function countPlaced(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  which: PlacedRows,
): Promise<number> {
  const conditions = behind(workspaceId, scope, which);
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count from ${placedEmails} where ${conditions.sql}`,
    conditions.values,
  );
  return rows[0]?.count ?? 0;
}

/** The email after which a page begins. */
export interface PlacedPlace {
  sentAt: Date;
  kind: string;
  id: string;
}

/** A page of the emails behind a figure, newest first. Of a test that a member with limits may not see stands no name. */
export async function listPlaced(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  { after, limit, ...which }: PlacedRows & { after: PlacedPlace | null; limit: number },
): Promise<PlacedRecord[]> {
  const conditions = behind(workspaceId, scope, which);
  if (after)
    conditions.add(
      '(v.sent_at, v.kind, v.id) < (?::timestamptz, ?::text, ?::bigint)',
      after.sentAt.toISOString(),
      after.kind,
      after.id,
    );
  const size = conditions.value(limit);
  const member = conditions.value(scope.memberId);
  const { rows } = await sql.query<PlacedRecord>(
    `
      with page as (
        select v.*, m.from_email, m.deleted_at is not null as is_removed
        from ${placedEmails}
        where ${conditions.sql}
        order by v.sent_at desc, v.kind desc, v.id desc
        limit ${size}
      )
      select p.kind, p.id, p.sent_at, p.mailbox_id, p.from_email, p.is_removed, p.provider, p.landed,
        t.id as test_id, t.name as test_name, t.type as test_type
      from page p
      left join placement_run u on u.workspace_id = $1 and u.id = p.run_id
      left join placement_test t
        on t.workspace_id = $1
        and t.id = u.test_id
        and t.deleted_at is null
        and (
          ${member}::int is null
            or (
              t.sender_ids <@ array(select member_mailboxes(${member}::int))
              and (
                t.source is null
                or (t.source ->> 'campaign_id')::int in (select member_campaigns(${member}::int))
              )
            )
        )
      order by p.sent_at desc, p.kind desc, p.id desc
    `,
    conditions.values,
  );
  return rows;
}

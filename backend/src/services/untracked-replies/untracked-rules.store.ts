import type { LeadId, UserId } from '@skein/contracts/ids';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import type { ForgottenAddress } from './undo-keeper';
import { addCampaignScope, addMailboxesOf, addMailboxScope, type Viewer } from './untracked-replies.store';

export interface UntrackedCounts {
  open: number;
  unread: number;
  ignored: number;
}

/** By state, inside the viewer's scope; `userId` counts the mailboxes of one person only. */
export async function countByState(
  viewer: Viewer,
  sql: SqlClient,
  userId: UserId | undefined,
): Promise<UntrackedCounts> {
  const where = new Conditions()
    .add('m.workspace_id = ?', viewer.workspaceId)
    .add(`m.untracked_state in ('OPEN', 'IGNORED')`);
  addMailboxScope(where, viewer);
  if (userId) addMailboxesOf(where, userId);
  const { rows } = await sql.query<UntrackedCounts>(
    `
      select count(*) filter (where m.untracked_state = 'OPEN')::int as open,
        count(*) filter (where m.untracked_state = 'OPEN' and not m.is_read)::int as unread,
        count(*) filter (where m.untracked_state = 'IGNORED')::int as ignored
      from message m
      join mailbox b on b.id = m.mailbox_id
      where ${where.sql}
    `,
    where.values,
  );
  return rows[0] as UntrackedCounts;
}

export interface RuleRecord {
  id: number;
  email: string;
  lead_id: LeadId;
  lead_email: string;
  lead_name: string;
  learned_from: string | null;
  created_at: Date;
}

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Addresses of leads whose campaigns the viewer sees. */
function rulesOf(viewer: Viewer): Conditions {
  const where = new Conditions().add('a.workspace_id = ?', viewer.workspaceId);
  const seen = new Conditions();
  addCampaignScope(seen, viewer);
  if (seen.values.length > 0) {
    // The same conditions with their values behind those that are there already.
    let place = 0;
    const scope = seen.sql.replace(/\$\d+/g, () => where.value(seen.values[place++]));
    where.add(
      `exists (select from enrolment e join campaign c on c.id = e.campaign_id where e.workspace_id = a.workspace_id
        and e.lead_id = a.lead_id and ${scope})`,
    );
  }
  return where;
}

export async function findRules(
  viewer: Viewer,
  sql: SqlClient,
  query: { search?: string; before: number | null; limit: number },
): Promise<{ rows: RuleRecord[]; total: number }> {
  const where = rulesOf(viewer);
  if (query.search) where.add('a.email ilike ? or l.email ilike ?', like(query.search), like(query.search));
  const from = 'from lead_alias a join lead l on l.workspace_id = a.workspace_id and l.id = a.lead_id';
  const {
    rows: [count],
  } = await sql.query<{ count: number }>(
    `select count(*)::int as count from (select ${from} where ${where.sql} limit 10001) q`,
    where.values,
  );
  if (query.before !== null) where.add('a.id < ?', query.before);
  const { rows } = await sql.query<RuleRecord>(
    `
      select a.id, a.email, a.lead_id, l.email as lead_email,
        coalesce(nullif(trim(concat_ws(' ', l.first_name, l.last_name)), ''), l.email) as lead_name,
        case
          when a.evidence ->> 'by' = 'person' then coalesce(
            (
              select coalesce(u.name, split_part(u.email, '@', 1))
              from app_user u
              where u.workspace_id = a.workspace_id and u.id = (a.evidence ->> 'user_id')::int
            ),
            'A colleague'
          )
          end as learned_from,
        a.created_at ${from}
      where ${where.sql}
      order by a.id desc
      limit ${where.value(query.limit + 1)}
    `,
    where.values,
  );
  return { rows, total: count?.count ?? 0 };
}

/** @returns what it was; null when there is none that the viewer may see */
export async function deleteRule(viewer: Viewer, sql: SqlClient, ruleId: number): Promise<ForgottenAddress | null> {
  const where = rulesOf(viewer).add('a.id = ?', ruleId);
  const { rows } = await sql.query<ForgottenAddress>(
    `delete from lead_alias a where ${where.sql} returning a.id, a.lead_id, a.email, a.evidence, a.created_at, now() as forgotten_at`,
    where.values,
  );
  return rows[0] ?? null;
}

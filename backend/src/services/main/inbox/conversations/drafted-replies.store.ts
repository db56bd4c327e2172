import type { StoredEnrolment } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';

/** What decides, under the lock of its conversation, whether a rule may answer. */
interface Answerable extends Pick<StoredEnrolment, 'category_id' | 'category_by'> {
  /** Row of the newest email of the thread that somebody wrote, the lead or one of us. */
  newest_id: string | null;
  /** The lead or the address that is answered wants no email, is blocked or dead. */
  is_closed: boolean;
  /** A reply waits, or is on its way. */
  has_open_reply: boolean;
  /** A rule has answered since a person last did: two machines never write to each other. */
  is_answered_by_rule: boolean;
}

/** Answers of rules in the last 24 hours that were not cancelled. */
export async function countDrafted(workspaceId: number, sql: SqlClient): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `
      select count(*)::int as count
      from intent
      where workspace_id = $1
        and drafted_by is not null
        and created_at > now() - interval '24 hours'
        and state <> 'CANCELLED'
    `,
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Whether the rule is on and may answer once more today. Holds its settings until the transaction ends, so that of two answers one is
 * the last.
 */
export async function hasAnswerLeft(workspaceId: number, sql: SqlClient): Promise<boolean> {
  const { rows } = await sql.query<{ draft_daily_limit: number }>(
    'select draft_daily_limit from assistant where workspace_id = $1 and sends_drafts for no key update',
    [workspaceId],
  );
  const limit = rows[0]?.draft_daily_limit ?? 0;
  return (await countDrafted(workspaceId, sql)) < limit;
}

export async function findAnswerable(
  workspaceId: number,
  sql: SqlClient,
  { enrolmentId, toEmail }: { enrolmentId: number; toEmail: string },
): Promise<Answerable | null> {
  const { rows } = await sql.query<Answerable>(
    `
      select e.category_id, e.category_by,
        (
          select m.id
          from message m
          where m.workspace_id = $1 and m.enrolment_id = e.id and (m.direction = 'in' or m.kind in ('manual', 'outside'))
          order by m.at desc, m.id desc
          limit 1
        ) as newest_id,
        l.is_unsubscribed or l.is_bounced or exists (
          select
          from suppression s
          where s.workspace_id = $1
            and s.client_scope in (0, coalesce(c.client_id, 0))
            and (
              (s.kind = 'email' and s.value in (l.email, $3))
              or (
                s.kind = 'domain'
                and s.value = any(covering_domains(l.domain) || covering_domains(split_part($3, '@', 2)))
              )
            )
        ) or exists (
          select
          from lead d
          where d.workspace_id = $1 and d.email = $3 and (d.is_unsubscribed or d.is_bounced)
        ) as is_closed,
        exists (
          select
          from intent i
          where i.workspace_id = $1 and i.enrolment_id = e.id and i.kind = 'REPLY' and i.state in ('RESERVED', 'SUBMITTING')
        ) as has_open_reply,
        exists (
          select
          from intent i
          where i.workspace_id = $1
            and i.enrolment_id = e.id
            and i.drafted_by is not null
            and i.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
            and i.id > coalesce(
              (
                select max(p.id)
                from intent p
                where p.workspace_id = $1
                  and p.enrolment_id = e.id
                  and p.kind = 'REPLY'
                  and p.drafted_by is null
                  and p.state in ('SENT', 'IN_DOUBT')
              ),
              0
            )
        ) as is_answered_by_rule
      from enrolment e
      join lead l on l.id = e.lead_id
      join campaign c on c.id = e.campaign_id
      where e.workspace_id = $1 and e.id = $2
    `,
    [workspaceId, enrolmentId, toEmail.toLowerCase()],
  );
  return rows[0] ?? null;
}

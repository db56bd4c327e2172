import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';
import { inItsTime } from '#platform/db/enabled-workspace';
import { hasAnswered, isLeftAlone } from './left-alone.store';

/** SQL: a lead for whom something may begin. One for whom nothing may would be found again each time, and stand before all others. */
const isOpen = `e.first_reply_at is null and not ${isLeftAlone('e')}
  and not ${hasAnswered('e.lead_id', 't.parent_campaign_id')} and not
  exists (select from subsequence_push p where p.campaign_id = t.campaign_id and p.lead_id = e.lead_id)`;

/** Silence begins with the last e-mail. */
const silent = `from subsequence_trigger t join campaign c on c.id = t.campaign_id and c.status = 'ACTIVE'
  join enrolment e on e.campaign_id = t.parent_campaign_id and e.status = 'COMPLETED' and e.reason is null and e.last_sent_at is not null
  where t.kind = 'RE_ENGAGEMENT' and ${isOpen}`;

/**
 * The campaign time from which a trigger holds: when its kind was first saved in the rule, after the last time the rule
 * was saved without it. Saving replaces the triggers' rows, so the rule's edits are what tells. A trigger that came
 * with the subsequence and was never saved is as old as the subsequence.
 */
const since = `coalesce((select min(f.at) from campaign_edit f where f.campaign_id = t.campaign_id and f.area = 'rule'
  and f.detail ? 'triggers'
    and f.id > coalesce((select max(g.id) from campaign_edit g where g.campaign_id = t.campaign_id and g.area = 'rule'
      and g.detail ? 'triggers' and not g.detail -> 'triggers' @> '[{"kind": "LINKEDIN_CONNECTION"}]'), 0)),
  (select s.created_at from campaign s where s.id = t.campaign_id))`;

/** Only what happened since the trigger was made: a request when it was sent, a connection when it was accepted. */
const connected = `from (select t.*, ${since} as since from subsequence_trigger t
  where t.kind = 'LINKEDIN_CONNECTION' offset 0) t join campaign c on c.id = t.campaign_id and c.status = 'ACTIVE'
  join linkedin_action a on a.campaign_id = t.parent_campaign_id
    and (a.connection = 'ACCEPTED' or (t.connection = 'SENT' and a.connection = 'PENDING')) join enrolment e on e.id = a.enrolment_id
  where case when t.connection = 'SENT' then coalesce(a.performed_at, a.created_at)
    else coalesce(a.settled_at, a.performed_at, a.created_at) end >= t.since and ${isOpen}`;

interface Found {
  workspace_id: WorkspaceId;
  campaign_id: CampaignId;
  enrolment_id: EnrolmentId;
  at: Date;
  detail: Record<string, unknown>;
  kind: 'RE_ENGAGEMENT' | 'LINKEDIN_CONNECTION';
}

/**
 * Somebody else's push of the same lead is waited for by the unique row; two processes that find the same leads lock
 * them in the same order.
 */
export async function findSilentOrConnected(sql: SqlClient, now: Date, most: number): Promise<Found[]> {
  const { rows } = await sql.query<Found>(
    `(select t.workspace_id, t.campaign_id, e.id as enrolment_id,
      e.last_sent_at + make_interval(days => t.silence_days) as at, 'RE_ENGAGEMENT' as kind,
      jsonb_build_object('silence_days', t.silence_days, 'last_sent_at', e.last_sent_at) as detail
      ${silent} and ${inItsTime('$1', 't.workspace_id')}
        and e.last_sent_at <= $1::timestamptz - make_interval(days => t.silence_days) order by e.id, t.campaign_id limit $2)
     union all
     (select t.workspace_id, t.campaign_id, e.id, coalesce(a.settled_at, a.performed_at, $1), 'LINKEDIN_CONNECTION',
       jsonb_build_object('connection', a.connection) ${connected} and ${inItsTime('$1', 't.workspace_id')}
       order by e.id, t.campaign_id limit $2)`,
    [now, most],
  );
  return rows.sort((one, other) => one.enrolment_id - other.enrolment_id).slice(0, most);
}

/** Whether there is a trigger that is no event but a state that has lasted. */
export async function hasLastingTriggers(db: Database): Promise<boolean> {
  const [any] = await db.systemStatement<{ found: boolean }>(
    `
      select exists (
        select from subsequence_trigger where kind in ('RE_ENGAGEMENT', 'LINKEDIN_CONNECTION')
      ) as found
    `,
  );
  return any?.found ?? false;
}

/** When the next lead has been silent for long enough. */
export async function findNextSilence(db: Database, now: Date): Promise<Date | null> {
  const [row] = await db.systemStatement<{ at: Date | null }>(
    `select min(e.last_sent_at + make_interval(days => t.silence_days)) as at ${silent} and ${inItsTime('$1', 't.workspace_id')}`,
    [now],
  );
  return row?.at ?? null;
}

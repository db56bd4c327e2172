import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import type { MailActivity, MailVisit, RecordedVisit } from '#platform/tracking/visit-recorder';
import { appendEvents } from '../events/events.api';
import { blockAddress, endLeads, stopEnrolment } from '../lead-state/lead-state.api';

interface TrackedIntent {
  id: string;
  workspace_id: number;
  campaign_id: number | null;
  enrolment_id: number | null;
  step_id: number | null;
  variant_id: number | null;
  mailbox_id: number;
  sent_at: Date | null;
  send_at: Date;
  state: string;
  links: string[];
  lead_id: number | null;
  lead_email: string;
  client_id: number | null;
  stop_on: string | null;
  open_count: number;
  click_count: number;
  enrolment_opens: number;
  enrolment_clicks: number;
  is_unsubscribed: boolean;
}

/** The mails that were asked for, those that exist and left, under lock: their leads first (the mails' rows wait for all of them), as every writer of outcomes takes them. */
const loadAll = async (sql: SqlClient, intentIds: readonly bigint[]): Promise<Map<string, TrackedIntent>> => {
  const ids = [...new Set(intentIds.map(String))];
  const { rows } = await prepared<TrackedIntent>(
    sql,
    `
      with leads as materialized (
        select e.id, e.lead_id, e.open_count, e.click_count, e.is_unsubscribed
        from enrolment e
        where e.id in (select i.enrolment_id from intent i where i.id = any($1::bigint[]))
        order by e.id
        for no key update of e
      )
      select i.id, i.workspace_id, i.campaign_id, i.enrolment_id, i.step_id, i.variant_id, i.mailbox_id,
        i.sent_at, i.send_at, i.state, i.links, i.open_count, i.click_count, l.id as lead_id,
        coalesce(l.email, i.to_email) as lead_email, c.client_id, c.stop_on,
        coalesce(e.open_count, i.open_count) as enrolment_opens,
        coalesce(e.click_count, i.click_count) as enrolment_clicks,
        coalesce(e.is_unsubscribed, i.is_unsubscribed) as is_unsubscribed
      from intent i
      left join leads e on e.id = i.enrolment_id
      left join campaign c on c.id = i.campaign_id
      left join lateral (
        select id, email
        from lead
        where id = e.lead_id
        union all
        select id, email
        from lead
        where i.enrolment_id is null and workspace_id = i.workspace_id and email = i.to_email
        limit 1
      ) l on true
      where i.id = any($1::bigint[]) and i.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
      order by i.id
      for update of i
    `,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
};

const load = async (sql: SqlClient, intentId: bigint): Promise<TrackedIntent | null> =>
  (await loadAll(sql, [intentId])).get(intentId.toString()) ?? null;

const about = (intent: TrackedIntent, activity: { at: Date }) => ({
  workspaceId: intent.workspace_id,
  at: activity.at,
  sentAt: intent.sent_at,
  campaignId: intent.campaign_id,
  enrolmentId: intent.enrolment_id,
  leadId: intent.lead_id,
  mailboxId: intent.mailbox_id,
  intentId: BigInt(intent.id),
  stepId: intent.step_id,
  variantId: intent.variant_id,
  clientId: intent.client_id,
});

const countVisits = `
  with given as (
      select *
      from jsonb_to_recordset($1::jsonb) as g(
        intent_id bigint, enrolment_id int, is_click boolean, is_machine boolean, at timestamptz
      )
    ),
    sums as (
      select intent_id, enrolment_id, (count(*) filter (where not is_click and not is_machine))::int as opens,
        (count(*) filter (where not is_click and is_machine))::int as machine_opens,
        (count(*) filter (where is_click and not is_machine))::int as clicks,
        min(at) filter (where not is_click and not is_machine) as first_open,
        max(at) filter (where not is_click and not is_machine) as last_open,
        min(at) filter (where is_click and not is_machine) as first_click
      from given
      group by 1, 2
    ),
    mails as (
      update intent i
      set open_count = i.open_count + s.opens, machine_open_count = i.machine_open_count + s.machine_opens,
        click_count = i.click_count + s.clicks, first_open_at = coalesce(i.first_open_at, s.first_open),
        first_click_at = coalesce(i.first_click_at, s.first_click)
      from sums s
      where i.id = s.intent_id
    ),
    leads as (
      select enrolment_id, sum(opens)::int as opens, sum(clicks)::int as clicks,
        min(first_open) as first_open, max(last_open) as last_open, min(first_click) as first_click
      from sums
      where enrolment_id is not null and opens + clicks > 0
      group by 1
    )
  update enrolment e
  set open_count = e.open_count + l.opens, first_open_at = coalesce(e.first_open_at, l.first_open),
    last_open_at = coalesce(l.last_open, e.last_open_at), click_count = e.click_count + l.clicks,
    first_click_at = coalesce(e.first_click_at, l.first_click), updated_at = now()
  from leads l
  where e.id = l.enrolment_id
`;

/**
 * Opens and clicks: counted, and apart when a machine caused them, each with its event; a person's stops the lead where the campaign says so.
 * @returns one answer a visit, in their order; null for a mail that was not sent or a link that it does not have
 */
export async function recordVisits(sql: SqlClient, visits: readonly MailVisit[]): Promise<(RecordedVisit | null)[]> {
  const intents = await loadAll(
    sql,
    visits.map((visit) => visit.intentId),
  );
  const found = visits.map((visit) => {
    const intent = intents.get(visit.intentId.toString());
    const url = visit.linkIndex === null ? null : intent?.links[visit.linkIndex];
    if (!intent || url === undefined) return null;
    const { isMachine, rule } = visit.judge(visit.at.getTime() - (intent.sent_at ?? intent.send_at).getTime());
    return {
      visit,
      intent,
      url,
      isMachine,
      evidence: rule === null ? visit.evidence : { ...visit.evidence, machine_rule: rule },
    };
  });
  const counted = found.filter((one) => one !== null);
  if (counted.length === 0) return visits.map(() => null);
  for (const { intent, visit } of counted) {
    await settleByEvidence(sql, intent, visit.linkIndex === null ? 'open' : 'click');
    if (intent.state === 'IN_DOUBT') intent.state = 'SENT';
  }
  await prepared(sql, countVisits, [
    JSON.stringify(
      counted.map(({ visit, intent, isMachine }) => ({
        intent_id: intent.id,
        enrolment_id: intent.enrolment_id,
        is_click: visit.linkIndex !== null,
        is_machine: isMachine,
        at: visit.at,
      })),
    ),
  ]);
  const known = new Set<string>();
  await appendEvents(
    sql,
    counted.map(({ visit, intent, url, isMachine, evidence }) => {
      const isClick = visit.linkIndex !== null;
      const key = `${isClick} ${intent.enrolment_id ?? `mail ${intent.id}`}`;
      const isFirst =
        !isMachine && (isClick ? intent.enrolment_clicks : intent.enrolment_opens) === 0 && !known.has(key);
      if (isFirst) known.add(key);
      return {
        ...about(intent, visit),
        kind: isClick ? ('CLICK' as const) : ('OPEN' as const),
        isMachine,
        isFirst,
        evidence: isClick ? { ...evidence, url } : evidence,
      };
    }),
  );
  for (const { visit, intent, url, isMachine } of counted) {
    if (isMachine || intent.enrolment_id === null) continue;
    if (visit.linkIndex === null && intent.stop_on === 'OPEN_AN_EMAIL')
      await stopEnrolment(sql, {
        enrolmentId: intent.enrolment_id,
        reason: 'OPENED',
        at: visit.at,
        detail: visit.evidence,
      });
    if (visit.linkIndex !== null && intent.stop_on === 'CLICK_ON_A_LINK')
      await stopEnrolment(sql, {
        enrolmentId: intent.enrolment_id,
        reason: 'CLICKED',
        at: visit.at,
        detail: { ...visit.evidence, url },
      });
  }
  return found.map((one) => (one ? { workspaceId: one.intent.workspace_id, url: one.url } : null));
}

const judged = ({ isMachine, ...activity }: MailActivity) => ({
  ...activity,
  judge: () => ({ isMachine, rule: null }),
});

/** One open. @returns the workspace, or null for a mail that was not sent */
export const recordOpen = async (sql: SqlClient, activity: MailActivity): Promise<number | null> =>
  (await recordVisits(sql, [{ ...judged(activity), linkIndex: null }]))[0]?.workspaceId ?? null;

/** One click. @returns null for a mail that was not sent or a link that it does not have */
export async function recordClick(
  sql: SqlClient,
  activity: MailActivity & { linkIndex: number },
): Promise<{ workspaceId: number; url: string } | null> {
  const [found] = await recordVisits(sql, [{ ...judged(activity), linkIndex: activity.linkIndex }]);
  return found && found.url !== null ? { workspaceId: found.workspaceId, url: found.url } : null;
}

/** An unsubscribe by link, one click (RFC 8058) or mail: the address is suppressed in the whole workspace and every campaign stops for it. Doing it twice changes nothing. */
export async function recordUnsubscribe(
  sql: SqlClient,
  activity: Omit<MailActivity, 'isMachine'>,
): Promise<{ workspaceId: number; email: string } | null> {
  const intent = await load(sql, activity.intentId);
  if (!intent) return null;
  await settleByEvidence(sql, intent, 'unsubscribe');
  const isFirst = !intent.is_unsubscribed;
  await sql.query('update intent set is_unsubscribed = true where id = $1', [intent.id]);
  await sql.query('update enrolment set is_unsubscribed = true, updated_at = now() where id = $1', [
    intent.enrolment_id,
  ]);
  // A lead that was deleted since is remembered by its address: imported again, it is not mailed.
  if (intent.lead_id === null)
    await suppress(sql, { workspaceId: intent.workspace_id, email: intent.lead_email, source: 'unsubscribe' });
  else
    await unsubscribeLead(sql, {
      workspaceId: intent.workspace_id,
      leadId: intent.lead_id,
      email: intent.lead_email,
      at: activity.at,
      source: 'unsubscribe',
      detail: activity.evidence,
    });
  // A lead whose last step is behind it ends by its own will all the same.
  if (intent.enrolment_id !== null)
    await stopEnrolment(sql, {
      enrolmentId: intent.enrolment_id,
      reason: 'UNSUBSCRIBED',
      at: activity.at,
      detail: activity.evidence,
    });
  if (isFirst)
    await appendEvents(sql, [
      { ...about(intent, activity), kind: 'UNSUBSCRIBE', isFirst, evidence: activity.evidence },
    ]);
  return { workspaceId: intent.workspace_id, email: intent.lead_email };
}

const suppress = (
  sql: SqlClient,
  { workspaceId, email, source }: { workspaceId: number; email: string; source: string },
) => blockAddress(workspaceId, sql, { email, source, reason: 'Asked not to be emailed' });

/** Suppresses a lead in its workspace and ends it in every campaign. */
async function unsubscribeLead(
  sql: SqlClient,
  given: { workspaceId: number; leadId: number; email: string; at: Date; source: string; detail: unknown },
): Promise<void> {
  await sql.query(
    `
      update lead
      set is_unsubscribed = true, unsubscribed_at = coalesce(unsubscribed_at, $2), updated_at = now()
      where id = $1
    `,
    [given.leadId, given.at],
  );
  await suppress(sql, given);
  const { rows } = await sql.query<{ id: number }>(
    `
      select id
      from enrolment
      where workspace_id = $1 and lead_id = $2 and status in ('STARTED', 'INPROGRESS', 'PAUSED')
      order by id
      for update
    `,
    [given.workspaceId, given.leadId],
  );
  await endLeads(
    sql,
    rows.map((row) => row.id),
    { reason: 'UNSUBSCRIBED', at: given.at, detail: given.detail },
  );
}

/** A mail in doubt that somebody opened, clicked or answered has arrived: it is settled as sent (docs/engine.md). */
export async function settleByEvidence(
  sql: SqlClient,
  intent: Pick<TrackedIntent, 'id' | 'state'>,
  what: string,
): Promise<void> {
  if (intent.state !== 'IN_DOUBT') return;
  await sql.query(
    `
      update intent
      set state = 'SENT',
        doubt_evidence = coalesce(doubt_evidence, '{}'::jsonb) || jsonb_build_object('settled', true, 'settled_by', $2::text),
        updated_at = now()
      where id = $1
    `,
    [intent.id, what],
  );
}

import type { CampaignId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import type { BounceHold, NewLeadsOnHold } from '#engine/sending/plan.types';
import { heldNewLeads } from '#lifecycle/lifecycle.api';

/** A response to bounces as queries give it; `until` in milliseconds of campaign time. */
export interface StoredHold {
  scope: string;
  percent: number | null;
  until: number;
  reason: string;
}

const asJson = (row: string) =>
  `json_build_object('scope', ${row}.scope, 'percent', ${row}.percent, 'until',
    (extract(epoch from ${row}.until) * 1000)::float8, 'reason', ${row}.reason)`;

/** SQL of what holds for a mailbox row. */
export const mailboxHold = (mailbox: string): string =>
  `(select ${asJson('h')} from mailbox_bounce_response(${mailbox}.workspace_id, ${mailbox}.id, ${mailbox}.from_email) h)`;

/** SQL of what holds for the import of an enrolment row. */
export const importHold = (enrolment: string): string =>
  `(select ${asJson('h')} from bounce_response h where h.workspace_id = ${enrolment}.workspace_id and h.ended_at is null
    and h.scope = 'IMPORT' and h.scope_id = ${enrolment}.upload_id::text)`;

/** The hold while it lasts. Its end needs no writing: the planner reads the time. */
export const holdAt = (hold: StoredHold | null, now: number): BounceHold | null =>
  hold && hold.until > now
    ? { scope: hold.scope, percent: hold.percent, until: hold.until, reason: hold.reason }
    : null;

interface CampaignHolds {
  hold: BounceHold | null;
  newLeads: NewLeadsOnHold | null;
  answeredSent: number;
  answeredBounces: number;
}

/**
 * What slows a campaign, which of its new leads wait for their import, and what of its last days the holds of its imports have
 * answered, so that the guard does not count it.
 */
export async function campaignHolds(
  sql: SqlClient,
  campaign: { id: CampaignId; workspace_id: WorkspaceId },
  since: Date,
  now: number,
): Promise<CampaignHolds> {
  const { rows } = await prepared<StoredHold & { scope_id: string; began_at: Date; is_active: boolean }>(
    sql,
    `
      select scope, scope_id, percent, (extract(epoch from until) * 1000)::float8 as until, reason, began_at,
        ended_at is null as is_active
      from bounce_response
      where workspace_id = $1
        and ((scope = 'CAMPAIGN' and scope_id = $2 and ended_at is null) or (scope = 'IMPORT' and (began_at > $3 or ended_at is null)))
    `,
    [campaign.workspace_id, String(campaign.id), since],
  );
  const own = rows.find((row) => row.scope === 'CAMPAIGN');
  const imports = new Map<number, Date>();
  for (const row of rows) {
    if (row.scope !== 'IMPORT') continue;
    const before = imports.get(Number(row.scope_id));
    if (!before || before < row.began_at) imports.set(Number(row.scope_id), row.began_at);
  }
  const hold = own ? holdAt(own, now) : null;
  if (imports.size === 0) return { hold, newLeads: null, answeredSent: 0, answeredBounces: 0 };
  const held = rows
    .filter((row) => row.scope === 'IMPORT' && row.is_active && row.until > now)
    .map((row) => Number(row.scope_id));
  const {
    rows: [answered],
  } = await sql.query<{ sent: number; bounced: number }>(
    `
      select count(*) filter (where i.state in ('SENT', 'IN_DOUBT'))::int as sent,
        count(*) filter (where i.is_bounced and e.is_bounced)::int as bounced
      from unnest($3::int[], $4::timestamptz[]) as u(upload_id, before)
      join enrolment e on e.workspace_id = $1 and e.campaign_id = $2 and e.upload_id = u.upload_id
      join intent i on i.enrolment_id = e.id and i.kind = 'CAMPAIGN' and i.send_at > $5 and i.send_at <= u.before
      where i.state in ('SENT', 'IN_DOUBT', 'FAILED')
    `,
    [campaign.workspace_id, campaign.id, [...imports.keys()], [...imports.values()], since],
  );
  return {
    hold,
    newLeads: held.length > 0 ? await newLeadsOnHold(sql, campaign, held, now) : null,
    answeredSent: answered?.sent ?? 0,
    answeredBounces: answered?.bounced ?? 0,
  };
}

/** New leads of a campaign that wait for their import, and whether any other new lead waits beside them. */
async function newLeadsOnHold(
  sql: SqlClient,
  campaign: { id: CampaignId; workspace_id: WorkspaceId },
  uploadIds: readonly number[],
  now: number,
): Promise<NewLeadsOnHold | null> {
  const held = (await heldNewLeads(campaign.workspace_id, sql, [campaign.id], now)).get(campaign.id);
  if (!held) return null;
  const {
    rows: [other],
  } = await sql.query<{ found: boolean }>(
    `
      select exists (
        select
        from enrolment e
        where e.campaign_id = $1
          and e.status = 'STARTED'
          and e.open_intent_id is null
          and not e.is_parked
          and (coalesce(e.upload_id, 0) <> all($2) or e.hold_kind is not null)
      ) as found
    `,
    [campaign.id, uploadIds],
  );
  return { ...held, areAll: other?.found === false };
}

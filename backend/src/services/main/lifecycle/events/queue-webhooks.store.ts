import type { CampaignId, ClientId, EnrolmentId, LeadId, WorkspaceId } from '@skein/contracts/ids';
import type { WebhookEvent } from '@skein/contracts/constants';
import type { SqlClient, Transaction } from '#platform/db/database';
import { webhookChannel } from './webhook-channel';

/** Which webhook event a mail event is. FIRST_EMAIL_SENT goes out beside EMAIL_SENT. */
const webhookEventSql = `case kind when 'SENT' then 'EMAIL_SENT' when 'OPEN' then 'EMAIL_OPEN'
  when 'CLICK' then 'EMAIL_LINK_CLICK' when 'REPLY' then 'EMAIL_REPLY' when 'BOUNCE' then 'EMAIL_BOUNCE'
  when 'SENDER_BOUNCE' then 'EMAIL_BOUNCE' when 'UNSUBSCRIBE' then 'LEAD_UNSUBSCRIBED' when 'CATEGORY' then 'LEAD_CATEGORY_UPDATED' end`;

const scopeSql = `(w.scope = 1 or (w.scope = 2 and w.client_id = g.client_id) or (w.scope = 3 and w.campaign_id = g.campaign_id))`;

/**
 * Part of the statement that appends events: one delivery for each subscription of each of them, in the events' own
 * transaction. `$1` is the events as JSON; `told` must be read. Opens and clicks of machines are left out; a category
 * counts whoever found it.
 */
export const queuedDeliveries = `
wanted as (
  select g.*, e.type from jsonb_to_recordset($1::jsonb) as g(workspace_id int, kind text, at timestamptz, campaign_id int,
    enrolment_id int, lead_id int, mailbox_id int, intent_id bigint, step_id int, client_id int, is_machine boolean,
    is_first boolean, evidence jsonb)
  cross join lateral (select ${webhookEventSql.replaceAll('kind', 'g.kind')} as type union all select 'FIRST_EMAIL_SENT'
    where g.kind = 'SENT' and g.is_first) e
  where e.type is not null and (not g.is_machine or g.kind = 'CATEGORY')
), queued as (
  insert into webhook_delivery (workspace_id, webhook_id, event_type, payload, order_key, next_attempt_at)
  select g.workspace_id, w.id, g.type, jsonb_build_object('source', to_jsonb(g)), g.enrolment_id::text, now()
  from wanted g join webhook w on w.workspace_id = g.workspace_id and w.is_active and g.type = any(w.event_types) and ${scopeSql}
  returning id
), told as (select pg_notify('${webhookChannel}', '') from queued limit 1)`;

/** Something that happened, as the queue keeps it; `data` is JSON. */
interface NoticeRow {
  workspace_id: WorkspaceId;
  type: WebhookEvent;
  campaign_id: CampaignId | null;
  client_id: ClientId | null;
  data: string;
  order_key: string | null;
  lead_id: LeadId | null;
  enrolment_id: EnrolmentId | null;
}

/** One delivery for every subscription that wants to hear of it. */
export async function insertDeliveries(tx: Transaction | SqlClient, row: NoticeRow): Promise<void> {
  const text = `
    with g as (
        select $1::int as workspace_id, $2::text as type, $3::int as campaign_id, $4::int as client_id,
          $5::jsonb as data, $6::text as order_key, $7::int as lead_id, $8::int as enrolment_id
      ),
      queued as (
        insert into webhook_delivery (
          workspace_id, webhook_id, event_type, payload, order_key, next_attempt_at
        )
        select g.workspace_id, w.id, g.type,
          jsonb_build_object(
            'source', jsonb_build_object(
              'campaign_id', g.campaign_id, 'client_id', g.client_id, 'lead_id', g.lead_id,
              'enrolment_id', g.enrolment_id
            ),
            'data', g.data
          ),
          g.order_key, now()
        from g
        join webhook w on w.workspace_id = g.workspace_id
          and w.is_active
          and g.type = any(w.event_types)
          and ${scopeSql}
        returning id
      )
    select pg_notify('${webhookChannel}', '')
    from queued
    limit 1
  `;
  const values = [
    row.workspace_id,
    row.type,
    row.campaign_id,
    row.client_id,
    row.data,
    row.order_key,
    row.lead_id,
    row.enrolment_id,
  ];
  if ('$executeRawUnsafe' in tx) await tx.$executeRawUnsafe(text, ...values);
  else await tx.query(text, values);
}

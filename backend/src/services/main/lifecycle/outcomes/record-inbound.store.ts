import type { SqlClient } from '#platform/db/database';

import type { MatchedInbound } from '#engine/inbox-sync/inbound.types';
import type { InboundContext } from './inbound';

/** The enrolment, locked before its intents, as sending locks them. */
export async function load(sql: SqlClient, given: MatchedInbound): Promise<InboundContext | null> {
  const { rows } = await sql.query<InboundContext>(
    `
      select e.id, e.workspace_id, e.campaign_id, e.lead_id, e.mailbox_id, e.status, e.reply_count,
        e.category_id, l.email, l.domain, coalesce(l.time_zone, c.time_zone) as time_zone,
        c.time_zone as campaign_zone, c.time_zone_mode, c.client_id,
        coalesce((select a.sorts_replies from assistant a where a.workspace_id = e.workspace_id), false) as is_sorted_by_model,
        c.stop_on, c.track_replies, c.categorise_replies,
        coalesce(c.settings -> 'ai_categorisation_options', '[]') as only_categories, c.pause_company_on_reply, c.out_of_office,
        i.state as intent_state, i.sent_at as intent_sent_at, i.step_id, i.variant_id,
        i.to_email as intent_to, i.cc as intent_cc, i.bcc as intent_bcc, i.is_bounced as intent_is_bounced
      from enrolment e
      join lead l on l.id = e.lead_id
      join campaign c on c.id = e.campaign_id
      join intent i on i.id = $3 and i.enrolment_id = e.id
      where e.workspace_id = $1 and e.id = $2
      for update of e
    `,
    [given.workspaceId, given.enrolmentId, given.intentId],
  );
  return rows[0] ?? null;
}

/** The conversation has something new. What a person wrote makes it unread, ends its snooze early, and returns it from the archive. */
export async function returnToInbox(sql: SqlClient, given: MatchedInbound, isPersonal: boolean): Promise<void> {
  await sql.query(
    `
      update enrolment
      set last_inbound_at = greatest(last_inbound_at, $2), is_read = is_read and not $3,
        is_archived = is_archived and not $3, snoozed_until = case when $3 then null else snoozed_until end,
        thread_references = case
          when $3 and not ($4 = any(thread_references))
            then (array_append(thread_references, $4))[greatest(cardinality(thread_references) - 98, 1):]
          else thread_references
          end,
        updated_at = now()
      where id = $1
    `,
    [given.enrolmentId, given.at, isPersonal, given.messageId],
  );
}

/** Counts a reply, with the email that it answers. */
export async function writeReply(sql: SqlClient, given: MatchedInbound): Promise<void> {
  await sql.query('update intent set reply_at = coalesce(reply_at, $2) where id = $1', [given.intentId, given.at]);
  await sql.query(
    `
      update enrolment
      set reply_count = reply_count + 1, first_reply_at = least(first_reply_at, $2),
        last_reply_at = greatest(last_reply_at, $2)
      where id = $1
    `,
    [given.enrolmentId, given.at],
  );
}

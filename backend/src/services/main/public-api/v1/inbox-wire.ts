import type { InboxFolder, InboxSort } from '@skein/contracts/main/inbox-choices';
import type { ConversationRow, InboxFilter } from '@skein/contracts/main/inbox-views';
import type { InboxBody, InboxRow } from '@skein/contracts/v1/inbox-wire';
import { toCron } from './campaign-wire';
import type { ConversationExtras } from './messages.store';

/** The wire's filters as the product's. A person of the team is whom a conversation is assigned to. */
export function toInboxFilter({ filters }: InboxBody): InboxFilter {
  const categories = filters.leadCategories;
  const ids = [...(categories?.categoryIdsIn ?? []), ...(categories?.unassigned ? [-1] : [])];
  return {
    search: filters.search || undefined,
    category_ids: ids.length > 0 ? ids : undefined,
    category_ids_not: categories?.categoryIdsNotIn?.length ? categories.categoryIdsNotIn : undefined,
    has_category: categories?.isAssigned ? true : undefined,
    email_statuses: filters.emailStatus?.length ? filters.emailStatus : undefined,
    campaign_ids: filters.subSequenceId
      ? [filters.subSequenceId]
      : filters.campaignId?.length
        ? filters.campaignId
        : undefined,
    campaign_tag_ids: filters.campaignTagId?.length ? filters.campaignTagId : undefined,
    mailbox_ids: filters.emailAccountId?.length ? filters.emailAccountId : undefined,
    client_ids: filters.campaignClientId?.length ? filters.campaignClientId : undefined,
    assigned_user_ids: filters.campaignTeamMemberId?.length ? filters.campaignTeamMemberId : undefined,
    replied_after: filters.replyTimeBetween?.[0],
    replied_before: filters.replyTimeBetween?.[1],
  };
}

export const toSort = (body: InboxBody): InboxSort | undefined => body.sortBy?.toLowerCase() as InboxSort | undefined;

/** Folders by the name of their view. */
export const folders = {
  replies: 'replies',
  unread: 'unread',
  sent: 'sent',
  important: 'important',
  snoozed: 'snoozed',
  reminders: 'reminders',
  scheduled: 'scheduled',
  archived: 'archived',
  assignedToMe: 'assigned_to_me',
  views: 'all',
} as const satisfies Record<string, InboxFolder>;

/** A conversation as the wire knows it. `now` is campaign time in milliseconds. */
export function toInboxRow(row: ConversationRow, extras: ConversationExtras, now: number): InboxRow {
  const isOpen = row.status === 'STARTED' || row.status === 'INPROGRESS' || row.status === 'PAUSED';
  return {
    lead_category_id: row.category_id,
    last_sent_time: row.last_sent_at,
    last_reply_time: row.last_reply_at,
    has_new_unread_email: !row.is_read,
    email_account_id: row.mailbox?.id ?? null,
    revenue: row.revenue,
    is_pushed_to_sub_sequence: extras.child_id !== null,
    lead_first_name: row.lead.first_name,
    lead_last_name: row.lead.last_name,
    lead_email: row.lead.email,
    email_lead_id: String(row.lead.id),
    email_lead_map_id: String(row.enrolment_id),
    lead_status: row.status,
    current_sequence_number: extras.last_seq_number,
    sub_sequence_id: extras.child_id,
    old_replaced_lead_data: null,
    lead_next_timestamp_to_send: isOpen ? (extras.next_eligible_at ?? extras.next_due_at) : null,
    email_campaign_seq_id: isOpen ? extras.next_step_id : null,
    is_important: row.is_important,
    is_archived: row.is_archived,
    is_snoozed: row.snoozed_until !== null && Date.parse(row.snoozed_until) > now,
    team_member_id: row.assigned_user?.id ?? null,
    is_ooo_automated_push_lead: extras.hold_kind === 'OUT_OF_OFFICE',
    email_campaign_id: row.campaign.id,
    email_campaign_name: row.campaign.name,
    client_id: row.campaign.client_id,
    belongs_to_sub_sequence: row.campaign.parent_campaign_id !== null,
    campaign_sending_schedule: toCron(extras),
    sequence_count: extras.step_count,
  };
}

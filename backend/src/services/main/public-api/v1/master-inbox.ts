import type { CampaignId, EnrolmentId, LeadId } from '@skein/contracts/ids';
import type { ConversationAction } from '@skein/contracts/main/inbox-fields';
import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import { createClient } from '@skein/contracts/client';
import { untrackedRepliesContract } from '@skein/contracts/untracked-replies/untracked-replies.contract';
import type { InboxBody, InboxRow } from '@skein/contracts/v1/inbox-wire';
import type { RequestActor } from '#platform/http/request-actor';
import { credentialsOf } from '#platform/http/service-deps';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import {
  changeConversations,
  getOutgoing,
  requireConversation,
  getThread,
  listConversations,
  visibleConversations,
} from '#inbox/inbox.api';
import { folders, toInboxFilter, toInboxRow, toSort } from './inbox-wire';
import { angled, conversationOfLead, loadHistory, writeHistory, type StoredHistory } from './messages';
import { findConversationExtras, type ConversationExtras } from './messages.store';

/** Rows with what the wire adds to them; with their messages when wished. */
async function describe(
  deps: MainDeps,
  who: RequestActor,
  rows: ConversationRow[],
  withHistory: boolean,
): Promise<InboxRow[]> {
  const { extras, stored } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const ids = rows.map((row) => row.enrolment_id);
    const histories = new Map<number, StoredHistory>();
    for (const conversation of withHistory ? await visibleConversations(sql, who, ids) : [])
      histories.set(conversation.id, await loadHistory(sql, who.workspaceId, conversation));
    return { extras: await findConversationExtras(who.workspaceId, sql, ids), stored: histories };
  });
  const described: InboxRow[] = [];
  for (const row of rows) {
    const history = stored.get(row.enrolment_id);
    described.push({
      ...toInboxRow(row, extras.get(row.enrolment_id) as ConversationExtras, deps.campaignClock.now()),
      ...(history && { email_history: (await writeHistory(deps.heavyWork, history)).history }),
    });
  }
  return described;
}

/** A view of the inbox and the filter within it. */
interface InboxView {
  view: keyof typeof folders;
  body: InboxBody;
  query: { fetch_message_history: boolean };
}

/** One view of the inbox. */
export async function listView(deps: MainDeps, who: RequestActor, { view, body, query }: InboxView) {
  const { rows } = await listConversations(deps, who, {
    ...toInboxFilter(body),
    folder: folders[view],
    sort: toSort(body),
    offset: body.offset,
    limit: body.limit,
  });
  return {
    ok: true as const,
    data: await describe(deps, who, rows, query.fetch_message_history),
    offset: body.offset,
    limit: body.limit,
  };
}

export async function getConversation(deps: MainDeps, who: RequestActor, enrolmentId: EnrolmentId) {
  const { conversation } = await getThread(deps, who, enrolmentId);
  const [data] = await describe(deps, who, [conversation], true);
  return { ok: true as const, data: data as InboxRow };
}

export interface About {
  email_lead_map_id?: number;
  lead_id?: LeadId;
  campaign_id?: CampaignId;
}

/** The conversation that a body is about. @throws SkeinError NOT_FOUND */
export const locateConversation = (deps: Pick<MainDeps, 'db'>, who: RequestActor, about: About) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (about.email_lead_map_id !== undefined) return requireConversation(sql, who, about.email_lead_map_id);
    if (about.campaign_id === undefined || about.lead_id === undefined)
      throw invalidField('email_lead_map_id', 'is required');
    return conversationOfLead(sql, who, about.campaign_id, about.lead_id);
  });

export const answered = (message: string) => ({ ok: true as const, success: true as const, message });

/** A conversation, what is done to it, and what is answered. */
interface ConversationToChange {
  about: About;
  action: ConversationAction;
  message: string;
}

/** Does one thing to the conversation of a body. What is so already is no error. */
export async function act(deps: MainDeps, who: RequestActor, { about, action, message }: ConversationToChange) {
  const { id } = await locateConversation(deps, who, about);
  await changeConversations(deps, who, [id], action);
  return answered(message);
}

/** Lets the sequence of a lead go on. @throws SkeinError ILLEGAL_TRANSITION when it cannot */
export async function resumeConversation(deps: MainDeps, who: RequestActor, about: About, delayDays: number) {
  const { id, status } = await locateConversation(deps, who, about);
  const { changed } = await changeConversations(deps, who, [id], { do: 'resume', delay_days: delayDays });
  if (changed === 0 && status !== 'STARTED' && status !== 'INPROGRESS')
    throw new SkeinError(
      'ILLEGAL_TRANSITION',
      'This lead cannot continue: it has no step left, or must not be emailed.',
    );
  return answered('The lead was resumed.');
}

/** What became of a mail that a person sent from the inbox or by this API. @throws SkeinError NOT_FOUND */
export async function readReplyStatus(deps: Pick<MainDeps, 'db'>, who: RequestActor, messageId: string) {
  const reply = await getOutgoing(deps, who, { messageId: angled(messageId) });
  return {
    ok: true as const,
    data: {
      message_id: reply.message_id,
      status: reply.status,
      status_message: reply.status_message,
      event_time: reply.sent_at,
      scheduled_time: reply.send_at,
      email_stats_id: reply.stats_id,
    },
  };
}

export interface UntrackedQuery {
  limit: number;
  offset: number;
  fetchBody: boolean;
  fetchAttachments: boolean;
  from_email?: string;
  to_email?: string;
  subject_line?: string;
}

/** Replies that belong to no lead: their own service is asked with the caller's credentials. */
export async function listUntrackedReplies(deps: MainDeps, raw: Request, query: UntrackedQuery) {
  const service = createClient(untrackedRepliesContract, deps.callServices(credentialsOf(raw)));
  const { rows, total, next_cursor } = await service.listUntracked({
    query: {
      limit: query.limit,
      offset: query.offset,
      from_email: query.from_email,
      to_email: query.to_email,
      subject: query.subject_line,
      with_content: query.fetchBody || query.fetchAttachments,
    },
  });
  const replies = rows.map((row) => ({
    id: row.id,
    from_email: row.from.email,
    from_name: row.from.name,
    to_email: row.to[0] ?? row.mailbox.from_email,
    to_emails: row.to,
    email_account_id: row.mailbox.id,
    subject: row.subject,
    preview_text: row.snippet,
    received_at: row.at,
    is_read: row.is_read,
    suggested_leads: row.suggestions.map((lead) => ({
      lead_id: lead.lead_id,
      email_lead_map_id: lead.enrolment_id,
      lead_email: lead.lead_email,
      campaign_id: lead.campaign_id,
      campaign_name: lead.campaign_name,
    })),
    email_body: query.fetchBody ? (row.html ?? null) : null,
    text_body: query.fetchBody ? [row.own_text, row.quoted_text].filter(Boolean).join('\n') : null,
    attachments: query.fetchAttachments
      ? (row.attachments ?? []).map((file) => ({
          file_name: file.name,
          file_type: file.content_type,
          file_size: file.size,
        }))
      : null,
  }));
  return {
    ok: true as const,
    data: { success: true as const, message: 'success', data: { replies, total, hasMore: next_cursor !== null } },
  };
}

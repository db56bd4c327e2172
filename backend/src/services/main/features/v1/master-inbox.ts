import type { ConversationAction } from '@skein/contracts/main/inbox.contract';
import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import type { InboxBody, InboxRow } from '@skein/contracts/v1/inbox-wire';
import type { RequestActor } from '../../../../platform/http/request-actor';
import { invalidField, SkeinError } from '../../../../platform/http/skein-error';
import type { MainDeps } from '../../deps';
import { changeConversations } from '../inbox/change-conversations';
import { findConversations, requireConversation } from '../inbox/conversation-scope';
import { getThread } from '../inbox/get-thread';
import { listConversations } from '../inbox/list-conversations';
import { folders, toInboxFilter, toInboxRow, toSort } from './inbox-wire';
import { conversationOfLead, historyOf } from './messages';
import { findConversationExtras, type ConversationExtras } from './messages.store';

/** Rows with what the wire adds to them; with their messages when wished. */
const describe = (deps: MainDeps, who: RequestActor, rows: ConversationRow[], withHistory: boolean): Promise<InboxRow[]> => deps.db.tenantSql(who.workspaceId, async (sql) => {
  const ids = rows.map((row) => row.enrolment_id);
  const extras = await findConversationExtras(who.workspaceId, sql, ids);
  const conversations = withHistory ? new Map((await findConversations(sql, who, ids)).map((conversation) => [conversation.id, conversation])) : null;
  const described: InboxRow[] = [];
  for (const row of rows) {
    const conversation = conversations?.get(row.enrolment_id);
    described.push({ ...toInboxRow(row, extras.get(row.enrolment_id) as ConversationExtras, deps.campaignClock.now()), ...(conversation && { email_history: (await historyOf(sql, who.workspaceId, conversation)).history }) });
  }
  return described;
});

/** One view of the inbox. */
export async function listView(deps: MainDeps, who: RequestActor, view: keyof typeof folders, body: InboxBody, withHistory: boolean) {
  const { rows } = await listConversations(deps, who, { ...toInboxFilter(body), folder: folders[view], sort: toSort(body), offset: body.offset, limit: body.limit });
  return { ok: true as const, data: await describe(deps, who, rows, withHistory), offset: body.offset, limit: body.limit };
}

export async function getConversation(deps: MainDeps, who: RequestActor, enrolmentId: number) {
  const { conversation } = await getThread(deps, who, enrolmentId);
  const [data] = await describe(deps, who, [conversation], true);
  return { ok: true as const, data: data as InboxRow };
}

export interface About { email_lead_map_id?: number; lead_id?: number; campaign_id?: number }

/** The conversation that a body is about. @throws SkeinError NOT_FOUND */
export const locateConversation = (deps: Pick<MainDeps, 'db'>, who: RequestActor, about: About) => deps.db.tenantSql(who.workspaceId, async (sql) => {
  if (about.email_lead_map_id !== undefined) return requireConversation(sql, who, about.email_lead_map_id);
  if (about.campaign_id === undefined || about.lead_id === undefined) throw invalidField('email_lead_map_id', 'is required');
  return conversationOfLead(sql, who, about.campaign_id, about.lead_id);
});

export const answered = (message: string) => ({ ok: true as const, success: true as const, message });

/** Does one thing to the conversation of a body. What is so already is no error. */
export async function act(deps: MainDeps, who: RequestActor, about: About, action: ConversationAction, message: string) {
  const { id } = await locateConversation(deps, who, about);
  await changeConversations(deps, who, [id], action);
  return answered(message);
}

/** Lets the sequence of a lead go on. @throws SkeinError ILLEGAL_TRANSITION when it cannot */
export async function resumeConversation(deps: MainDeps, who: RequestActor, about: About, delayDays: number) {
  const { id, status } = await locateConversation(deps, who, about);
  const { changed } = await changeConversations(deps, who, [id], { do: 'resume', delay_days: delayDays });
  if (changed === 0 && status !== 'STARTED' && status !== 'INPROGRESS') throw new SkeinError('ILLEGAL_TRANSITION', 'This lead cannot go on: it has no step left, or must not be mailed.');
  return answered('The lead was resumed.');
}

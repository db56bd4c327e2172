import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import type { SubsequenceTriggerKind } from '@skein/contracts/main/subsequence-triggers';
import type { SqlClient } from '#platform/db/database';
import type { NewEvent } from './new-event';
import { pushLead } from '../lead-state/push-lead';

/**
 * Which event starts a subsequence by which trigger: an open, a click, a category, a bounce. Replies come with their text and after
 * the stop they cause: `fireReplyTriggers`.
 */
const kindOfEvent: Partial<Record<NewEvent['kind'], SubsequenceTriggerKind>> = {
  OPEN: 'OPEN',
  CLICK: 'CLICK',
  CATEGORY: 'CATEGORY',
  BOUNCE: 'BOUNCE',
  SENDER_BOUNCE: 'BOUNCE',
};

/**
 * What the statement that appends events needs to find the subsequences that an event sets off. What a machine opened
 * or clicked sets nothing off; a category does, whoever gave it.
 */
export function triggerFields(
  event: NewEvent,
  place: number,
): { place?: number; trigger_kind?: SubsequenceTriggerKind; category_id?: number | null } {
  const kind = kindOfEvent[event.kind];
  if (
    event.setsNothingOff ||
    !kind ||
    !event.campaignId ||
    !event.enrolmentId ||
    (event.isMachine && event.kind !== 'CATEGORY')
  )
    return {};
  return { place, trigger_kind: kind, category_id: categoryOf(event) };
}

/** Part of the statement that appends events: which subsequences the events, `given`, set off. */
export const firedTriggers = `
fired as (
  select g.place, t.campaign_id from given g join subsequence_trigger t on t.workspace_id = g.workspace_id
    and t.parent_campaign_id = g.campaign_id and t.kind = g.trigger_kind join campaign c on c.id = t.campaign_id
    and c.status in ('ACTIVE', 'PAUSED', 'COMPLETED')
  where (t.kind <> 'CATEGORY' or g.category_id = any(t.category_ids))
    and (t.seq_number is null or t.seq_number = (select s.seq_number from sequence_step s where s.id = g.step_id))
)`;

/** A subsequence that the event at a place sets off; a place of null says nothing. */
export interface FiredTrigger {
  place: number | null;
  campaign_id: CampaignId;
}

/** Puts the leads of events into the subsequences that heard of them, in the events' own transaction. */
export async function pushFired(
  sql: SqlClient,
  events: readonly NewEvent[],
  fired: readonly FiredTrigger[],
): Promise<void> {
  for (const row of fired) {
    if (row.place === null) continue;
    const event = events[row.place] as NewEvent;
    await pushLead(sql, {
      workspaceId: event.workspaceId,
      subsequenceId: row.campaign_id,
      parentEnrolmentId: event.enrolmentId as number,
      kind: kindOfEvent[event.kind] as SubsequenceTriggerKind,
      at: event.at,
      messageRowId: messageOf(event),
      evidence: {
        event: event.kind,
        intent: event.intentId?.toString() ?? null,
        category_id: categoryOf(event),
        url: fieldOf(event, 'url'),
      },
    });
  }
}

export interface ReplyToFire {
  workspaceId: WorkspaceId;
  campaignId: CampaignId;
  enrolmentId: EnrolmentId;
  stepId: number | null;
  /** Row of the email; null for an answer on LinkedIn. */
  messageRowId: string | null;
  at: Date;
  ownText: string;
}

/**
 * An answer of a person: subsequences for any reply, and for replies that hold certain words. Called after the reply
 * has stopped what it stops.
 */
export async function fireReplyTriggers(sql: SqlClient, reply: ReplyToFire): Promise<void> {
  const { rows } = await sql.query<{
    campaign_id: CampaignId;
    kind: 'REPLY' | 'REPLY_TEXT';
    phrases: string[];
    match_all: boolean;
  }>(
    `
      select t.campaign_id, t.kind, t.phrases, t.match_all
      from subsequence_trigger t
      join campaign c on c.id = t.campaign_id and c.status in ('ACTIVE', 'PAUSED', 'COMPLETED')
      where t.workspace_id = $1
        and t.parent_campaign_id = $2
        and t.kind in ('REPLY', 'REPLY_TEXT')
        and (
          t.seq_number is null or t.seq_number = (select s.seq_number from sequence_step s where s.id = $3)
        )
      order by t.campaign_id, t.kind
    `,
    [reply.workspaceId, reply.campaignId, reply.stepId],
  );
  for (const row of rows) {
    const found = row.kind === 'REPLY' ? [] : findPhrases(reply.ownText, row.phrases);
    if (row.kind === 'REPLY_TEXT' && (row.match_all ? found.length < row.phrases.length : found.length === 0)) continue;
    await pushLead(sql, {
      workspaceId: reply.workspaceId,
      subsequenceId: row.campaign_id,
      parentEnrolmentId: reply.enrolmentId,
      kind: row.kind,
      at: reply.at,
      messageRowId: reply.messageRowId,
      evidence: { event: 'REPLY', message: reply.messageRowId, phrases: found },
    });
  }
}

/** Which of the phrases stand in a text as whole words, whatever their case and however they are spaced. */
export function findPhrases(text: string, phrases: readonly string[]): string[] {
  const words = (value: string) =>
    ` ${value
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  const own = words(text);
  return phrases.filter((phrase) => words(phrase).trim() !== '' && own.includes(words(phrase)));
}

const fieldOf = (event: NewEvent, name: string): unknown =>
  typeof event.evidence === 'object' && event.evidence !== null
    ? ((event.evidence as Record<string, unknown>)[name] ?? null)
    : null;
const categoryOf = (event: NewEvent): number | null =>
  event.kind === 'CATEGORY' ? (fieldOf(event, 'category_id') as number | null) : null;
const messageOf = (event: NewEvent): string | null => {
  const message = fieldOf(event, 'message');
  return typeof message === 'string' ? message : null;
};

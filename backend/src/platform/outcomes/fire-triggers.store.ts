import type { SubsequenceTriggerKind } from '@skein/contracts/main/subsequence-triggers';
import type { SqlClient } from '../db/database';
import type { NewEvent } from '../events/append-events';
import { pushLead } from './push-lead.store';

/** Which events set off which trigger. Replies come with their text and after the stop they cause: `fireReplyTriggers`. */
const kindOfEvent: Partial<Record<NewEvent['kind'], SubsequenceTriggerKind>> = { OPEN: 'OPEN', CLICK: 'CLICK', CATEGORY: 'CATEGORY', BOUNCE: 'BOUNCE', SENDER_BOUNCE: 'BOUNCE' };

/**
 * Lets subsequences hear of events, in the events' own transaction. What a machine opened or clicked sets nothing off; a
 * category does, whoever gave it.
 */
export async function fireTriggers(sql: SqlClient, events: readonly NewEvent[]): Promise<void> {
  const given = events.flatMap((event, place) => {
    const kind = kindOfEvent[event.kind];
    if (!kind || !event.campaignId || !event.enrolmentId || (event.isMachine && event.kind !== 'CATEGORY')) return [];
    return [{ place, workspace_id: event.workspaceId, campaign_id: event.campaignId, kind, step_id: event.stepId ?? null, category_id: categoryOf(event) }];
  });
  if (given.length === 0) return;
  const { rows } = await sql.query<{ place: number; campaign_id: number }>(
    `select g.place, t.campaign_id from jsonb_to_recordset($1::jsonb) as g(place int, workspace_id int, campaign_id int, kind text, step_id int, category_id int)
     join subsequence_trigger t on t.workspace_id = g.workspace_id and t.parent_campaign_id = g.campaign_id and t.kind = g.kind join campaign c on c.id = t.campaign_id and c.status in ('ACTIVE', 'PAUSED', 'COMPLETED')
     where (t.kind <> 'CATEGORY' or g.category_id = any(t.category_ids)) and (t.seq_number is null or t.seq_number = (select s.seq_number from sequence_step s where s.id = g.step_id)) order by g.place, t.campaign_id`, [JSON.stringify(given)]);
  for (const row of rows) {
    const event = events[row.place] as NewEvent;
    await pushLead(sql, {
      workspaceId: event.workspaceId, subsequenceId: row.campaign_id, parentEnrolmentId: event.enrolmentId as number, kind: kindOfEvent[event.kind] as SubsequenceTriggerKind, at: event.at, messageRowId: messageOf(event),
      evidence: { event: event.kind, intent: event.intentId?.toString() ?? null, category_id: categoryOf(event), url: fieldOf(event, 'url') },
    });
  }
}

export interface ReplyToFire { workspaceId: number; campaignId: number; enrolmentId: number; stepId: number | null; messageRowId: string; at: Date; ownText: string }

/** An answer of a person: subsequences for any reply, and for replies that hold certain words. Called after the reply has stopped what it stops. */
export async function fireReplyTriggers(sql: SqlClient, reply: ReplyToFire): Promise<void> {
  const { rows } = await sql.query<{ campaign_id: number; kind: 'REPLY' | 'REPLY_TEXT'; phrases: string[]; match_all: boolean }>(
    `select t.campaign_id, t.kind, t.phrases, t.match_all from subsequence_trigger t join campaign c on c.id = t.campaign_id and c.status in ('ACTIVE', 'PAUSED', 'COMPLETED')
     where t.workspace_id = $1 and t.parent_campaign_id = $2 and t.kind in ('REPLY', 'REPLY_TEXT') and (t.seq_number is null or t.seq_number = (select s.seq_number from sequence_step s where s.id = $3)) order by t.campaign_id, t.kind`, [reply.workspaceId, reply.campaignId, reply.stepId]);
  for (const row of rows) {
    const found = row.kind === 'REPLY' ? [] : findPhrases(reply.ownText, row.phrases);
    if (row.kind === 'REPLY_TEXT' && (row.match_all ? found.length < row.phrases.length : found.length === 0)) continue;
    await pushLead(sql, { workspaceId: reply.workspaceId, subsequenceId: row.campaign_id, parentEnrolmentId: reply.enrolmentId, kind: row.kind, at: reply.at, messageRowId: reply.messageRowId, evidence: { event: 'REPLY', message: reply.messageRowId, phrases: found } });
  }
}

/** Which of the phrases stand in a text as whole words, whatever their case and however they are spaced. */
export function findPhrases(text: string, phrases: readonly string[]): string[] {
  const words = (value: string) => ` ${value.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
  const own = words(text);
  return phrases.filter((phrase) => words(phrase).trim() !== '' && own.includes(words(phrase)));
}

const fieldOf = (event: NewEvent, name: string): unknown => (typeof event.evidence === 'object' && event.evidence !== null ? ((event.evidence as Record<string, unknown>)[name] ?? null) : null);
const categoryOf = (event: NewEvent): number | null => (event.kind === 'CATEGORY' ? (fieldOf(event, 'category_id') as number | null) : null);
const messageOf = (event: NewEvent): string | null => {
  const message = fieldOf(event, 'message');
  return typeof message === 'string' ? message : null;
};

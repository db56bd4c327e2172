import type { CampaignId } from '@skein/contracts/ids';
import type { TriggerRow } from '@skein/contracts/analytics/campaign-analytics.contract';
import { CONSTRAINT_CODES, constraintOf, type ConstraintCode } from '#engine/sending/constraints';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { Database } from '#platform/db/database';
import { notFound } from '#platform/http/skein-error';
import { inCampaign } from '../campaign/read-campaign';
import type { Who } from '../figures/selection';
import {
  findTrigger,
  listTriggerEmails,
  listTriggers,
  type TriggerOutcomeFilter,
  type TriggerRecord,
} from './triggers.store';

const known: ReadonlySet<string> = new Set(CONSTRAINT_CODES);
const textOf = (code: string): string => (known.has(code) ? constraintOf(code as ConstraintCode).text : code);

function triggerRow({ counts, checkpoint, ...record }: TriggerRecord): TriggerRow {
  return {
    id: record.id,
    sequence: record.sequence,
    state: record.state,
    scheduled_at: record.scheduled_at.toISOString(),
    picked_at: record.picked_at?.toISOString() ?? null,
    completed_at: record.completed_at?.toISOString() ?? null,
    message: checkpoint,
    constraint_code: record.constraint_code,
    planned: record.planned,
    new_leads: counts.new_leads ?? 0,
    follow_ups: counts.follow_ups ?? 0,
    sent: counts.sent ?? 0,
    failed: counts.failed ?? 0,
    released: counts.released ?? 0,
    skipped: Object.entries(counts.skipped ?? {})
      .map(([code, count]) => ({ code, text: textOf(code), count }))
      .sort((one, other) => other.count - one.count),
  };
}

/** Trigger logs: what each firing did, or why nothing left (docs/engine.md, Scheduling). */
export const readTriggers = (
  db: Database,
  who: Who,
  campaignId: CampaignId,
  query: { cursor?: string | undefined; limit: number; outcome: TriggerOutcomeFilter },
) => {
  const after = decodeIdCursor(query.cursor);
  return inCampaign(db, who, campaignId, async (sql) => {
    const { rows, total } = await listTriggers(who.workspaceId, sql, {
      campaignId,
      outcome: query.outcome,
      page: {
        after,
        limit: query.limit + 1,
      },
    });
    const shown = rows.slice(0, query.limit);
    return {
      rows: shown.map(triggerRow),
      next_cursor: rows.length > query.limit ? encodeCursor([shown.at(-1)?.sequence ?? 0]) : null,
      total: Math.min(total, 10_000),
      total_is_capped: total > 10_000,
    };
  });
};

/** One firing with the e-mails it reserved. @throws SkeinError NOT_FOUND */
export const readTrigger = (db: Database, who: Who, campaignId: CampaignId, triggerId: string) =>
  inCampaign(db, who, campaignId, async (sql) => {
    const record = await findTrigger(who.workspaceId, sql, campaignId, triggerId);
    if (!record) throw notFound('This send round');
    const emails = await listTriggerEmails(who.workspaceId, sql, triggerId);
    return {
      ...triggerRow(record),
      emails: emails.map(({ lead_id, email, lead_name, ...row }) => ({
        ...row,
        lead: lead_id !== null && email !== null ? { id: lead_id, email, name: lead_name } : null,
        send_at: row.send_at.toISOString(),
        sent_at: row.sent_at?.toISOString() ?? null,
      })),
    };
  });

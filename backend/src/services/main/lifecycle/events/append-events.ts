import type { SqlClient } from '#platform/db/database';
import { createJobQueue } from '#platform/jobs/job-queue';
import { respondToBounces } from './bounces.jobs';
import { pushFired, triggerFields } from './fire-triggers.store';
import type { NewEvent } from './new-event';
import { writeEvents } from './append-events.store';

const jobs = createJobQueue();

const isBounce = ({ kind }: NewEvent): boolean => kind === 'BOUNCE' || kind === 'SENDER_BOUNCE';

/**
 * Appends events and their rollups, and queues the webhooks that want them: in the caller's transaction, so that a
 * state, its event, its counts, its notification and the subsequences it sets off are one thing. The only way to write
 * events (docs/platform.md: events are owned by analytics; tracking and the engine append through this port). Rows of
 * machine opens and clicks count under their own kind (MACHINE_OPEN) and never mix with people's.
 */
export async function appendEvents(sql: SqlClient, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = JSON.stringify(
    events.map((event, place) => ({
      ...triggerFields(event, place),
      workspace_id: event.workspaceId,
      kind: event.kind,
      at: event.at,
      sent_at: event.sentAt ?? (event.kind === 'SENT' ? event.at : null),
      campaign_id: event.campaignId ?? null,
      enrolment_id: event.enrolmentId ?? null,
      lead_id: event.leadId ?? null,
      mailbox_id: event.mailboxId ?? null,
      intent_id: event.intentId?.toString() ?? null,
      step_id: event.stepId ?? null,
      variant_id: event.variantId ?? null,
      client_id: event.clientId ?? null,
      is_machine: event.isMachine ?? false,
      is_first: event.isFirst ?? false,
      evidence: event.evidence ?? {},
    })),
  );
  for (const workspaceId of new Set(events.filter(isBounce).map((event) => event.workspaceId)))
    await jobs.enqueue(
      sql,
      respondToBounces,
      { workspaceId },
      { key: `bounces:${workspaceId}`, keyMode: 'preserve_run_at' },
    );
  const fired = await writeEvents(sql, rows);
  await pushFired(sql, events, fired);
}

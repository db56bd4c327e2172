import type { WorkspaceId } from '@skein/contracts/ids';
import { stepDueAt } from '#engine/sending/calendar';
import type { SqlClient } from '#platform/db/database';
import type { CampaignRecord } from '#access/access.api';
import { cancelOfCampaign } from '../lead-state/enrolment/cancel-emails';
import { scheduleOf } from '../campaign-state/campaign-schedule';
import { pointLeads, type Part } from '../lead-state/enrolment/places.store';
import { loadLeadSchedules } from '../lead-zone/load-lead-schedules';
import {
  findLeaving,
  findStepDelays,
  findWaitingLeads,
  holdEnrolments,
  type StepDelay,
} from './sequence-positions.store';

/** Leads moved in one statement. */
const batch = 5_000;

/** Leads that wait at a step of their campaign. */
interface LeadsAtStep {
  campaign: CampaignRecord;
  step: Pick<StepDelay, 'delay_days' | 'delay_hours' | 'delay_minutes'>;
  ids: readonly number[];
}

/** When a step is due after a lead's last one, by the campaign's calendar in the lead's zone and its way of counting delays. */
export async function dueAfter(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { campaign, step, ids }: LeadsAtStep,
): Promise<(id: number, lastAt: Date) => Date> {
  const scheduleFor = await loadLeadSchedules(workspaceId, sql, scheduleOf(campaign), ids);
  const delay = {
    days: step.delay_days,
    hours: step.delay_hours,
    minutes: step.delay_minutes,
    basis: campaign.delay_basis,
  };
  return (id, lastAt) => new Date(stepDueAt(delay, scheduleFor(id), lastAt.getTime()));
}

/**
 * Works out anew when each waiting lead's next step is due, after the calendar or the way of counting delays changed;
 * what was reserved by the old one is cancelled. Those whose mail is leaving come last: what is recorded of it until
 * they are held goes by what stood before.
 */
export async function rescheduleLeads(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  campaign: CampaignRecord,
  at: Date,
): Promise<void> {
  await cancelOfCampaign(sql, campaign.id, 'SCHEDULE_CHANGED');
  const leaving = await findLeaving(workspaceId, sql, campaign.id);
  const steps = await findStepDelays(workspaceId, sql, campaign.id);
  await reschedulePart(sql, workspaceId, { campaign, steps, part: { ids: leaving, isOthers: true }, at });
  if (leaving.length === 0) return;
  await holdEnrolments(workspaceId, sql, leaving);
  await reschedulePart(sql, workspaceId, { campaign, steps, part: { ids: leaving, isOthers: false }, at });
}

/** One part of a campaign's leads, rescheduled by its steps. */
interface PartToReschedule {
  campaign: CampaignRecord;
  steps: readonly StepDelay[];
  part: Part;
  at: Date;
}

async function reschedulePart(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  { campaign, steps, part, at }: PartToReschedule,
): Promise<void> {
  for (const step of steps) {
    for (let after = 0; ;) {
      const leads = await findWaitingLeads(workspaceId, sql, {
        campaignId: campaign.id,
        stepId: step.id,
        part,
        after,
        limit: batch,
      });
      if (leads.length === 0) break;
      const dueAt = await dueAfter(workspaceId, sql, { campaign, step, ids: leads.map((lead) => lead.id) });
      await pointLeads(workspaceId, sql, {
        step: { id: step.id, number: step.seq_number },
        leads: leads.map((lead) => ({ id: lead.id, dueAt: dueAt(lead.id, lead.last_at) })),
        at,
      });
      after = (leads.at(-1) as { id: number }).id;
    }
  }
}

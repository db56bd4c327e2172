import type { CampaignId, EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import { stepDueAt } from '#engine/sending/calendar';
import type { SqlClient } from '#platform/db/database';
import { changeLeads } from './enrolment/enrolment.store';
import { firstNotHad, holdSequenceOf } from './next-step';
import { scheduleOf } from '../campaign-state/campaign-schedule';
import { loadLeadSchedules } from '../lead-zone/load-lead-schedules';
import { lockPlace, endWork, hastenTrigger } from './pass-step.store';
import { readSequence } from '../campaign-state/sending-campaign';

export interface PassedStep {
  isLast: boolean;
  nextNumber: number | null;
  dueAt: Date | null;
  campaignId: CampaignId;
}

/**
 * Puts a lead behind the manual or LinkedIn step it stands at: the next step is due by its delay from now; without one
 * the lead is done. Its open task is done as well. A lead that was never mailed still counts as new. One that was
 * stopped meanwhile is put behind the step too and stays stopped: whoever resumes it does not ask for the same call a
 * second time.
 * @returns null when nothing follows from it: the lead does not stand at that step, and nothing has changed, or it was stopped
 */
export async function passStep(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  pass: { enrolmentId: EnrolmentId; stepId: number | null; at: Date },
): Promise<PassedStep | null> {
  await holdSequenceOf(sql, pass.enrolmentId);
  const lead = await lockPlace(workspaceId, sql, pass.enrolmentId);
  const sequence = lead ? await readSequence(sql, workspaceId, lead.campaign_id) : null;
  if (!lead || !sequence) return null;
  const { campaign, steps } = sequence;
  const isOpen = ['STARTED', 'INPROGRESS', 'PAUSED'].includes(lead.status);
  const place = steps.findIndex(
    (step) => step.id === lead.next_step_id || (lead.next_step_id === null && step.seq_number === lead.next_seq_number),
  );
  const step = steps[place];
  if (!step || step.snapshot.kind === 'EMAIL' || (pass.stepId !== null && step.id !== pass.stepId)) return null;
  const behind = steps.slice(place + 1);
  const next = await firstNotHad(sql, pass.enrolmentId, behind);
  const scheduleFor = await loadLeadSchedules(workspaceId, sql, scheduleOf(campaign), [pass.enrolmentId]);
  const dueAt = next
    ? new Date(stepDueAt(next.snapshot.delay, scheduleFor(pass.enrolmentId), pass.at.getTime()))
    : null;
  await changeLeads(sql, [pass.enrolmentId], {
    kind: 'PASS',
    passed: step.seq_number,
    next: {
      step: next && { id: next.id, number: next.seq_number },
      number: step.seq_number + 1,
      dueAt: dueAt?.getTime() ?? null,
    },
    at: pass.at.getTime(),
  });
  await endWork(workspaceId, sql, { enrolmentId: pass.enrolmentId, stepId: step.id, at: pass.at });
  if (!isOpen) return null;
  if (next) await hastenTrigger(sql, campaign.id, dueAt);
  return { isLast: next === null, nextNumber: next?.seq_number ?? null, dueAt, campaignId: campaign.id };
}

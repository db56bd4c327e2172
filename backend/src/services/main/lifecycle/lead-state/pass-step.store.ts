import { stepDueAt } from '#engine/sending/calendar';
import type { SqlClient } from '#platform/db/database';
import { changeLeads } from './enrolment/enrolment.store';
import { firstNotHad, holdSequenceOf } from './next-step.store';
import { scheduleOf } from '../campaign-state/campaign-schedule';
import { loadLeadSchedules } from '../lead-zone/lead-schedule';
import { readSteps, readCampaign } from '../campaign-state/campaign-state.api';

export interface PassedStep {
  isLast: boolean;
  nextNumber: number | null;
  dueAt: Date | null;
  campaignId: number;
}

/**
 * Puts a lead behind the manual or LinkedIn step it stands at: the next step is due by its delay from now; without one the lead is
 * done. Its open task is done as well. A lead that was never mailed still counts as new. One that was stopped meanwhile is put behind the step too and
 * stays stopped: whoever resumes it does not ask for the same call a second time.
 * @returns null when nothing follows from it: the lead does not stand at that step, and nothing has changed, or it was stopped
 */
export async function passStep(
  workspaceId: number,
  sql: SqlClient,
  pass: { enrolmentId: number; stepId: number | null; at: Date },
): Promise<PassedStep | null> {
  await holdSequenceOf(sql, pass.enrolmentId);
  const {
    rows: [lead],
  } = await sql.query<{
    campaign_id: number;
    next_step_id: number | null;
    next_seq_number: number;
    status: string;
  }>(
    `
      select campaign_id, next_step_id, next_seq_number, status
      from enrolment
      where workspace_id = $1 and id = $2
      for update
    `,
    [workspaceId, pass.enrolmentId],
  );
  const campaign = lead ? await readCampaign(sql, workspaceId, lead.campaign_id) : null;
  if (!lead || !campaign) return null;
  const isOpen = ['STARTED', 'INPROGRESS', 'PAUSED'].includes(lead.status);
  const steps = await readSteps(sql, campaign);
  const place = steps.findIndex(
    (step) => step.id === lead.next_step_id || (lead.next_step_id === null && step.seq_number === lead.next_seq_number),
  );
  const step = steps[place];
  if (!step || step.snapshot.kind === 'EMAIL' || (pass.stepId !== null && step.id !== pass.stepId)) return null;
  const behind = steps.slice(place + 1);
  const nextId = await firstNotHad(
    sql,
    pass.enrolmentId,
    behind.map((one) => one.id),
  );
  const next = behind.find((one) => one.id === nextId) ?? null;
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
  await sql.query(
    `
      update lead_task
      set status = 'COMPLETED', completed_at = $4
      where workspace_id = $1 and enrolment_id = $2 and step_id = $3 and status = 'CREATED'
    `,
    [workspaceId, pass.enrolmentId, step.id, pass.at],
  );
  await sql.query(
    `
      update linkedin_action
      set state = 'DONE', settled_at = $4, note = coalesce(note, 'Marked as done by a person.')
      where workspace_id = $1
        and enrolment_id = $2
        and step_id = $3
        and state in ('WAITING', 'ACTING', 'PENDING')
    `,
    [workspaceId, pass.enrolmentId, step.id, pass.at],
  );
  if (!isOpen) return null;
  if (next)
    await sql.query(
      `
        update campaign
        set next_trigger_at = least(next_trigger_at, $2)
        where id = $1 and status = 'ACTIVE' and next_trigger_at is not null
      `,
      [campaign.id, dueAt],
    );
  return { isLast: next === null, nextNumber: next?.seq_number ?? null, dueAt, campaignId: campaign.id };
}

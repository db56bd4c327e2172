import { stepDueAt } from '../../../../engine/sending/calendar';
import type { SqlClient } from '../../../../platform/db/database';
import type { CampaignRecord } from '../campaigns/campaigns.store';
import { scheduleOf } from '../sending/load-campaign.store';
import { everybody, findSteps, findWaitingLeads, pointLeads, type StepRecord } from './sequences.store';

/** Leads moved in one statement. */
const batch = 5_000;

/** When a step is due after the last one, by the campaign's calendar and its way of counting delays. */
export function dueAfter(campaign: CampaignRecord, step: Pick<StepRecord, 'delay_days' | 'delay_hours' | 'delay_minutes'>): (lastAt: Date) => Date {
  const schedule = scheduleOf(campaign);
  const delay = { days: step.delay_days, hours: step.delay_hours, minutes: step.delay_minutes, basis: campaign.delay_basis };
  return (lastAt) => new Date(stepDueAt(delay, schedule, lastAt.getTime()));
}

/** Works out anew when each waiting lead's next step is due, after the way of counting delays changed. */
export async function redueLeads(sql: SqlClient, workspaceId: number, campaign: CampaignRecord, at: Date): Promise<void> {
  for (const step of await findSteps(workspaceId, sql, campaign.id)) {
    const dueAt = dueAfter(campaign, step);
    for (let after = 0; ;) {
      const leads = await findWaitingLeads(workspaceId, sql, campaign.id, step.id, everybody, after, batch);
      if (leads.length === 0) break;
      await pointLeads(workspaceId, sql, { id: step.id, number: step.seq_number }, leads.map((lead) => ({ id: lead.id, dueAt: dueAt(lead.last_at) })), at);
      after = (leads.at(-1) as { id: number }).id;
    }
  }
}
